"""Cap'n Proto: pycapnp, which wraps the C++ library, and the `capnp` command."""

import json
import subprocess

from . import SCHEMAS
from .values import BYTES, ENUMS, UNIONS, VOIDS, from_base64, named, numbered, to_base64


class Python:
    packed = False

    def __init__(self, model, type_name):
        import capnp

        capnp.remove_import_hook()
        self.type_name = type_name
        module, name = type_name.split(".")
        self.Struct = getattr(capnp.load(str(SCHEMAS / f"{module}.capnp")), name)

    def read(self, data):
        if self.packed:
            return plain(self.type_name, self.Struct.from_bytes_packed(data).to_dict())
        with self.Struct.from_bytes(data) as reader:
            return plain(self.type_name, reader.to_dict())

    def write(self, value):
        builder = self.builder(value)
        return builder.to_bytes_packed() if self.packed else builder.to_bytes()

    def builder(self, value):
        builder = self.Struct.new_message()
        fill(builder, original(self.type_name, value))
        return builder


class Packed(Python):
    packed = True


class Segments(Python):
    """Messages of many segments: every object that does not fit into the first word gets its own."""

    def builder(self, value):
        builder = self.Struct.new_message(
            num_first_segment_words=1, allocate_seg_callable=lambda words: bytearray(8 * max(words, 1))
        )
        fill(builder, original(self.type_name, value))
        return builder


class Older(Python):
    """The schema of an older writer and reader of `Lists`: numbers and texts in place of structs."""

    SINGLE = {"items": "a", "notes": "text"}

    def __init__(self, model, type_name):
        super().__init__(model, "corner.OldLists")

    def read(self, data):
        members = super().read(data)
        for name, member in self.SINGLE.items():
            members[name] = [{member: item} for item in members.get(name, [])]
        return members

    def write(self, value):
        single = {name: [item[member] for item in value[name]] for name, member in self.SINGLE.items()}
        return super().write({**value, **single})


class Command:
    """`capnp convert` from a binary form to JSON, and from text to it, because its JSON reader (0.9.2) does not support all escapes."""

    form = "binary"

    def __init__(self, model, type_name):
        self.type_name = type_name
        module, self.name = type_name.split(".")
        self.schema = str(SCHEMAS / f"{module}.capnp")

    def read(self, data):
        return plain(self.type_name, json.loads(self.convert(f"{self.form}:json", data)))

    def write(self, value):
        members = original(self.type_name, value)
        return self.convert(f"text:{self.form}", text(members).encode())

    def convert(self, forms, data):
        done = subprocess.run(["capnp", "convert", forms, self.schema, self.name], input=data, capture_output=True)
        if done.returncode != 0:
            raise ValueError(done.stderr.decode())
        return done.stdout


class PackedCommand(Command):
    form = "packed"


def plain(type_name, value):
    """Returns a struct's dictionary as a value: unions flat, bytes in base64, Void as `true`."""
    members = {}
    for name, member in value.items():
        members |= member if name in UNIONS.get(type_name, {}) else {name: member}
    for name in members.keys() & set(BYTES):
        members[name] = to_base64(members[name])
    for name in members.keys() & set(VOIDS):
        members[name] = True
    return numbered(members)


def original(type_name, value):
    """Returns a value as a dictionary of the struct, the inverse."""
    union_of = {case: union for union, cases in UNIONS.get(type_name, {}).items() for case in cases}
    members = {}
    for name, member in value.items():
        if name in BYTES:
            member = from_base64(member)
        if name in VOIDS:
            member = None
        if name in union_of:
            members[union_of[name]] = {name: member}
        else:
            members[name] = member
    return named(members)


def text(value, name=None):
    """Returns a value in the text form of the schema language."""
    if isinstance(value, dict):
        return "(" + ", ".join(f"{name} = {text(member, name)}" for name, member in value.items()) + ")"
    if isinstance(value, list):
        return "[" + ", ".join(text(item) for item in value) + "]"
    if isinstance(value, bytes):
        return quoted(value)
    if name in ENUMS:
        return value
    if isinstance(value, str):
        return quoted(value.encode())
    return "void" if value is None else str(value).lower()


def quoted(data):
    """Escapes every byte, because the command counts brackets even inside texts."""
    return '"' + "".join(f"\\x{byte:02x}" for byte in data) + '"'


def fill(builder, value):
    for name, member in value.items():
        if isinstance(member, dict):
            fill(builder.init(name), member)
        elif isinstance(member, list):
            fill_list(builder.init(name, len(member)), member)
        else:
            setattr(builder, name, member)


def fill_list(builder, items):
    for index, item in enumerate(items):
        if isinstance(item, dict):
            fill(builder[index], item)
        elif isinstance(item, list):
            fill_list(builder.init(index, len(item)), item)
        else:
            builder[index] = item
