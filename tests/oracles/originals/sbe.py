"""Simple Binary Encoding: the reference tool's own message reader, in one Java program for all messages."""

import base64
import json
import pathlib
import subprocess

from . import SCHEMAS
from .values import numbered


class Tool:
    def __init__(self, model, type_name):
        jar = next(pathlib.Path.home().glob(".m2/repository/uk/co/real-logic/sbe-all/*/sbe-all-*.jar"), None)
        if jar is None:
            raise ImportError("sbe-all is not in the local Maven repository")
        opens = ["--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"]
        program = SCHEMAS.parent / "SbeOracle.java"
        self.command = ["java", *opens, "-cp", str(jar), str(program), self.schema_file(model)]
        self.value = self.value_of(model)

    def schema_file(self, model):
        return str(SCHEMAS / f"{model}.xml")

    def value_of(self, model):
        return {"trade": account, "sbe_nested": meeting, "sbe_unions": unions, "order_locked": line}[model]

    def read_all(self, messages):
        lines = "\n".join(message.hex() for message in messages)
        done = subprocess.run(self.command, input=lines, capture_output=True, text=True, check=True)
        for line in done.stdout.splitlines():
            if line.startswith("refused"):
                raise ValueError(line)
            yield self.value(json.loads(line))


class Printed(Tool):
    """With a schema that Polywire printed: its path stands in place of a model. Values are as the tool prints them."""

    def schema_file(self, path):
        return path

    def value_of(self, _):
        return dict


def account(read):
    return numbered({**read, "orders": [group["order"] for group in read["orders"]]})


def line(read):
    """Removed members are skipped; a null number is absent."""
    members = ["id", "name", "motto", "sort"]
    absent = {"length"} if read["length"] == -(2**31) else set()
    return {
        **{name: read[name] for name in members},
        "stops": [{name: stop[name] for name in ["number", "note", "platform"]} for stop in read["stops"]],
        "fares": [fare["value"] for fare in read["fares"]],
        **{name: read[name] for name in {"length"} - absent},
        **({} if is_null_depot(read["depot"]) else {"depot": {name: read["depot"][name] for name in ["x", "y"]}}),
    }


def is_null_depot(depot):
    return depot["x"] == depot["y"] == -(2**31)


def meeting(read):
    """Converts flat names such as `host_contact_mail` in the tool's output to nested structs."""
    place = {
        "floor": read["place"]["floor"],
        "city": read["place_city"],
        "street": read["place_street"],
        "owner": person(read["place"]["owner"], read, "place_owner_"),
    }
    return without_nulls(
        {
            "id": read["id"],
            "host": person(read["host"], read, "host_"),
            "place": place,
            "guests": [person(guest, guest, "") for guest in read["guests"]],
            "seats": {seat["key"]: person(seat["value"], seat, "value_") for seat in read["seats"]},
            "desk": contact(read, "desk_"),
            "note": read["note"],
        }
    )


def unions(read):
    """Converts groups such as `choice_number`, of which at most one has an entry, to cases."""
    holder = {"count": read["holder"]["count"], **case(read, "holder_choice_")}
    must = {"choice": case(read, "must_choice_"), "note": read["must_note"]}
    optional = {
        "maybe": case(read, "maybe_"),
        "holder": {} if holder == {"count": -(2**31)} else holder,
        "must": {} if must == {"choice": {}, "note": ""} else must,
    }
    return {
        "id": read["id"],
        **case(read, "choice_"),
        "sure": case(read, "sure_"),
        "held": {"count": read["held"]["count"], **case(read, "held_choice_")},
        **{name: value for name, value in optional.items() if value},
        "items": [case(item, "value_") for item in read["items"]],
        "rows": [{"name": row["name"], **case(row, "choice_")} for row in read["rows"]],
        "named": {entry["key"]: case(entry, "value_") for entry in read["named"]},
        "tail": read["tail"],
    }


def case(read, prefix):
    """Returns the case of a union as an object with at most one member."""
    values = {
        "number": lambda entry: entry["value"],
        "flag": lambda entry: bool(entry["value"]),
        "text": lambda entry: entry["value"],
        "many": lambda entry: [item["value"] for item in entry["value"]],
        "part": lambda entry: entry,
        "nothing": lambda entry: True,
        "inner": lambda entry: inner(entry, "value_"),
    }
    return held(read, prefix, values)


def inner(read, prefix):
    values = {
        "left": lambda entry: entry["value"],
        "right": lambda entry: base64.b64encode(bytes(entry["value"])).decode(),
    }
    return held(read, prefix, values)


def held(read, prefix, values):
    groups = {name: read[prefix + name] for name in values}
    assert sum(map(len, groups.values())) <= 1, groups
    return {name: values[name](group[0]) for name, group in groups.items() if group}


def person(block, rest, prefix):
    return {"age": block["age"], "name": rest[f"{prefix}name"], "contact": contact(rest, f"{prefix}contact_")}


def contact(rest, prefix):
    calls = [call["value"] for call in rest[f"{prefix}calls"]]
    return {"mail": rest[f"{prefix}mail"], "phone": rest[f"{prefix}phone"], "calls": calls}


NULLS = {"age": 255, "floor": -32768}
OPTIONAL = ["age", "phone", "contact", "owner", "host", "place"]


def without_nulls(value):
    if isinstance(value, list):
        return [without_nulls(item) for item in value]
    if isinstance(value, dict):
        return {name: without_nulls(it) for name, it in value.items() if not (name in OPTIONAL and is_null(name, it))}
    return value


def is_null(name, value):
    if isinstance(value, dict):
        return all(is_null(name, it) for name, it in value.items())
    return value in ("", [], NULLS.get(name))
