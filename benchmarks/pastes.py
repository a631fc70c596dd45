"""Pastes to measure with: ordinary ones of a given size, and hostile ones made to be as dear as possible."""

from __future__ import annotations

import random
from collections.abc import Sequence

_TRACEBACK = """\
Traceback (most recent call last):
  File "/home/dev/project/train.py", line 41, in <module>
    main()
  File "/home/dev/project/train.py", line 33, in main
    out = model(batch.to(device))
  File "/home/dev/.venv/lib/python3.11/site-packages/torch/nn/modules/module.py", line 1751, in _wrapped_call_impl
    return self._call_impl(*args, **kwargs)
  File "/home/dev/.venv/lib/python3.11/site-packages/torch/nn/modules/module.py", line 1762, in _call_impl
    return forward_call(*args, **kwargs)
  File "/home/dev/project/model.py", line 27, in forward
    return self.fc(x.flatten(1))
  File "/home/dev/.venv/lib/python3.11/site-packages/torch/nn/modules/linear.py", line 125, in forward
    return F.linear(input, self.weight, self.bias)
RuntimeError: mat1 and mat2 shapes cannot be multiplied (32x2048 and 512x10)
"""


def ordinary(size: int, seed: int = 0) -> str:
    """A training log of about `size` bytes that ends in a real traceback."""
    rng = random.Random(seed)
    out: list[str] = []
    length = len(_TRACEBACK)
    step = 0
    while length < size:
        step += 1
        line = (
            f"2026-11-30 09:{step // 60 % 60:02}:{step % 60:02},{rng.randrange(1000):03} INFO trainer: "
            f"epoch {step // 100} step {step} loss={rng.random():.3f} lr={rng.random():.6f} norm={rng.random():.2f} "
            f"saved checkpoint run_{rng.randrange(10_000)}/weights_{step}.pt"
        )
        out.append(line)
        length += len(line) + 1
    return "\n".join(out) + "\n" + _TRACEBACK


def hostile(size: int, templates: Sequence[str], seed: int = 0) -> dict[str, str]:
    """Named pastes of `size` bytes that aim at one weakness each."""
    rng = random.Random(seed)
    words = sorted({w for t in templates for w in t.split() if w.isalpha() and len(w) > 3})
    every_word = " ".join(words)
    near_miss = "RuntimeError: " + "mat1 and mat2 shapes cannot be multiplied (" + "32x" * 300
    wordy = "\n".join(f"RuntimeError: {' '.join(rng.choices(words, k=120))}" for _ in range(size // 900 + 1))
    return {
        "one line of every key word": ("ValueError: " + every_word * (size // max(1, len(every_word)) + 1))[:size],
        "message lines of key words": wordy[:size],
        "near misses of one template": (near_miss + "\n") * (size // len(near_miss)),
        "a single line": "x" * size,
        "only prefixes": "worker_1  | 2026-11-30 09:00:00 [rank0]: \n" * (size // 43),
        "headers without end": 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n' * (size // 66),
        "deep chain": (
            'Traceback (most recent call last):\n  File "a.py", line 1, in f\nValueError: x\n\n'
            "During handling of the above exception, another exception occurred:\n\n"
        )
        * (size // 148),
        "nested groups": "".join(
            f"{'  ' * (i % 60)}| ValueError: {i}\n{'  ' * (i % 60)}+-+---- {i} ----\n" for i in range(size // 90)
        ),
        "escapes and markup": "\x1b[31m&lt;span&gt;\\n\\u0041" * (size // 28),
        "quotes and brackets": "KeyError: " + "\"'([{" * (size // 5),
        "paths": 'File "' + "/a" * (size // 2),
        "carriage returns": "50%|#####\r" * (size // 10),
    }
