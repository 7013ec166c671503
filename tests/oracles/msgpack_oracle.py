#!/usr/bin/env python3
"""Reads and writes MessagePack with msgpack for Python.

usage: msgpack_oracle.py random COUNT   prints COUNT random values: a message in hexadecimal digits, a tab, and its value as JSON
       msgpack_oracle.py json COUNT     prints COUNT random values of JSON: the text, a tab, and the message in hexadecimal digits
       msgpack_oracle.py verdicts       each line is a message in hexadecimal digits; prints true if it is read, else false

Values without a form in JSON are objects such as {"$bin":"AQI="}, as docs/msgpack.md has them.
Exit status 3: the implementation is not installed.
"""

import base64
import datetime
import json
import math
import random
import sys

try:
    import msgpack
except ImportError as error:
    print(f"msgpack: not installed: {error}", file=sys.stderr)
    sys.exit(3)

INTEGERS = [sign * (2**bits) + near for bits in [0, 5, 7, 8, 15, 16, 31, 32, 53, 63] for sign in [1, -1] for near in [-1, 0, 1]]
INTEGERS = [number for number in INTEGERS if number >= -(2**63)] + [2**64 - 1]
FLOATS = [0.0, -0.0, 1.5, 0.1, -2.25, 1e30, 1e-300, 16777217.0, 5e-324, math.inf, -math.inf, math.nan]
SINGLES = [0.0, -0.0, 1.5, 0.1, -2.25, 1e30, 1e-45, 16777216.0, math.inf, -math.inf, math.nan]
TEXTS = ["", "a", "$bin", 'quote " and \\', "é\n", "x" * 31, "x" * 32, "y" * 255, "y" * 256, "z" * 65535, "z" * 65536]
COUNTS = [0, 1, 2, 3, 15, 16]
LENGTHS = [0, 1, 2, 3, 4, 7, 8, 15, 16, 17, 255, 256, 65535, 65536]
SECONDS = [0, 1, -1, 2**32 - 1, 2**32, 2**34 - 1, 2**34, -62135596800, 253402300799, 253402300800, -(2**63)]


class Single(float):
    """A float of 32 bits."""


def main():
    if sys.argv[1:2] == ["random"]:
        for seed in range(int(sys.argv[2])):
            value = any_value(random.Random(seed), 0)
            print(packed(value).hex(), json.dumps(shown(value)), sep="\t")
    elif sys.argv[1:2] == ["json"]:
        for seed in range(int(sys.argv[2])):
            value = plain(random.Random(seed), 0)
            print(json.dumps(value), msgpack.packb(value).hex(), sep="\t")
    elif sys.argv[1:] == ["verdicts"]:
        for line in sys.stdin.read().split("\n")[:-1]:
            print(json.dumps(is_read(bytes.fromhex(line))))
    else:
        sys.exit(__doc__)


def any_value(choice, depth):
    kind = choice.randrange(11 if depth < 3 else 8)
    if kind == 8:
        return [any_value(choice, depth + 1) for _ in range(choice.choice(COUNTS))]
    if kind > 8:
        return Pairs(choice, depth)
    return scalar(choice, kind)


def scalar(choice, kind):
    return [
        lambda: choice.choice([None, True, False]),
        lambda: choice.choice(INTEGERS),
        lambda: choice.choice(FLOATS),
        lambda: Single(choice.choice(SINGLES)),
        lambda: choice.choice(TEXTS[:8] if choice.random() < 0.99 else TEXTS),
        lambda: choice.randbytes(choice.choice(LENGTHS[:10] if choice.random() < 0.99 else LENGTHS)),
        lambda: msgpack.ExtType(choice.choice([0, 1, 127]), choice.randbytes(choice.choice(LENGTHS[:10]))),
        lambda: msgpack.Timestamp(choice.choice(SECONDS), choice.choice([0, 1, 500_000_000, 999_999_999])),
    ][kind]()


class Pairs:
    """The entries of a map."""

    def __init__(self, choice, depth):
        by_bytes = {}
        for _ in range(choice.choice(COUNTS)):
            key = any_value(choice, 3) if choice.random() < 0.3 else f"k{choice.randrange(10**6)}"
            by_bytes[packed(key)] = (key, any_value(choice, depth + 1))
        self.entries = list(by_bytes.values())


def packed(value):
    if isinstance(value, Pairs):
        return head("pack_map_header", value.entries) + b"".join(packed(part) for entry in value.entries for part in entry)
    if isinstance(value, list):
        return head("pack_array_header", value) + b"".join(packed(part) for part in value)
    return msgpack.packb(value, use_single_float=isinstance(value, Single))


def head(method, parts):
    return getattr(msgpack.Packer(), method)(len(parts))


def shown(value):
    """Returns what the implementation reads, in the form of JSON."""
    if isinstance(value, Pairs):
        pairs = [[shown(part) for part in entry] for entry in value.entries]
        are_names = all(isinstance(key, str) and not key.startswith("$") for key, _ in value.entries)
        return dict(pairs) if are_names else {"$map": pairs}
    if isinstance(value, list):
        return [shown(part) for part in value]
    return scalar_shown(msgpack.unpackb(packed(value), timestamp=0), isinstance(value, Single))


def scalar_shown(value, is_single):
    if isinstance(value, bytes):
        return {"$bin": text_of(value)}
    if isinstance(value, msgpack.Timestamp):
        return timestamp(value)
    if isinstance(value, msgpack.ExtType):
        return {"$ext": [value.code, text_of(value.data)]}
    if isinstance(value, float):
        special = {math.inf: "Infinity", -math.inf: "-Infinity"}.get(value, "NaN" if math.isnan(value) else None)
        if is_single:
            return {"$float32": value if special is None else special}
        return value if special is None else {"$float": special}
    return value


def timestamp(value):
    if not -62135596800 <= value.seconds <= 253402300799:
        return {"$ext": [-1, text_of(value.to_bytes())]}
    # The calendar is Python's; years before 1000 have no padding in its format.
    moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=value.seconds)
    fraction = f".{value.nanoseconds:09}".rstrip("0") if value.nanoseconds else ""
    return {"$timestamp": f"{moment.isoformat(timespec='seconds')}{fraction}Z"}


def text_of(data):
    return base64.b64encode(data).decode()


def plain(choice, depth):
    kind = choice.randrange(7 if depth < 4 else 5)
    if kind == 5:
        return [plain(choice, depth + 1) for _ in range(choice.choice(COUNTS))]
    if kind == 6:
        return {f"k{choice.randrange(10**6)}": plain(choice, depth + 1) for _ in range(choice.choice(COUNTS))}
    return choice.choice([None, True, choice.choice(INTEGERS), choice.choice(FLOATS[:-3]), choice.choice(TEXTS[:7])])


def is_read(message):
    try:
        msgpack.unpackb(message, strict_map_key=False, object_pairs_hook=list)
        return True
    # Its exceptions have no common base; a key that Python cannot hash is a message nevertheless.
    except TypeError:
        return True
    except (ValueError, msgpack.exceptions.UnpackException):
        return False


if __name__ == "__main__":
    main()
