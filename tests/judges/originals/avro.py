"""Avro: fastavro, and Apache's implementation for Java, which alone writes arrays in blocks that tell their size."""

import io
import pathlib
import random
import subprocess

from . import SCHEMAS
from .values import from_base64, named, numbered, to_base64


class Fastavro:
    def __init__(self, model, type_name):
        import fastavro

        self.fastavro = fastavro
        name = type_name.split(".")[1]
        self.file = str(SCHEMAS / ("trade.avsc" if model == "trade" else f"{name}.avsc"))
        self.schema = fastavro.schema.load_schema(self.file)

    def read(self, data):
        stream = io.BytesIO(data)
        value = self.fastavro.schemaless_reader(stream, self.schema)
        if stream.tell() != len(data):
            raise ValueError("bytes follow")
        return plain(value)

    def write(self, value):
        out = io.BytesIO()
        self.fastavro.schemaless_writer(out, self.schema, original(value))
        return out.getvalue()

    def resolve(self, seed):
        """Data of a random writer's schema: the schema, the data, and the value as the reader's schema has it."""
        choice = random.Random(seed)
        writer = Writer(choice)
        fields, data = writer.fields()
        schema = {"type": "record", "name": "Reader", "namespace": "corner", "fields": fields}
        out = io.BytesIO()
        self.fastavro.schemaless_writer(out, self.fastavro.parse_schema(schema), data)
        stream = io.BytesIO(out.getvalue())
        value = self.fastavro.schemaless_reader(stream, self.fastavro.parse_schema(schema), self.schema)
        known = {field["name"] for field in fields} | {"preset"}
        value = plain({name: member for name, member in value.items() if name in known})
        return {"schema": described(schema), "hex": out.getvalue().hex(), "value": value}


class Java(Fastavro):
    """Apache's implementation, between which and JSON stands fastavro."""

    JARS = ["org/apache/avro/avro", "com/fasterxml/jackson/core", "org/slf4j/slf4j-api", "org/apache/commons"]

    def __init__(self, model, type_name):
        super().__init__(model, type_name)
        repository = pathlib.Path.home() / ".m2" / "repository"
        jars = [str(jar) for folder in self.JARS for jar in (repository / folder).rglob("*.jar")]
        if not any("/avro-1." in jar for jar in jars):
            raise ImportError("Apache's Avro is not in the local Maven repository")
        program = str(SCHEMAS.parent / "AvroJudge.java")
        self.command = ["java", "-cp", ":".join(jars), program, self.file]

    def read_all(self, messages):
        return [super(Java, self).read(message) for message in self.rewritten("whole", messages)]

    def write_all(self, values):
        return self.rewritten("blocks", [super(Java, self).write(value) for value in values])

    def rewritten(self, form, messages):
        lines = "\n".join(message.hex() for message in messages)
        done = subprocess.run([*self.command, form], input=lines, capture_output=True, text=True, check=True)
        return [bytes.fromhex(line) for line in done.stdout.splitlines()]


