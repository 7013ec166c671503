"""Writes cases.tsv: what Cyclone DDS writes for values of kitchen.idl. Needs cyclonedds of PyPI."""

import base64
import json
import random
import sys
from dataclasses import make_dataclass, fields
from typing import Optional

from cyclonedds.idl import IdlBitmask, IdlEnum, IdlStruct, IdlUnion, make_idl_bitmask, make_idl_enum, make_idl_struct
from cyclonedds.idl import annotations as note
from cyclonedds.idl import types as t
from cyclonedds.idl._support import Endianness

Shade = make_idl_enum("Shade", "Dds.Shade", {"DARK": 0, "MID": 1, "LIGHT": 2})
Small = note.bit_bound(8)(make_idl_enum("Small", "Dds.Small", {"FEW": 0, "MANY": 1}))
Middle = note.bit_bound(16)(make_idl_enum("Middle", "Dds.Middle", {"LESS": 0, "MORE": 1}))
Marks = note.bit_bound(8)(make_idl_bitmask("Marks", "Dds.Marks", ["READ", "WRITE", "RUN"]))


def struct(name, extensibility, members, member_notes=None, autoid=None):
    made = make_idl_struct(name, "Dds." + name, members, field_annotations=member_notes or {})
    made = note.extensibility(extensibility)(made)
    return note.autoid(autoid)(made) if autoid else made


seq, array = t.sequence, t.array
Point = struct("Point", "final", {"x": t.int32, "y": t.float64})
Item = struct("Item", "appendable", {"name": str, "id": t.int64, "at": Optional[Point], "last": t.uint8})
Detail = struct(
    "Detail",
    "mutable",
    {"a": t.uint8, "b": t.int32, "note": Optional[str], "numbers": seq[t.float64]},
    {"a": {"id": 7}, "b": {"id": 3, "must_understand": True}, "note": {"id": 300}, "numbers": {"id": 0x1234567}},
)
Hashed = struct(
    "Hashed",
    "mutable",
    {"color": t.int32, "size": t.float64, "origin": Optional[Point]},
    {"size": {"hash_id": b"shapesize"}},
    "hash",
)


class Choice(IdlUnion, discriminator=t.int32, typename="Dds.Choice"):
    small: t.case[1, t.uint8]
    text: t.case[2, str]
    point: t.case[-3, Point]


@note.appendable
class Growing(IdlUnion, discriminator=Shade, typename="Dds.Growing"):
    number: t.case[Shade.DARK, t.float64]
    item: t.case[Shade.MID, Item]


Scalars = struct("Scalars", "final", {
    "b": bool, "o": t.uint8, "c": t.char, "i8": t.int8, "s": t.int16, "us": t.uint16, "l": t.int32, "ul": t.uint32,
    "ll": t.int64, "ull": t.uint64, "f": t.float32, "d": t.float64,
})
Texts = struct("Texts", "final", {"lead": t.uint8, "t": str, "short_t": t.bounded_str[8], "shade": Shade})
Bounded = struct("Bounded", "final", {
    "small": Small, "middle": Middle, "marks": Marks, "smalls": seq[Small], "all": seq[Marks],
})
Lists = struct("Lists", "final", {
    "octets": seq[t.uint8], "flags": seq[bool], "shorts": seq[t.int16], "longs": seq[t.int32],
    "doubles": seq[t.float64], "texts": seq[str], "points": seq[Point], "items": seq[Item], "details": seq[Detail],
    "shades": seq[Shade], "nested": seq[seq[t.int16]],
})
Arrays = struct("Arrays", "final", {
    "flat": array[t.int32, 3], "grid": array[array[t.float64, 2], 2], "raw": array[t.uint8, 3],
    "pair": array[Point, 2], "names": array[str, 2], "items": array[Item, 2], "shades": array[array[Shade, 1], 2],
})
ALL = {
    "lead": t.uint8, "point": Point, "item": Item, "detail": Detail, "choice": Choice, "growing": Growing,
    "opt_l": Optional[t.int32], "opt_d": Optional[t.float64], "opt_t": Optional[str], "opt_point": Optional[Point],
    "opt_item": Optional[Item], "opt_detail": Optional[Detail], "opt_longs": Optional[seq[t.int32]], "last": t.uint8,
}
FinalAll = struct("FinalAll", "final", ALL)
AppendableAll = struct("AppendableAll", "appendable", ALL)
MutableAll = struct("MutableAll", "mutable", ALL)
MutableLists = struct("MutableLists", "mutable", {
    "octets": seq[t.uint8], "flags": seq[bool], "shorts": seq[t.int16], "longs": seq[t.int32],
    "doubles": seq[t.float64], "texts": seq[str], "points": seq[Point], "shades": seq[Shade],
    "flat": array[t.int32, 3], "raw": array[t.uint8, 3], "pair": array[Point, 2], "s": t.int16, "b": bool,
    "ll": t.int64, "shade": Shade,
})

