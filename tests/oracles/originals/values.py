"""Conversions of test model values for other implementations."""

import base64

ENUMS = {
    "side": ["buy", "sell"],
    "type": ["market", "limit", "stop"],
    "color": ["red", "green", "blue"],
}
BYTES = ["data", "blob"]
VOIDS = ["nothing"]
# By type: the unions that other implementations have as members, with their cases.
UNIONS = {
    "corner.Overlap": {
        "first": ["flag", "count", "name", "nothing"],
        "second": ["ratio", "small", "point", "on"],
    },
}


def walk(value, convert):
    """Returns the value with each non-struct member replaced by `convert(name, member)`."""
    if isinstance(value, list):
        return [walk(item, convert) for item in value]
    if isinstance(value, dict):
        return {
            name: walk(member, convert) if is_compound(member) else convert(name, member)
            for name, member in value.items()
        }
    return value


def is_compound(value):
    return isinstance(value, dict) or isinstance(value, list) and bool(value) and isinstance(value[0], (dict, list))


def numbered(value):
    """Returns the value with enumerators as numbers."""
    return walk(value, lambda name, it: ENUMS[name].index(it) if name in ENUMS else it)


def named(value):
    """Returns the value with enumerators as names."""
    return walk(value, lambda name, it: ENUMS[name][it] if name in ENUMS else it)


def to_base64(data):
    return base64.b64encode(bytes(data)).decode()


def from_base64(text):
    return base64.b64decode(text)
