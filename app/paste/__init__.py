"""Reading a paste: text in, a `Report` out; no I/O, nothing from the paste is ever opened."""

from app.paste.model import Report
from app.paste.reader import read

__all__ = ["Report", "read"]
