"""Jupyter, IPython, Colab and VS Code notebooks, old and new."""

from __future__ import annotations

from app.paste import read
from app.paste.model import Owner
from tests.paste.reading import at, below, only, said

OLD = """\
---------------------------------------------------------------------------
RuntimeError                              Traceback (most recent call last)
<ipython-input-14-6f1a02b7c3de> in <module>()
      6     ep += 1
----> 8     run_epoch()
      9

/usr/local/lib/python3.6/dist-packages/torch/autograd/__init__.py in backward(tensors, grad_tensors)
     89         tensors, grad_tensors,
---> 90         allow_unreachable=True)  # allow_unreachable flag
     91

RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
"""


def test_arrows_of_old_notebooks_give_line_and_source() -> None:
    error = only(OLD)
    assert said(error) == ("RuntimeError", "element 0 of tensors does not require grad and does not have a grad_fn", 13)
    own, library = error.frames
    assert at(own) == ("<ipython-input-14-6f1a02b7c3de>", 8, "<module>", "run_epoch()")
    assert own.owner is Owner.OWN
    assert [line.number for line in own.context] == [4, 6]
    assert at(library)[1:] == (90, "backward", "allow_unreachable=True)  # allow_unreachable flag")
    assert library.module == "torch.autograd"


def test_new_notebooks_name_cell_and_file() -> None:
    error = only(
        "ValueError                                Traceback (most recent call last)\n"
        "Cell In[24], line 2, in fit(scene, n_iters)\n"
        "      1 x = load()\n"
        "----> 2 frame.reindex(x)\n"
        "\n"
        "File ~/env/lib/python3.10/site-packages/pandas/core/frame.py:5094, in DataFrame.reindex(self, **kwargs)\n"
        "   (...)\n"
        "   5093     kwargs.update({'index': index})\n"
        "-> 5094 return super().reindex(**kwargs)\n"
        "\n"
        "ValueError: cannot reindex on an axis with duplicate labels\n"
    )
    assert said(error) == ("ValueError", "cannot reindex on an axis with duplicate labels", 11)
    assert at(error.frames[0]) == ("Cell In[24]", 2, "fit", "frame.reindex(x)")
    assert at(error.frames[1])[1:] == (5094, "DataFrame.reindex", "return super().reindex(**kwargs)")
    assert error.frames[1].library == "pandas"


def test_a_chain_in_a_notebook() -> None:
    error = only(
        "KeyError                                  Traceback (most recent call last)\n"
        "File /tmp/prog.py:6, in inner(d)\n"
        "----> 6     return d['mean']\n"
        "\n"
        "KeyError: 'mean'\n"
        "\n"
        "The above exception was the direct cause of the following exception:\n"
        "\n"
        "ValueError                                Traceback (most recent call last)\n"
        "Input In [2], in <cell line: 1>()\n"
        "----> 1 inner({})\n"
        "\n"
        "ValueError: no statistic\n"
    )
    assert said(error) == ("ValueError", "no statistic", 13)
    assert below(error) == [("cause", "KeyError", "'mean'")]


def test_colab_links_are_only_their_text() -> None:
    error = only(
        "RuntimeError                              Traceback (most recent call last)\n"
        "[/tmp/ipython-input-1830.py](https://localhost:8080/#) in <cell line: 0>()\n"
        "----> 1 trainer.train()\n"
        "\n"
        "12 frames\n"
        "[/usr/local/lib/python3.12/dist-packages/torch/_tensor.py](https://localhost:8080/#) in backward(self)\n"
        "-> 2198     ctx.saved_tensors,\n"
        "\n"
        "RuntimeError: Trying to backward through the graph a second time\n"
    )
    assert said(error) == ("RuntimeError", "Trying to backward through the graph a second time", 9)
    assert [at(f)[:3] for f in error.frames] == [
        ("/tmp/ipython-input-1830.py", 1, "<cell line: 0>"),
        ("/usr/local/lib/python3.12/dist-packages/torch/_tensor.py", 2198, "backward"),
    ]


def test_vs_code_links_on_every_line_number() -> None:
    error = only(
        "TypeError                                 Traceback (most recent call last)\n"
        "Cell In[24], [line 1](vscode-notebook-cell:?execution_count=24&line=1)\n"
        "----> [1](vscode-notebook-cell:?execution_count=24&line=1) client = OpenAI()\n"
        "\n"
        "TypeError: Client.__init__() got an unexpected keyword argument 'proxies'\n"
    )
    assert said(error) == ("TypeError", "Client.__init__() got an unexpected keyword argument 'proxies'", 5)
    assert at(error.frames[0]) == ("Cell In[24]", 1, "", "client = OpenAI()")


