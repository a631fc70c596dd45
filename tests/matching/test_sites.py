"""A message of several lines is looked at once, in the order in which it was printed."""

from __future__ import annotations

from app.matching.sites import exception_sites
from app.paste.reader import read


def test_the_lines_below_a_messages_first_stand_in_it_once() -> None:
    paste = (
        "RuntimeError: Error(s) in loading state_dict for Net:\n"
        "\tsize mismatch for fc.weight: copying a param with shape torch.Size([10, 4]) from checkpoint, the shape in "
        "current model is torch.Size([2, 4]).\n"
        "\tsize mismatch for fc.bias: copying a param with shape torch.Size([10]) from checkpoint, the shape in "
        "current model is torch.Size([2]).\n"
    )
    (site,) = exception_sites(read(paste))
    assert site.text.count("fc.weight") == site.text.count("fc.bias") == 1
    assert site.text.split("\n")[1:] == paste.rstrip("\n").split("\n")[1:]
