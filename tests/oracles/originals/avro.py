"""Avro: fastavro, and Apache's implementation for Java, the only one that writes arrays in blocks with their size."""

import io
import pathlib
import random
import subprocess

from . import SCHEMAS
from .avro_writer import Writer, described
from .values import from_base64, named, numbered, to_base64


class Fastavro:
    def __init__(self, model, type_name):
        import fastavro

        self.fastavro = fastavro
        self.file = self.schema_file(model, type_name)
        self.schema = fastavro.schema.load_schema(self.file)

    def schema_file(self, model, type_name):
        name = type_name.split(".")[1]
        return str(SCHEMAS / ("trade.avsc" if model == "trade" else f"{name}.avsc"))

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
        """Returns a random writer's schema, data, and the value as the reader's schema resolves it."""
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
    """Apache's implementation; fastavro converts between it and JSON."""

    JARS = ["org/apache/avro/avro", "com/fasterxml/jackson/core", "org/slf4j/slf4j-api", "org/apache/commons"]

    def __init__(self, model, type_name):
        super().__init__(model, type_name)
        repository = pathlib.Path.home() / ".m2" / "repository"
        jars = [str(jar) for folder in self.JARS for jar in (repository / folder).rglob("*.jar")]
        if not any("/avro-1." in jar for jar in jars):
            raise ImportError("Apache's Avro is not in the local Maven repository")
        program = str(SCHEMAS.parent / "AvroOracle.java")
        self.command = ["java", "-cp", ":".join(jars), program, self.file]

    def read_all(self, messages):
        return [super(Java, self).read(message) for message in self.rewritten("whole", messages)]

    def write_all(self, values):
        return self.rewritten("blocks", [super(Java, self).write(value) for value in values])

    def rewritten(self, form, messages):
        lines = "\n".join(message.hex() for message in messages)
        done = subprocess.run([*self.command, form], input=lines, capture_output=True, text=True, check=True)
        return [bytes.fromhex(line) for line in done.stdout.splitlines()]


class Printed(Java):
    """Apache's implementation and fastavro with a schema that Polywire printed: its path stands in place of a model."""

    def schema_file(self, path, _):
        return path

    def rewrite_all(self, messages):
        for message in messages:
            stream = io.BytesIO(message)
            self.fastavro.schemaless_reader(stream, self.schema)
            if stream.tell() != len(message):
                raise ValueError("bytes follow")
        return self.rewritten("whole", messages)


SUITS = {"CLUBS": 7, "HEARTS": 3, "SPADES": 5}
# The cases of the union `pick`, by the Python type that fastavro returns.
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
