"""A small valid entry to break in tests, and where the fixture entries lie."""

from __future__ import annotations

from pathlib import Path

FIXTURES = Path(__file__).parent / "fixtures"
ENTRIES = FIXTURES / "errors"

HEAD = """\
---
title: A list index that is past the end
library: python
exception: [IndexError]
message:
  - text: "list index out of range"
requires: [exception]
meaning: The list is shorter than the index asks for.
causes:
  - id: off-by-one
    title: Counting from one
    look_at: Is the index the length of the list?
    fix: count-from-zero
fixes:
  - id: count-from-zero
    title: Count from zero
prevention: Loop over the items.
---
"""

BODY = """\

## Causes

### Counting from one {#off-by-one}

The last item has the index `len(items) - 1`.

```python raises
items = [1, 2]
print(items[2])
```

```python fixed
items = [1, 2]
print(items[1])
```

## Fixes

### Count from zero {#count-from-zero}

Take one off.
"""

ENTRY = HEAD + BODY
SLUG = "python/list-index-out-of-range"
PATH = "content/errors/python/list-index-out-of-range.md"


def entry(old: str = "", new: str = "") -> str:
    """The sample entry with one piece of it replaced; the piece must be there."""
    assert old in ENTRY
    return ENTRY.replace(old, new, 1) if old else ENTRY
