"""Small immutable classes of named fields, at a fifth of what `dataclasses` costs to import and to build.

`unraise lookup` has a tenth of a second.  Importing `dataclasses` (it brings `inspect`) and building some fifty frozen,
slotted dataclasses took more than that.  Type checkers see a `@record` as a frozen dataclass (PEP 681), and at run
time it does what our code needs of one: fields with defaults, equality, hash, repr, `replace`, `as_dict`, matching by
position.  See docs/decisions/0003.  Everything off the lookup's path keeps using `dataclasses`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar, dataclass_transform

T = TypeVar("T")
_MISSING: Any = object()


class _Factory:
    """A default that is made anew for each instance."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make


def made(*, default_factory: Callable[[], T]) -> T:
    """A field whose default is a new value for each instance: `names: list[str] = made(default_factory=list)`."""
    return _Factory(default_factory)  # type: ignore[return-value]


class FrozenRecordError(AttributeError):
    """A field of a record was set or deleted; make a changed copy with `replace`."""


@dataclass_transform(frozen_default=True, field_specifiers=(made,))
def record(cls: type[T]) -> type[T]:
    """Make a class with annotated fields immutable and slotted."""
    return _build(cls, frozen=True)


@dataclass_transform(field_specifiers=(made,))
def mutable(cls: type[T]) -> type[T]:
    """The same with fields that may be set, for values under construction."""
    return _build(cls, frozen=False)


def replace(instance: T, /, **changes: Any) -> T:
    """A copy with some fields changed.  Raises TypeError for a field that is not there."""
    values = {name: getattr(instance, name) for name in _names(instance)}
    return type(instance)(**(values | changes))


def as_dict(instance: Any) -> dict[str, Any]:
    """The fields by name; records within, also in tuples, lists and dicts, become dicts too."""
    return {name: _plain(getattr(instance, name)) for name in _names(instance) if not name.startswith("_")}


def shallow_dict(instance: Any) -> dict[str, Any]:
    """The fields by name as they are: no copies."""
    return {name: getattr(instance, name) for name in _names(instance)}


def _plain(value: Any) -> Any:
    if hasattr(type(value), "__record_fields__"):
        return as_dict(value)
    if isinstance(value, tuple | list):
        return type(value)(_plain(item) for item in value)
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value


def _names(instance: Any) -> tuple[str, ...]:
    names: tuple[str, ...] = type(instance).__record_fields__
    return names


def _build(cls: type[T], *, frozen: bool) -> type[T]:
    namespace = dict(cls.__dict__)
    names = tuple(name for name, kind in namespace.get("__annotations__", {}).items() if not _is_class_variable(kind))
    defaults = {name: namespace.pop(name) for name in names if name in namespace}
    namespace.pop("__dict__", None)
    namespace.pop("__weakref__", None)
    namespace |= {"__slots__": names, "__record_fields__": names, "__match_args__": names}
    for name, method in _METHODS.items():
        namespace.setdefault(name, method)
    if frozen:
        namespace |= {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete}
        namespace.setdefault("__hash__", _hash)
    namespace.setdefault("__qualname__", cls.__qualname__)
    built: Any = type(cls.__name__, cls.__bases__, namespace)
    built.__init__ = _initialiser(built, names, defaults)
    return built  # type: ignore[no-any-return]


def _is_class_variable(kind: object) -> bool:
    return kind is ClassVar or (isinstance(kind, str) and kind.startswith("ClassVar"))


def _initialiser(cls: Any, names: tuple[str, ...], defaults: dict[str, Any]) -> Callable[..., None]:
    """`__init__` written out, so that a call costs what a hand-written one does; slots are set past `__setattr__`."""
    scope: dict[str, Any] = {"_MISSING": _MISSING}
    parameters, body = ["self"], []
    for name in names:
        scope[f"set_{name}"] = getattr(cls, name).__set__
        value = name
        if name in defaults and isinstance(defaults[name], _Factory):
            scope[f"make_{name}"] = defaults[name].make
            parameters.append(f"{name}=_MISSING")
            value = f"make_{name}() if {name} is _MISSING else {name}"
        elif name in defaults:
            scope[f"default_{name}"] = defaults[name]
            parameters.append(f"{name}=default_{name}")
        else:
            parameters.append(name)
        body.append(f" set_{name}(self, {value})")
    source = f"def __init__({', '.join(parameters)}):\n" + ("\n".join(body) or " pass")
    # Nothing but names of our own fields is in the source, as in dataclasses and namedtuple.
    exec(source, scope)  # noqa: S102
    initialiser: Callable[..., None] = scope["__init__"]
    initialiser.__qualname__ = f"{cls.__qualname__}.__init__"
    return initialiser


def _compared(instance: Any) -> tuple[Any, ...]:
    return tuple(getattr(instance, name) for name in _names(instance) if not name.startswith("_"))


def _repr(self: Any) -> str:
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in _names(self) if not name.startswith("_"))
    return f"{type(self).__qualname__}({shown})"


def _eq(self: Any, other: object) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return _compared(self) == _compared(other)


def _hash(self: Any) -> int:
    return hash(_compared(self))


def _reduce(self: Any) -> tuple[Any, ...]:
    return type(self), tuple(getattr(self, name) for name in _names(self))


def _refuse_to_set(self: Any, name: str, _value: object) -> None:
    raise FrozenRecordError(f"cannot set {name!r} of a {type(self).__name__}; use replace()")


def _refuse_to_delete(self: Any, name: str) -> None:
    raise FrozenRecordError(f"cannot delete {name!r} of a {type(self).__name__}")


_METHODS: dict[str, Any] = {"__repr__": _repr, "__eq__": _eq, "__reduce__": _reduce}
