#!/usr/bin/env python3
"""Writes the case files of test models whose bytes come from the original implementations (tests/cases/*.json).

usage: make_cases.py

Needs protoc with Python's protobuf, pycapnp and flatc. Cases that these cannot write are given by hand, and checked by reading
them here. Values are in plain JSON, enums as numbers.
"""

import importlib.metadata
import json
import pathlib
import subprocess
import sys
import tempfile

from originals import flatbuffers_wrapped

HERE = pathlib.Path(__file__).parent
SCHEMAS = HERE / "schemas"
CASES = HERE.parent / "cases"


def write(model, cases, file=None):
    lines = ",\n".join("    " + json.dumps(case, ensure_ascii=False) for case in cases)
    (CASES / f"{file or model}.json").write_text(f'{{\n  "model": "{model}",\n  "cases": [\n{lines}\n  ]\n}}\n')


def version(package):
    return f"{package} {importlib.metadata.version(package)}"


def protobuf():
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    with tempfile.NamedTemporaryFile() as out:
        subprocess.run(["protoc", f"-I{SCHEMAS}", f"-o{out.name}", "corner.proto"], check=True)
        files = descriptor_pb2.FileDescriptorSet.FromString(pathlib.Path(out.name).read_bytes())
    pool = descriptor_pool.DescriptorPool()
    pool.Add(files.file[0])

    def cases(name, given):
        Message = message_factory.GetMessageClass(pool.FindMessageTypeByName(f"corner.{name}"))
        for about, digits, value in given:
            read = Message.FromString(bytes.fromhex(digits))
            again = read.SerializeToString(deterministic=True).hex()
            yield {
                "name": about,
                "origin": f"{version('protobuf')}, which writes `reencoded`",
                "format": "protobuf",
                "type": f"corner.{name}",
                "hex": digits.replace(" ", ""),
                "value": value,
                "reencoded": again,
            }

    def refused(name, given):
        Message = message_factory.GetMessageClass(pool.FindMessageTypeByName(f"corner.{name}"))
        for about, digits, error in given:
            try:
                Message.FromString(bytes.fromhex(digits))
            except Exception:
                yield {
                    "name": about,
                    "origin": f"refused by {version('protobuf')}",
                    "format": "protobuf",
                    "type": f"corner.{name}",
                    "hex": digits.replace(" ", ""),
                    "error": error,
                }
                continue
            sys.exit(f"{about}: accepted by the original")

    pick = [
        ("merged", "13 1801 2002 14 13 1803 2004 2005 14", {"pair": {"left": 3, "right": [2, 4, 5]}}),
        ("last wins", "13 1801 14 2a0161", {"name": "a"}),
        ("a new group after another case", "13 1801 14 2a0161 13 2007 14", {"pair": {"right": [7]}}),
        ("unknown fields in both", "13 1801 3801 14 3802 3002", None),
        ("an unknown group", "3b 0801 43 44 3c 3002", None),
        ("a packed field given unpacked", "13 2201 05 2006 14", {"pair": {"right": [5, 6]}}),
        ("empty", "", {}),
    ]
    broken = [
        ("group not ended", "13 1801", "truncated"),
        ("group ended by another", "13 1801 1c", "invalid_key"),
        ("field number 0", "0001", "invalid_key"),
        ("text not UTF-8 is accepted by proto2, but not a length behind the end", "2a0261", "truncated"),
        ("varint without an end", "30ff", "truncated"),
    ]
    write("oneof_group", [*cases("Pick", pick), *refused("Pick", broken)], "oneof_group_by_protobuf")
    palette = [
        ("packed", "2204 01070209", None),
        ("unpacked", "2001 2007 2002", None),
        ("negative", "220a fdffffffffffffffff01", {"colours": [-3]}),
        ("single unknown", "2807", None),
        ("present though the default", "2802", {"main": 2}),
    ]
    write("closed_enum_packed", list(cases("Palette", palette)), "closed_enum_packed_by_protobuf")
    maps = [
        ("one of each", "0a04 0801 1002  1206 0803 1202 6869  1a0e 0d07000000 11 000000000000f83f", {
            "by_bool": {"true": 2}, "by_i32": {"-2": "hi"}, "by_u32": {"7": 1.5}}),
        ("in any order, the last of an equal key", "3a05 0a0162 1003 3a05 0a0161 1001 3a05 0a0162 1004", {
            "counts": {"a": -1, "b": 2}}),
        ("parts of an entry in any order", "3a05 1005 0a0161", {"counts": {"a": -3}}),
        ("parts of an entry twice", "3a0a 0a0161 1001 0a0162 1002", {"counts": {"b": 1}}),
        ("neither key nor value", "0a00 1200 1a00 2200 2a00 3a00", {
            "by_bool": {"false": 0}, "by_i32": {"0": ""}, "by_u32": {"0": 0.0}, "by_i64": {"0": ""}, "by_u64": {"0": 0},
            "counts": {"": 0}}),
        ("a later entry replaces the message", "320a 0a0161 1205 0801 120178 3207 0a0161 1202 0802", {
            "by_text": {"a": {"x": 2}}}),
        ("a message twice in an entry", "3211 0a0161 1204 0801 1803 1206 0802 1804 1805", {
            "by_text": {"a": {"x": 2, "more": [3, 4, 5]}}}),
    ]
    broken_maps = [
        ("an entry that ends in its key", "0a01 08", "truncated"),
        ("an entry behind the end", "0a05 0801", "truncated"),
    ]
    write("maps", [*cases("Maps", maps), *refused("Maps", broken_maps)], "maps_by_protobuf")
    tree = [
        ("nested", "0a0e 0a0161 1209 0a07 0a0162 1202 1801", {
            "children": {"a": {"children": {"b": {"leaf": 1}}}}}),
        ("a number that the enum lacks", "1204 0802 1007  1204 0801 1002", None),
        ("nothing else of an entry that is kept", "1204 0802 1007", None),
        ("no number", "1202 0805", {"levels": {"5": 0}}),
    ]
    write("map_entries", list(cases("Tree", tree)), "map_entries_by_protobuf")
    remark = "corner_Remark_remark"
    extras = [
        ("an item", "0b 10e807 1a03 0a0161 0c", {remark: {"text": "a"}}),
        ("the message before its type", "0b 1a03 0a0161 10e807 0c", {remark: {"text": "a"}}),
        ("a type id that is no field number", "0b 1080a8d6b907 1a02 0805 0c", {"corner_Far_far": {"x": 5}}),
        ("in the ordinary form", "c23e 03 0a0161", {remark: {"text": "a"}}),
        ("of both forms", "0b 10e807 1a02 1001 0c c23e 02 1002", {remark: {"more": [1, 2]}}),
        ("a type that is not known", "0b 10e907 1a03 0a0161 0c", None),
        ("an empty message", "0b 10e807 1a00 0c", {remark: {}}),
        ("what an item does not know", "0b 10e807 2005 1a03 0a0161 0c", {remark: {"text": "a"}}),
        ("an empty set", "", {}),
    ]
    broken_extras = [
        ("an item without its end", "0b 10e807 1a03 0a0161", "truncated"),
        ("a message behind the end", "0b 10e807 1a05 0a0161 0c", "truncated"),
        ("a broken message", "0b 10e807 1a02 0a01 0c", "truncated"),
    ]
    write("message_set", [*cases("Extras", extras), *refused("Extras", broken_extras)], "message_set_by_protobuf")


