"""Pastes that the tests of the site and of the API send."""

from __future__ import annotations

from app.web.pages.home import EXAMPLE

DECIDED = EXAMPLE
UNDECIDED = "RuntimeError: Trying to backward through the graph a second time"
SHAPES = "RuntimeError: mat1 and mat2 shapes cannot be multiplied (64x2048 and 512x10)"
TIE = "acme.WidgetError: the widget was refused by the gadget with code 7"
RETIRED = """Traceback (most recent call last):
  File "/srv/report.py", line 9, in <module>
    row = fetch_row(n)
acme.QuotaError: the quota of 50 requests is used up for tenant 'kim'
"""
UNKNOWN = """Traceback (most recent call last):
  File "/srv/zoo.py", line 4, in feed
    raise HungerError("the zebra of pen 12 was not fed")
zoo.HungerError: the zebra of pen 12 was not fed
"""
WORKER = """Traceback (most recent call last):
  File "/srv/venv/lib/python3.11/site-packages/torch/_utils.py", line 694, in reraise
    raise exception
RuntimeError: Caught HungerError in DataLoader worker process 0.
Original Traceback (most recent call last):
  File "/srv/zoo.py", line 4, in feed
    raise HungerError("the zebra of pen 12 was not fed")
zoo.HungerError: the zebra of pen 12 was not fed
"""
CHAINED = """Traceback (most recent call last):
  File "/srv/zoo.py", line 2, in find
    return pens["zebra"]
KeyError: 'zebra'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/srv/zoo.py", line 4, in feed
    raise HungerError("the zebra of pen 12 was not fed")
zoo.HungerError: the zebra of pen 12 was not fed
"""
SCRIPT = '<script>alert("x")</script>'
MIB = 1024 * 1024
