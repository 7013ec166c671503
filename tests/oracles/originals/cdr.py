"""CDR: eProsima's FastCdr, in a program built for this purpose (fastcdr_oracle.cpp), which reads and writes fields as words."""

import pathlib
import struct
import subprocess
import tempfile

from . import SCHEMAS

FOLDERS = [SCHEMAS.parent.parent.parent / "build" / "oracles" / "fastcdr" / "usr", pathlib.Path("/usr")]


class FastCdr:
    """Encapsulations, written alternately in both byte orders."""

    framing = "octet"
    orders = ["big", "little"]

    def __init__(self, model, type_name):
        self.fields = STRUCTS[type_name]
        self.written = 0
        self.folder = tempfile.TemporaryDirectory()
        program = pathlib.Path(self.folder.name) / "fastcdr_oracle"
        build(program)
        self.process = subprocess.Popen(
            [str(program), type_name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def read(self, data):
        words = iter(self.ask("read", self.framing, data.hex()).split())
        return value(self.fields, words)

    def write(self, members):
        self.written += 1
        order = self.orders[self.written % len(self.orders)]
        return bytes.fromhex(self.ask("write", self.framing, order, *words(self.fields, members)))

    def ask(self, *request):
        print(*request, file=self.process.stdin)
        answer = self.process.stdout.readline()
        if answer.startswith("refused") or not answer:
            raise ValueError(answer)
        return answer


class Bare(FastCdr):
    """The bare data, which is little-endian."""

    framing = "bare"
    orders = ["little"]


def build(program):
    """FastCdr 1; version 2 has another interface."""
    found = (folder for folder in FOLDERS if (folder / "include/fastcdr/eProsima_auto_link.h").exists())
    folder = next(found, None)
    if folder is None:
        raise ImportError("FastCdr 1 is missing")
    library = next(folder.glob("lib/*/libfastcdr.so.1*"))
    source = str(SCHEMAS.parent / "fastcdr_oracle.cpp")
    # Debian keeps machine-dependent files in a separate folder.
    includes = [folder / "include", folder / "include" / library.parent.name]
    command = ["g++", "-std=c++20", *(f"-I{path}" for path in includes), source, str(library)]
    subprocess.run([*command, f"-Wl,-rpath,{library.parent}", "-o", str(program)], check=True)


def optional(fields):
    return ("optional", fields)


def many(fields):
    return ("list", fields)


ORDER = {"id": "int", "symbol": "text", "side": "int", "type": "int", "price": "float", "volume": "float"}
PART = ("union", [("wide", "float"), ("name", "text")])
INNER = {"octet": "int", "wide": "int", "half": "int", "tint": "int", "parts": many(PART)}
STRUCTS = {
    "trade.Account": {
        "id": "int",
        "name": "text",
        "wallet": optional({"currency": "text", "amount": "float"}),
        "orders": many(ORDER),
    },
    "corner.Outer": {"label": "text", "apart": INNER, "within": INNER, "last": optional("int")},
}


def words(shape, it):
    """Returns a value as words."""
    if shape == "int":
        yield str(it)
    elif shape == "float":
        yield str(struct.unpack("<Q", struct.pack("<d", it))[0])
    elif shape == "text":
        yield "x" + it.encode().hex()
    elif isinstance(shape, dict):
        for name, member in shape.items():
            yield from words(member, it.get(name))
    elif shape[0] == "union":
        (case,) = it.items()
        index = [name for name, _ in shape[1]].index(case[0])
        yield str(index + 1)
        yield from words(shape[1][index][1], case[1])
    else:
        items = it if shape[0] == "list" else [] if it is None else [it]
        yield str(len(items))
        for item in items:
            yield from words(shape[1], item)


def value(shape, words):
    """Returns the value in an iterator of words."""
    if shape == "int":
        return int(next(words))
    if shape == "float":
        return struct.unpack("<d", struct.pack("<Q", int(next(words))))[0]
    if shape == "text":
        return bytes.fromhex(next(words)[1:]).decode()
    if isinstance(shape, dict):
        members = {name: value(member, words) for name, member in shape.items()}
        return {name: member for name, member in members.items() if member is not None}
    number = int(next(words))
    if shape[0] == "union":
        name, case = shape[1][number - 1]
        return {name: value(case, words)}
    items = [value(shape[1], words) for _ in range(number)]
    return items if shape[0] == "list" else next(iter(items), None)
