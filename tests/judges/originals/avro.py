"""Avro: fastavro."""

import io

from . import SCHEMAS
from .values import from_base64, named, numbered, to_base64


class Fastavro:
    def __init__(self, model, type_name):
        import fastavro

        self.fastavro = fastavro
        name = type_name.split(".")[1]
        file = "trade.avsc" if model == "trade" else f"{name}.avsc"
        self.schema = fastavro.schema.load_schema(str(SCHEMAS / file))

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


SUITS = {"CLUBS": 7, "HEARTS": 3, "SPADES": 5}
# The cases of the union `pick`, by the type that fastavro reads.
PICKS = {int: "whole", str: "text", dict: "inner"}


def plain(value):
    members = {name: member for name, member in value.items() if member is not None}
    if "suit" in members:
        members |= {"suit": SUITS[members["suit"]], "blob": to_base64(members["blob"])}
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
