"""One traceback in the dresses that people paste it in: what loggers, containers, notebooks, mail and forums do to it.

Each disguise is a function from text to text, or to "" where it cannot be put on.  They are written from what those
tools print, never from how the reader takes it off again.
"""

from __future__ import annotations

from tests.matching.disguises import characters, consoles, prefixes, remains, strings, widths, words
from tests.matching.disguises.shot import DISGUISES

__all__ = ["DISGUISES", "characters", "consoles", "prefixes", "remains", "strings", "widths", "words"]