INTS = {t.uint8: (0, 255), t.int8: (-128, 127), t.int16: (-2**15, 2**15 - 1), t.uint16: (0, 2**16 - 1),
        t.int32: (-2**31, 2**31 - 1), t.uint32: (0, 2**32 - 1), t.int64: (-2**63, 2**63 - 1), t.uint64: (0, 2**64 - 1)}
STRUCTS = [Point, Item, Detail, Hashed, Scalars, Texts, Bounded, Lists, Arrays, FinalAll, AppendableAll, MutableAll,
           MutableLists]
MEMBERS = {
    Point: {"x": t.int32, "y": t.float64},
    Item: {"name": str, "id": t.int64, "at": Optional[Point], "last": t.uint8},
    Detail: {"a": t.uint8, "b": t.int32, "note": Optional[str], "numbers": seq[t.float64]},
    Hashed: {"color": t.int32, "size": t.float64, "origin": Optional[Point]},
}
CHOICES = {Choice: [("small", t.uint8), ("text", str), ("point", Point)],
           Growing: [("number", t.float64), ("item", Item)]}
RANDOM = random.Random(1)


def members(ty):
    from cyclonedds.idl._type_normalize import get_extended_type_hints
    return get_extended_type_hints(ty)


def make(ty, fill):
    """Returns a value, and the same value in JSON."""
    kind = type(ty).__name__
    if kind == "WrapOpt":
        return (None, None) if RANDOM.random() > fill else make(ty.inner, fill)
    if kind == "sequence":
        made = [make(ty.subtype, fill) for _ in range(RANDOM.choice([0, 1, 2, 3]) if fill else 0)]
        plain = [value for value, _ in made]
        if ty.subtype is t.uint8:
            return plain, base64.b64encode(bytes(plain)).decode()
        return plain, [text for _, text in made]
    if kind == "array":
        made = [make(ty.subtype, fill) for _ in range(ty.length)]
        plain = [value for value, _ in made]
        if ty.subtype is t.uint8:
            return bytes(plain), base64.b64encode(bytes(plain)).decode()
        return plain, [text for _, text in made]
    if kind == "bounded_str":
        text = "" if not fill else RANDOM.choice(["a", "eight888", "four"])
        return text, text
    if ty in INTS:
        low, high = INTS[ty]
        value = RANDOM.choice([low, high, 1, RANDOM.randint(low, high)]) if fill else 0
        return value, value
    if ty is bool:
        value = bool(fill) and RANDOM.random() < 0.5
        return value, value
    if ty is t.char:
        value = RANDOM.choice("az~ ") if fill else "\0"
        return value, ord(value)
    if ty in (t.float32, t.float64):
        value = RANDOM.choice([0.5, -1.25, 1024.0, 3.0]) if fill else 0.0
        return value, value
    if ty is str:
        text = RANDOM.choice(["a", "", "Grüße", "some text", "12345678901234567"]) if fill else ""
        return text, text
    if issubclass(ty, IdlEnum):
        value = RANDOM.choice(list(ty)) if fill else list(ty)[0]
        return value, value.name
    if issubclass(ty, IdlBitmask):
        value = RANDOM.randrange(8) if fill else 0
        return ty.from_mask(value), value
    if issubclass(ty, IdlUnion):
        name, inner = RANDOM.choice(CHOICES[ty])
        value, text = make(inner, fill)
        return ty(**{name: value}), {name: text}
    made = {name: make(inner, fill) for name, inner in members(ty).items()}
    text = {name: text for name, (_, text) in made.items() if text is not None}
    return ty(**{name: value for name, (value, _) in made.items()}), text


def main(path):
    with open(path, "w") as out:
        for ty in STRUCTS:
            for fill in [0, 0.3, 0.5, 0.7, 1, 1]:
                value, text = make(ty, fill)
                for version in (1, 2):
                    # Cyclone DDS ignores @bit_bound of enums in version 1.
                    if version == 1 and ty is Bounded:
                        continue
                    orders = (Endianness.Little, Endianness.Big)
                    le, be = [ty.__idl__.serialize(value, version == 2, None, order).hex() for order in orders]
                    line = [f"xcdr{version}", ty.__idl_typename__, le, be, json.dumps(text, ensure_ascii=False)]
                    out.write("\t".join(line) + "\n")


def judge(path):
    """Reads what another program wrote: lines of a format, a type, hexadecimal digits. Writes what they mean."""
    types = {ty.__idl_typename__: ty for ty in STRUCTS}
    count = 0
    for line in open(path):
        version, name, le, be, again_le, again_be = line.rstrip("\n").split("\t")
        ty = types[name]
        for given, again in ((le, again_le), (be, again_be)):
            given, again = [ty.deserialize(bytes.fromhex(it)) for it in (given, again)]
            assert given == again, line
            count += 1
    print(count, "messages are read as the same values")


if __name__ == "__main__":
    judge(sys.argv[2]) if sys.argv[1] == "judge" else main(sys.argv[1])
