"""Short ways to say what a paste was read as."""

from __future__ import annotations

from app.paste import read
from app.paste.model import ExceptionInfo, Frame


def only(text: str) -> ExceptionInfo:
    """The one exception of a paste."""
    (error,) = read(text).exceptions
    return error


def said(error: ExceptionInfo) -> tuple[str, str, int]:
    """Type, message and line of an exception."""
    return error.type, error.message, error.line


def at(frame: Frame) -> tuple[str, int | None, str, str]:
    """Path, line, function and source of a frame."""
    return frame.path, frame.lineno, frame.function, frame.source


def below(error: ExceptionInfo) -> list[tuple[str, str, str]]:
    """(relation, type, message) of what hangs below an exception."""
    return [(str(relation), child.type, child.message) for relation, child in error.children]