def test_vs_code_copies_errors_as_json() -> None:
    report = read(
        '{"name":"KeyError","message":"\'mean\'","stack":"---------------------------------\\n'
        "\\u001b[0;31mKeyError\\u001b[0m                  Traceback (most recent call last)\\n"
        'Cell \\u001b[0;32mIn[2], line 5\\u001b[0m\\n\\u001b[0;32m----> 5\\u001b[0m f(\\u001b[38;5;124m\\"mean\\"\\u001b[39m)'  # noqa: E501
        "\\n\\n\\u001b[0;31mKeyError\\u001b[0m: 'mean'\"}"
    )
    (error,) = report.exceptions
    assert said(error) == ("KeyError", "'mean'", 1)
    assert at(error.frames[0]) == ("Cell In[2]", 5, "", 'f("mean")')


def test_fields_of_a_saved_notebook() -> None:
    (error, *_rest) = read(
        ' "outputs": [\n  {\n   "ename": "ValueError",\n   "evalue": "no statistic named mean",\n   "output_type": "error",\n'  # noqa: E501
    ).exceptions
    assert said(error) == ("ValueError", "no statistic named mean", 3)


def test_a_notebook_whose_indentation_and_first_place_were_eaten() -> None:
    error = only(
        "ValueError Traceback (most recent call last)\n"
        "in\n"
        "1 files, labels = split(\n"
        "----> 2 files, labels, train_size=0.66)\n"
        "3\n"
        "\n"
        "~\\Anaconda3\\lib\\site-packages\\sklearn\\utils\\validation.py in indexable(*iterables)\n"
        "235 else:\n"
        "--> 237 check_consistent_length(*result)\n"
        "238 return result\n"
        "\n"
        "ValueError: Found input variables with inconsistent numbers of samples: [7, 6]\n"
    )
    assert said(error)[1] == "Found input variables with inconsistent numbers of samples: [7, 6]"
    assert [at(f)[1:] for f in error.frames] == [
        (2, "", "files, labels, train_size=0.66)"),
        (237, "indexable", "check_consistent_length(*result)"),
    ]


def test_a_notebook_cut_off_within_the_raise_still_has_type_and_message() -> None:
    error = only(
        "ValueError                                Traceback (most recent call last)\n"
        "<ipython-input-73-8a22> in <cell line: 1>()\n"
        "----> 1 llm.invoke(chat)\n"
        "\n"
        "/usr/lib/python3/dist-packages/transformers/base.py in get_chat_template(self)\n"
        "-> 2025                 raise ValueError(\n"
        '   2026                     "Cannot use apply_chat_template() because "\n'
        '   2027                     "tokenizer.chat_template is not set"\n'
        "\n"
        "Va\n"
    )
    assert said(error) == (
        "ValueError", "Cannot use apply_chat_template() because tokenizer.chat_template is not set", 6
    )  # fmt: skip
    assert error.truncated


def test_a_paste_that_starts_within_a_frame_keeps_its_arrow() -> None:
    error = only(
        "    343 def forward(self, x):\n"
        "    344     # backbone\n"
        "--> 347     c1 = self.act(self.c1_1(x))\n"
        "\n"
        "RuntimeError: Expected 3D (unbatched) or 4D (batched) input to conv2d\n"
    )
    assert error.partial_head
    assert at(error.frames[0]) == ("", 347, "", "c1 = self.act(self.c1_1(x))")
    assert [line.number for line in error.frames[0].context] == [1, 2]


def test_an_arrow_below_the_message() -> None:
    error = only("TypeError: unhashable type: 'dict'\n----> 5         print(len(set(group_a)))\n")
    assert said(error) == ("TypeError", "unhashable type: 'dict'", 1)
    assert error.frames[0].source == "print(len(set(group_a)))"


def test_compiled_modules_show_no_source() -> None:
    error = only(
        "UnicodeDecodeError                        Traceback (most recent call last)\n"
        "<ipython-input-27-69b8> in <module>()\n"
        "----> 1 pd.read_csv('x.csv')\n"
        "\n"
        "parsers.pyx in pandas._libs.parsers.raise_parser_error()\n"
        "\n"
        "UnicodeDecodeError: 'utf-8' codec can't decode byte 0x8b in position 1: invalid start byte\n"
    )
    assert error.type == "UnicodeDecodeError"
    assert error.frames[1].library == "pandas"
