#!/usr/bin/env python3
"""Reads and writes values with the original implementation of a wire format.

usage: oracle.py JUDGE MODEL TYPE read|write|rewrite|show|resolve < LINES

read:  each line is a message; prints the decoded value as a line of plain JSON.
write: each line is a value in plain JSON; prints the encoded message.
rewrite: each line is a message; prints the message that the implementation writes after reading it.
show:  each line is a message; prints its full contents in the implementation's own form.
resolve: each line is a seed; prints data of a random writer's schema, that schema, and the value in the reader's schema, as JSON.

Messages are in hexadecimal digits; an empty one is `-`.
For a rejected message, prints `refused: ` and the reason.
Exit status 3: the implementation is not installed.
"""

import json
import sys

from originals import avro, avro_file, capnp, cdr, flatbuffers, json_text, msgpack, protobuf, sbe

JUDGES = {
    "protobuf-python": protobuf.Python,
    "protobuf-json": protobuf.Json,
    "protobuf-python-canonical": protobuf.Canonical,
    "protoc": protobuf.Protoc,
    "protoc-canonical": protobuf.CanonicalProtoc,
    "protoc-text": protobuf.ProtocText,
    "protobuf-python-text": protobuf.PythonText,
    "pycapnp": capnp.Python,
    "pycapnp-packed": capnp.Packed,
    "pycapnp-segments": capnp.Segments,
    "pycapnp-older": capnp.Older,
    "capnp": capnp.Command,
    "capnp-packed": capnp.PackedCommand,
    "flatc": flatbuffers.Flatc,
    "flatc-size-prefixed": flatbuffers.SizePrefixed,
    "fastavro": avro.Fastavro,
    "avro-java": avro.Java,
    "avro-printed": avro.Printed,
    "avro-file-fastavro": avro_file.Fastavro,
    "avro-file-java": avro_file.Java,
    "msgpack": msgpack.Python,
    "json": json_text.Python,
    "sbe-tool": sbe.Tool,
    "sbe-printed": sbe.Printed,
    "fastcdr": cdr.FastCdr,
    "fastcdr-bare": cdr.Bare,
}


def main():
    verbs = {"read": read, "write": write, "rewrite": rewrite, "show": show, "resolve": resolve}
    if len(sys.argv) != 5 or sys.argv[1] not in JUDGES or sys.argv[4] not in verbs:
        sys.exit(__doc__)
    name, model, type_name, verb = sys.argv[1:]
    try:
        oracle = JUDGES[name](model, type_name)
    except (ImportError, FileNotFoundError) as error:
        print(f"{name}: not installed: {error}", file=sys.stderr)
        sys.exit(3)
    for answer in verbs[verb](oracle, sys.stdin.read().splitlines()):
        print(answer)


def read(oracle, lines):
    if hasattr(oracle, "read_all"):
        return map(json.dumps, oracle.read_all([from_hex(line) for line in lines]))
    return (attempt(lambda: json.dumps(oracle.read(from_hex(line)))) for line in lines)


def write(oracle, lines):
    if hasattr(oracle, "write_all"):
        return (message.hex() or "-" for message in oracle.write_all([json.loads(line) for line in lines]))
    return (attempt(lambda: oracle.write(json.loads(line)).hex() or "-") for line in lines)


def rewrite(oracle, lines):
    return (message.hex() or "-" for message in oracle.rewrite_all([from_hex(line) for line in lines]))


def show(oracle, lines):
    return (attempt(lambda: repr(oracle.show(from_hex(line)))) for line in lines)


def resolve(oracle, lines):
    return (attempt(lambda: json.dumps(oracle.resolve(int(line)))) for line in lines)


def from_hex(line):
    return bytes.fromhex("" if line == "-" else line)


def attempt(action):
    try:
        return action()
    except Exception as error:  # whichever way an implementation has of refusing
        return f"refused: {error!r}".replace("\n", " ")


if __name__ == "__main__":
    main()
