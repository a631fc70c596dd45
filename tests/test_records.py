"""`@record` does what our code needs of a frozen dataclass."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

from app.records import FrozenRecordError, as_dict, made, mutable, record, replace


@record
class Point:
    x: int
    y: int = 0

    @property
    def sum(self) -> int:
        return self.x + self.y


@record
class Shape:
    name: str
    points: tuple[Point, ...] = ()
    notes: list[str] = made(default_factory=list)
    _cache: dict[str, int] = made(default_factory=dict)


@mutable
class Draft:
    text: str = ""
    lines: list[str] = made(default_factory=list)


def test_fields_are_given_by_position_or_name_and_have_defaults() -> None:
    assert (Point(1).x, Point(1).y, Point(1, y=2).y, Point(1, 2).sum) == (1, 0, 2, 3)


def test_a_missing_or_unknown_field_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        Point()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'z'"):
        Point(1, z=3)  # type: ignore[call-arg]


def test_equality_and_hash_go_by_value_and_type() -> None:
    assert Point(1, 2) == Point(1, 2) != Point(2, 1)
    other: object = (1, 2)
    assert Point(1, 2) != other
    assert {Point(1, 2): "a"}[Point(1, 2)] == "a"


def test_private_fields_take_no_part_in_equality_repr_or_dict() -> None:
    left, right = Shape("a"), Shape("a")
    left._cache["n"] = 1
    assert left == right
    assert repr(left) == "Shape(name='a', points=(), notes=[])"
    assert as_dict(left) == {"name": "a", "points": (), "notes": []}


def test_a_record_cannot_be_changed() -> None:
    point = Point(1)
    with pytest.raises(FrozenRecordError, match=r"cannot set 'x' of a Point; use replace\(\)"):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(FrozenRecordError):
        del point.x
    with pytest.raises(AttributeError):
        point.z = 2  # type: ignore[attr-defined]
    assert point == Point(1)


def test_replace_makes_a_changed_copy() -> None:
    assert replace(Point(1, 2), y=3) == Point(1, 3)
    with pytest.raises(TypeError):
        replace(Point(1), z=1)


def test_default_factories_are_called_for_each_instance() -> None:
    assert Shape("a").notes is not Shape("b").notes
    given = ["x"]
    assert Shape("a", notes=given).notes is given


def test_records_within_records_become_dicts() -> None:
    assert as_dict(Shape("a", (Point(1), Point(2)))) == {
        "name": "a",
        "points": ({"x": 1, "y": 0}, {"x": 2, "y": 0}),
        "notes": [],
    }


def test_mutable_records_can_be_filled_and_are_not_hashable() -> None:
    draft = Draft()
    draft.text = "x"
    draft.lines.append("y")
    assert (draft.text, draft.lines, Draft().lines) == ("x", ["y"], [])
    with pytest.raises(TypeError, match="unhashable"):
        hash(draft)


def test_matching_by_position_and_pickling_work() -> None:
    match Point(1, 2):
        case Point(x, y):
            assert (x, y) == (1, 2)
    assert pickle.loads(pickle.dumps(Shape("a", (Point(1),)))) == Shape("a", (Point(1),))


def test_it_does_not_import_dataclasses() -> None:
    program = "import sys, app.records; print('dataclasses' in sys.modules or 'inspect' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "False\n"
    )