def capnp():
    import capnp as original

    original.remove_import_hook()
    schema = original.load(str(SCHEMAS / "corner.capnp"))
    origin = version("pycapnp")

    def both(type_name, about, builder, value, canonical=True):
        for form, data in (("capnp", builder.to_bytes()), ("capnp_packed", builder.to_bytes_packed())):
            yield {
                "name": f"{about} ({form})",
                "origin": origin,
                "format": form,
                "type": f"corner.{type_name}",
                "hex": data.hex(),
                "value": value,
                "canonical": canonical,
            }

    def overlap(**fields):
        message = schema.Overlap.new_message()
        for name, value in fields.items():
            target = message
            *groups, last = name.split("__")
            for group in groups:
                target = getattr(target, group)
            setattr(target, last, value)
        return message

    unions = [
        ("defaults", overlap(), {"id": 7, "flag": True, "ratio": 1.5, "color": 1}),
        (
            "numbers",
            overlap(id=1, first__count=5, ready=True, second__small=-128, color="blue"),
            {"id": 1, "count": 5, "ready": True, "small": -128, "color": 2},
        ),
        (
            "pointers",
            overlap(id=0, first__name="given", second__point=schema.UnionPoint.new_message(x=3, y=4)),
            {"id": 0, "name": "given", "point": {"x": 3, "y": 4}, "color": 1},
        ),
        (
            "bits and nothing",
            overlap(first__nothing=None, second__on=False, color="red"),
            {"id": 7, "nothing": True, "on": False, "color": 0},
        ),
    ]
    union_cases = []
    for about, message, value in unions:
        # The wire has no name for a union with a zero tag: the first case is set.
        union_cases += both("Overlap", about, message, value)
    write("capnp_unions", union_cases)

    fields = {
        "id": 2**63,
        "name": "far",
        "place": {"x": 1, "y": -2, "name": "here"},
        "path": [{"x": i, "y": -i, "name": f"p{i}"} for i in range(3)],
        "tags": ["a", "", "tags that are longer than a word"],
        "data": b"\x00\xff\x01",
        "bits": [True, False, True, True, False, False, False, False, True],
        "rows": [[1, 2, 3], [], [-4]],
    }
    import base64

    value = {**fields, "data": base64.b64encode(fields["data"]).decode()}
    far_cases = list(both("Route", "one segment", schema.Route.new_message(**fields), value, canonical=False))
    for words in (1, 8):
        # Every object that does not fit gets its own segment, which far pointers refer to.
        message = schema.Route.new_message(num_first_segment_words=words, allocate_seg_callable=exact_segments())
        fill(message, fields)
        segments = int.from_bytes(message.to_bytes()[:4], "little") + 1
        far_cases += both("Route", f"{segments} segments", message, value, canonical=False)
    double = (
        "02000000 01000000 02000000 03000000"  # three segments
        "06000000 01000000"  # the root: a double far pointer to segment 1
        "02000000 02000000 00000000 01000100"  # its landing pad: the struct's location, and its description
        "03000000 04000000 01000000 1a000000 6162000000000000"
    ).replace(" ", "")
    with schema.Point.from_bytes(bytes.fromhex(double)) as point:
        assert (point.x, point.y, point.name) == (3, 4, "ab")
    far_cases.append(
        {
            "name": "double far pointer",
            "origin": f"by hand, after the encoding's section on inter-segment pointers; read by {origin}",
            "format": "capnp",
            "type": "corner.Point",
            "hex": double,
            "value": {"x": 3, "y": 4, "name": "ab"},
        }
    )
    write("capnp_far", far_cases)

    old = schema.OldLists.new_message(
        items=[1, 2, 65535],
        notes=["one", ""],
        points=[{"x": -1, "y": 2}, {"x": 3, "y": -4}],
        flags=[True] * 9,
        numbers=[5, 6],
        texts=["x"],
    )
    upgraded = {
        "items": [{"a": 1, "label": ""}, {"a": 2, "label": ""}, {"a": 65535, "label": ""}],
        "notes": [{"text": "one", "n": 0}, {"text": "", "n": 0}],
        "points": [{"x": -1, "y": 2, "z": 9, "w": 0}, {"x": 3, "y": -4, "z": 9, "w": 0}],
        "flags": [True] * 9,
        "numbers": [5, 6],
        "texts": ["x"],
    }
    write("capnp_lists", list(both("Lists", "lists of an older writer", old, upgraded, canonical=False)))


