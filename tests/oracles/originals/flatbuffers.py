"""FlatBuffers: flatc through JSON; its input first passes the verifier of its C++ library, in a program built for this purpose."""

import json
import pathlib
import subprocess
import sys
import tempfile

from . import SCHEMAS, flatbuffers_wrapped
from .values import from_base64, named, numbered, to_base64


class Flatc:
    PREFIXED = []

    def __init__(self, model, type_name):
        self.type_name = type_name
        module = type_name.split(".")[0]
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        self.schema = str(SCHEMAS / f"{module}.fbs")
        self.flatc(["--cpp", self.schema])
        program = SCHEMAS.parent / "flatbuffers_verifier.cpp"
        (self.path / "generated.h").write_text(f'#include "{module}_generated.h"\nusing root = {type_name.replace(".", "::")};\n')
        include = pathlib.Path(sys.prefix) / "include"
        command = ["g++", "-std=c++20", "-O1", f"-I{self.path}", f"-I{include}", str(program), "-o"]
        subprocess.run([*command, str(self.path / "verify")], check=True)

    def flatc(self, arguments):
        command = [str(pathlib.Path(sys.prefix) / "bin" / "flatc"), "-o", self.folder.name, *arguments]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise ValueError(done.stdout + done.stderr)

    def read(self, data):
        message = self.path / "message.bin"
        message.write_bytes(data)
        verdict = subprocess.run([str(self.path / "verify"), str(message), *self.PREFIXED]).returncode
        if verdict != 0:
            raise ValueError("a key is not found" if verdict == 2 else "the verifier refuses it")
        options = ["--json", "--raw-binary", "--strict-json", "--defaults-json", "--root-type", self.type_name, *self.PREFIXED]
        self.flatc([*options, self.schema, "--", str(message)])
        value = json.loads((self.path / "message.json").read_text())
        return flatbuffers_wrapped.plain(value) if self.is_wrapped() else plain(value)

    def write(self, value):
        value = flatbuffers_wrapped.original(value) if self.is_wrapped() else original(self.type_name, value)
        (self.path / "value.json").write_text(json.dumps(value))
        self.flatc(["--binary", *self.PREFIXED, "--root-type", self.type_name, self.schema, str(self.path / "value.json")])
        return (self.path / "value.bin").read_bytes()

    def is_wrapped(self):
        return self.type_name == "corner.Wrapped"


class SizePrefixed(Flatc):
    PREFIXED = ["--size-prefixed"]


# By type: the unions by the name of their member, with their cases.
UNIONS = {"corner.Envelope": {"choice": ["payload", "other", "text"]}}


def plain(value):
    members = {}
    for name, member in value.items():
        if name == "blob":
            members[name] = to_base64(member)
        elif f"{name}_type" in value:
            members[value[f"{name}_type"]] = member
        elif not name.endswith("_type"):
            members[name] = member
    return numbered(members)


def original(type_name, value):
    union_of = {case: union for union, cases in UNIONS.get(type_name, {}).items() for case in cases}
    members = {}
    for name, member in value.items():
        if name in union_of:
            members |= {f"{union_of[name]}_type": name, union_of[name]: member}
        else:
            members[name] = list(from_base64(member)) if name == "blob" else member
    return named(members)
