#!/usr/bin/env python3
"""Writes the cases of pretty-printed JSON (tests/cases/*_json_pretty.json): messages as written by Python's protobuf.

usage: make_json_cases.py

Needs build/oracles (scripts/oracles): Python's protobuf.
"""

from make_cases import version, write
from originals import protobuf

NOTE = "type.googleapis.com/corner.Note"

MESSAGES = {
    ("well_known", "corner.Note"): {
        "nothing": {},
        "a member": {"id": 3},
        "special forms": {
            "instant": "2024-02-29T23:59:59.123Z",
            "span": "-1.500s",
            "mask": "fooBar,baz.quxQuux",
            "wide": "5",
            "label": 'x "y"',
            "nothing": {},
        },
        "structs in structs": {"child": {"id": 1, "child": {"child": {}}}},
        "lists": {"instants": ["1970-01-01T00:00:00Z", "2000-02-29T12:00:00Z"]},
        "a message by its type": {"any": {"@type": NOTE, "id": 3, "child": {"id": 4}}},
        "an empty message by its type": {"id": 1, "any": {"@type": NOTE}},
        "messages by their types": {"anys": [{}, {"@type": NOTE}, {"@type": NOTE, "any": {"@type": NOTE, "id": 2}}]},
    },
    ("maps", "corner.Maps"): {
        "maps": {"byBool": {"true": 3}, "byI32": {"-1": "a"}, "byText": {"k": {"x": 1}}, "counts": {"": 7}},
    },
}

# Hand-written cases, for types whose names differ in Python.
BY_HAND = {
    "a special form by its type": (
        '{\n  "any": {\n    "@type": "a/corner.Any",\n    "value": {\n      "@type": "a/corner.Span",\n      "value": "3s"\n'
        "    }\n  }\n}"
    ),
}


def main():
    for (model, type_name), messages in MESSAGES.items():
        oracle = protobuf.Json(model, type_name)
        cases = [verified(oracle, type_name, name, value) for name, value in messages.items()]
        if model == "well_known":
            origin = "by hand (as Python's `json.dumps` with `indent=2`)"
            cases += [case(type_name, name, origin, text) for name, text in BY_HAND.items()]
        write(model, cases, f"{model}_json_pretty")


def verified(oracle, type_name, name, value):
    message = oracle.json.ParseDict(value, oracle.Message(), descriptor_pool=oracle.pool)
    text = oracle.json.MessageToJson(message, indent=2, descriptor_pool=oracle.pool)
    return case(type_name, name, version("protobuf"), text)


def case(type_name, name, origin, text):
    return {"name": name, "origin": origin, "format": "json_pretty", "type": type_name, "text": text, "canonical": True}


if __name__ == "__main__":
    main()
