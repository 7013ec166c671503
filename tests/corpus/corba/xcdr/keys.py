"""Writes keys.tsv: the keys that Cyclone DDS writes for samples of keys.idl. Needs cyclonedds of PyPI."""

import json
import sys

from cyclonedds.idl import annotations as note
from cyclonedds.idl import make_idl_struct
from cyclonedds.idl import types as t
from cyclonedds.idl._support import Endianness
from cyclonedds.idl._support import SerializeKind


def struct(name, extensibility, members, keys=(), ids=None):
    notes = {key: {"key": True} for key in keys}
    for member, number in (ids or {}).items():
        notes.setdefault(member, {})["id"] = number
    return note.extensibility(extensibility)(make_idl_struct(name, "Keys." + name, members, field_annotations=notes))


Plain = struct("Plain", "final", {"a": t.uint8, "b": t.int32})
Named = struct("Named", "final", {"name": str, "value": t.int32, "number": t.int16}, ["name", "number"])
Grown = struct("Grown", "appendable", {"value": t.float64, "id": t.uint8, "code": t.bounded_str[8]}, ["id", "code"])
Loose = struct("Loose", "mutable", {"value": t.int32, "id": t.int64, "text": str, "part": t.uint8}, ["id", "part"],
               {"id": 5, "text": 9, "part": 2})
Nested = struct("Nested", "final", {"inner": Named, "whole": Plain, "value": t.float64}, ["inner", "whole"])
Listed = struct("Listed", "appendable", {"ids": t.array[t.int32, 3], "more": t.sequence[t.int16], "text": str},
                ["ids", "more"])

SAMPLES = [
    (Named(name="ab", value=7, number=-2), {"name": "ab", "number": -2}),
    (Grown(value=1.5, id=9, code="xyz"), {"id": 9, "code": "xyz"}),
    (Loose(value=1, id=-3, text="t", part=4), {"id": -3, "part": 4}),
    (Nested(inner=Named(name="abc", value=7, number=5), whole=Plain(a=1, b=2), value=0.5),
     {"inner": {"name": "abc", "number": 5}, "whole": {"a": 1, "b": 2}}),
    (Listed(ids=[1, 2, 3], more=[4, 5, 6], text="t"), {"ids": [1, 2, 3], "more": [4, 5, 6]}),
]


def main(path):
    with open(path, "w", encoding="utf-8") as file:
        for sample, key in SAMPLES:
            ty = type(sample)
            for version in (1, 2):
                keys = [ty.__idl__.serialize(sample, use_version_2=version == 2, endianness=order,
                                             serialize_kind=SerializeKind.KeyDefinitionOrder).hex()
                        for order in (Endianness.Little, Endianness.Big)]
                name = "Keys." + ty.__name__
                print(f"xcdr{version}", name, *keys, json.dumps(key, separators=(",", ":")), sep="\t", file=file)


main(sys.argv[1])