class Writer:
    """A random schema from which `Reader` can be resolved, and a value of it."""

    def __init__(self, choice):
        self.choice = choice
        self.inner = None

    def fields(self):
        members = {
            "wide": self.number(["int", "long"]),
            "real": self.number(["int", "long", "float", "double"]),
            "name": self.text(["string", "bytes"]),
            "blob": self.text(["string", "bytes"]),
            "suit": self.suit(),
            "preset": self.number(["int"]),
            "maybe": self.maybe(),
            "must": self.number(["int"]),
            "extra": self.extra(),
            "another": self.extra(),
        }
        names = [name for name in members if name == "must" or self.choice.random() < 0.7]
        # The record `Inner` is declared where it comes first.
        names += [name for name in ["pick", "list"] if self.choice.random() < 0.7]
        self.choice.shuffle(names)
        fields, data = [], {}
        for name in names:
            shapes = {"pick": self.pick, "list": self.inners}
            schema, data[name] = shapes[name]() if name in shapes else members[name]
            fields.append({"name": name, "type": schema})
        return fields, data

    def number(self, types):
        schema = self.choice.choice(types)
        if schema in ("float", "double"):
            return schema, self.choice.randrange(-(2**20), 2**20) / 8
        bits = 31 if schema == "int" else 63
        return schema, self.choice.randrange(-(2**bits), 2**bits) >> self.choice.randrange(bits)

    def text(self, types):
        schema = self.choice.choice(types)
        text = "".join(self.choice.choices("abcé ", k=self.choice.randrange(8)))
        return schema, text.encode() if schema == "bytes" else text

    def suit(self):
        symbols = ["CLUBS", "HEARTS", "SPADES"]
        symbol = self.choice.choice(symbols)
        symbols = symbols[: self.choice.randrange(4)] + ["DIAMONDS"] + symbols
        symbols = list(dict.fromkeys(symbols))
        self.choice.shuffle(symbols)
        return {"type": "enum", "name": "Suit", "symbols": symbols}, symbol

    def maybe(self):
        schema = self.choice.choice(["string", ["null", "string"], ["string", "null"], ["string"]])
        absent = "null" in schema and self.choice.random() < 0.5
        return schema, None if absent else self.text(["string"])[1]

    def pick(self):
        branches = self.choice.sample(["null", "long", "string", "Inner"], self.choice.randrange(1, 5))
        branch = self.choice.choice(branches)
        schema = [self.inner_schema() if it == "Inner" else it for it in branches]
        value = {"null": lambda: None, "long": lambda: self.number(["long"])[1], "string": lambda: "text"}
        it = self.inner_value() if branch == "Inner" else value[branch]()
        return schema, it

    def inners(self):
        schema = {"type": "array", "items": self.inner_schema()}
        return schema, [self.inner_value() for _ in range(self.choice.randrange(4))]

    def inner_schema(self):
        if self.inner is not None:
            return "Inner"
        self.inner = self.choice.choice(["int", "float"])
        fields = [{"name": "x", "type": self.inner}, {"name": "y", "type": {"type": "map", "values": "long"}}]
        return {"type": "record", "name": "Inner", "fields": fields}

    def inner_value(self):
        return {"x": self.choice.randrange(-1000, 1000), "y": {"a": 1, "b": -2}}

    def extra(self):
        return self.choice.choice(
            [
                ("boolean", True),
                ({"type": "map", "values": {"type": "array", "items": "double"}}, {"a": [1.5], "": []}),
                (["null", {"type": "fixed", "name": f"F{self.choice.random()}".replace(".", ""), "size": 3}], b"abc"),
                ({"type": "array", "items": ["null", "string"]}, ["a", None]),
            ]
        )


KINDS = [
    *["null", "boolean", "int", "long", "float", "double", "bytes", "string", "record", "enum", "fixed", "array", "map"],
    "union",
]


def described(schema):
    """The schema as a value of Polywire's `avro.Schema`."""
    nodes, records = [], {}

    def add(it):
        if isinstance(it, str) and it in records:
            return records[it]
        kind = "union" if isinstance(it, list) else it if isinstance(it, str) else it["type"]
        node = {"kind": KINDS.index(kind)}
        nodes.append(node)
        index = len(nodes) - 1
        if kind in ("record", "enum", "fixed"):
            node["name"] = it["name"]
            records[it["name"]] = index
        if kind == "record":
            node["fields"] = [{"name": field["name"], "node": add(field["type"])} for field in it["fields"]]
        if kind == "enum":
            node["symbols"] = it["symbols"]
        if kind == "fixed":
            node["size"] = it["size"]
        if kind in ("array", "map"):
            node["items"] = add(it["items" if kind == "array" else "values"])
        if kind == "union":
            node["branches"] = [add(branch) for branch in it]
        return index

    return {"root": add(schema), "nodes": nodes}


SUITS = {"CLUBS": 7, "HEARTS": 3, "SPADES": 5}
# The cases of the union `pick`, by the type that fastavro reads.
PICKS = {int: "whole", str: "text", dict: "inner"}


def plain(value):
    members = {name: member for name, member in value.items() if member is not None}
    if "suit" in members:
        members["suit"] = SUITS[members["suit"]]
    if "blob" in members:
        members["blob"] = to_base64(members["blob"])
    if "pick" in members:
        pick = members.pop("pick")
        members[PICKS[type(pick)]] = pick
    return numbered(members)


def original(value):
    members = dict(value)
    if "suit" in members:
        symbol = next(symbol for symbol, number in SUITS.items() if number == members["suit"])
        members |= {"suit": symbol, "blob": from_base64(members["blob"])}
    for case in members.keys() & set(PICKS.values()):
        members["pick"] = members.pop(case)
    return named(members)