def exact_segments():
    return lambda words: bytearray(8 * max(words, 1))


def fill(message, fields):
    for name, value in fields.items():
        if isinstance(value, list):
            target = message.init(name, len(value))
            for index, item in enumerate(value):
                if isinstance(item, dict):
                    for member, member_value in item.items():
                        setattr(target[index], member, member_value)
                elif isinstance(item, list):
                    inner = target.init(index, len(item))
                    for at, number in enumerate(item):
                        inner[at] = number
                else:
                    target[index] = item
        elif isinstance(value, dict):
            target = message.init(name)
            for member, member_value in value.items():
                setattr(target, member, member_value)
        else:
            setattr(message, name, value)


def flatbuffers():
    def case(type_name, about, document, value, prefixed=False):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            (path / "case.json").write_text(json.dumps(document))
            flatc = pathlib.Path(sys.prefix) / "bin" / "flatc"
            options = ["--size-prefixed"] if prefixed else []
            command = [str(flatc), "--binary", *options, "--root-type", f"corner.{type_name}", "-o", folder]
            subprocess.run([*command, str(SCHEMAS / "corner.fbs"), str(path / "case.json")], check=True)
            data = (path / "case.bin").read_bytes()
        return {
            "name": about,
            "origin": version("flatc"),
            "format": "flatbuffers_size_prefixed" if prefixed else "flatbuffers",
            "type": f"corner.{type_name}",
            "hex": data.hex(),
            "value": value,
        }

    def inner(flag, weight=None):
        return {"flag": flag} | ({} if weight is None else {"weight": weight})

    items = [
        {"id": 1, "label": "one", "inner": inner(True, 0.5), "always": inner(False)},
        {"id": 2, "label": "two", "inner": inner(False, 1.5), "always": inner(True)},
        {"id": 3, "always": inner(True, 2.5)},
    ]
    box = {"items": items, "numbers": [1, -2, 2**62], "names": ["a", "", "ccc"], "note": "n"}
    write(
        "flatbuffers_shared_vtable",
        [
            case("Box", "vtables shared by elements", box, box),
            case("Box", "nothing", {}, {}),
            case("Box", "behind its size", box, box, prefixed=True),
            case("Box", "nothing behind its size", {}, {}, prefixed=True),
        ],
    )
    index = {
        "by_number": [{"count": 1, "number": 7}, {"count": 2, "number": -7}, {"count": 3, "number": 0}],
        "by_name": [{"name": "b", "count": 1}, {"name": "", "count": 2}, {"name": "ab", "count": 3}],
    }
    ordered = {
        "by_number": sorted(index["by_number"], key=lambda it: it["number"]),
        "by_name": sorted(index["by_name"], key=lambda it: it["name"].encode()),
    }
    flags = [{"flag": True, "count": 1}, {"flag": False, "count": 2}]
    write(
        "flatbuffers_sorted",
        [
            case("Index", "sorted by the original", index, ordered),
            case("Flags", "false comes first", {"by_flag": flags}, {"by_flag": flags[::-1]}),
        ],
    )
    payload = {"name": "inside", "values": [1.5, -2.0], "small": -3}
    envelope = {"kind": 9, "inner": payload, "choice_type": "payload", "choice": payload, "blob": [1, 2, 255]}
    read = {"kind": 9, "inner": payload, "payload": payload, "blob": "AQL/"}
    other = {"kind": 1, "choice_type": "other", "choice": {"number": 2**60}}
    write(
        "flatbuffers_nested",
        [
            case("Envelope", "a buffer in a buffer", envelope, read),
            case("Envelope", "another case of the union", other, {"kind": 1, "other": {"number": 2**60}}),
        ],
    )

    def wrapped(about, value):
        return case("Wrapped", about, flatbuffers_wrapped.original(value), value)

    everything = {
        "blobs": ["", "AQI="],
        "hashes": ["AQIDBA=="],
        "matrix": [[], [1, -2], [3]],
        "names": [["a", ""], []],
        "parts": [[{"number": 7}, {"number": 0}], []],
        "pairs": [[1.0, 2.0], [0.5, -0.5], [3.0, 4.0]],
        "ranks": {"": ["/w=="], "first": []},
        "many": [1, 65535],
        "choices": [{"number": 2**60}, {"flag": True}, {"blob": "AQ=="}, {"part": {"number": 1}}, {"text": "t"}, {"nothing": True}],
        "maybe": {"maybe": {"flag": False}},
    }
    pairs = {"pairs": [[0.0, 0.0]] * 3}
    write(
        "flatbuffers_wrapped",
        [
            wrapped("values in tables of their own", everything),
            wrapped("a case without a value", pairs | {"nothing": True, "maybe": {"maybe": {"nothing": True}}}),
            wrapped("no case", pairs | {"maybe": {}}),
        ],
    )


if __name__ == "__main__":
    CASES.mkdir(exist_ok=True)
    protobuf()
    capnp()
    flatbuffers()
