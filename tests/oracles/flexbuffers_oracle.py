#!/usr/bin/env python3
"""Reads and writes FlexBuffers with the official implementation for Python.

usage: flexbuffers_oracle.py random COUNT   prints COUNT random values: a buffer in hexadecimal digits, a tab, and the value as JSON
       flexbuffers_oracle.py json COUNT     prints COUNT random values as plain JSON
       flexbuffers_oracle.py read           each line is a buffer in hexadecimal digits; prints the value as JSON

Values without a form in JSON are objects such as {"$bin":"AQI="}, as docs/flexbuffers.md has them.
Exit status 3: the implementation is not installed.
"""

import base64
import json
import math
import random
import struct
import sys

try:
    from flatbuffers import flexbuffers
    from flatbuffers.flexbuffers import Type
except ImportError as error:
    print(f"flexbuffers: not installed: {error}", file=sys.stderr)
    sys.exit(3)

INTEGERS = [0, 1, -1, 127, -128, 128, -129, 255, 256, 32767, -32768, 32768, 65535, 65536, 2**31 - 1, -(2**31), 2**31, 2**63 - 1, -(2**63)]
NATURALS = [0, 1, 127, 128, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**63, 2**64 - 1]
FLOATS = [0.0, -0.0, 1.5, 0.1, -2.25, 1e30, 1e-300, 16777217.0, math.inf, -math.inf, math.nan]
TEXTS = ["", "a", "Fred", 'quote " and \\', "é\u2028\n", "x" * 255, "y" * 256]
KEYS = ["a", "b", "ab", "key", "é", "longer key", "k" * 300, "", "$bin"]


def main():
    if sys.argv[1:2] == ["random"]:
        for seed in range(int(sys.argv[2])):
            print(bytes(written(seed)).hex(), shown(flexbuffers.GetRoot(written(seed))), sep="\t")
    elif sys.argv[1:2] == ["json"]:
        for seed in range(int(sys.argv[2])):
            print(json.dumps(plain(random.Random(seed), 0), ensure_ascii=False))
    elif sys.argv[1:] == ["read"]:
        for line in sys.stdin.read().split():
            print(shown(flexbuffers.GetRoot(bytes.fromhex(line))))
    else:
        sys.exit(__doc__)


def written(seed):
    choice = random.Random(seed)
    builder = flexbuffers.Builder(share_strings=seed % 2 == 0, share_keys=seed % 3 != 0)
    add(builder, choice, 0)
    return builder.Finish()


def add(builder, choice, depth):
    """Adds a random value of any type."""
    adders = SCALARS + (CONTAINERS * 2 if depth < 4 else [])
    choice.choice(adders)(builder, choice, depth)


def scalar(method, values):
    return lambda builder, choice, _: getattr(builder, method)(choice.choice(values))


def sized(method, values):
    def adder(builder, choice, _):
        # The narrowest width, or the widest.
        getattr(builder, method)(choice.choice(values), choice.choice([0, 0, 8]))

    return adder


def blob(builder, choice, _):
    builder.Blob(choice.randbytes(choice.choice([0, 1, 7, 255, 256])))


def vector(builder, choice, depth):
    with builder.Vector():
        for _ in range(choice.choice([0, 1, 2, 3, 9, 40])):
            add(builder, choice, depth + 1)


def mapping(builder, choice, depth):
    keys = choice.sample(KEYS, choice.randrange(len(KEYS)))
    with builder.Map():
        for key in keys:
            builder.Key(key.encode())
            add(builder, choice, depth + 1)


def typed(method, values):
    def adder(builder, choice, _):
        with builder.TypedVector():
            for _ in range(choice.choice([1, 2, 5, 300])):
                value = choice.choice(values)
                getattr(builder, method)(value.encode() if method == "Key" else value)

    return adder


def fixed(element, values):
    def adder(builder, choice, _):
        builder.FixedTypedVectorFromElements([choice.choice(values) for _ in range(choice.choice([2, 3, 4]))], element)

    return adder


SCALARS = [
    lambda builder, *_: builder.Null(),
    scalar("Bool", [True, False]),
    sized("Int", INTEGERS),
    sized("UInt", NATURALS),
    sized("Float", FLOATS),
    sized("IndirectInt", INTEGERS),
    sized("IndirectUInt", NATURALS),
    sized("IndirectFloat", FLOATS),
    scalar("String", TEXTS),
    scalar("Key", [key.encode() for key in KEYS]),
    blob,
]
CONTAINERS = [
    vector,
    mapping,
    typed("Int", INTEGERS),
    typed("UInt", NATURALS),
    typed("Float", FLOATS),
    typed("Bool", [True, False]),
    typed("Key", KEYS),
    typed("String", TEXTS),
    fixed(Type.INT, INTEGERS),
    fixed(Type.UINT, NATURALS),
    fixed(Type.FLOAT, FLOATS),
]


def plain(choice, depth):
    """Returns a random value of JSON: an array or object at the root."""
    kind = choice.randrange(8) if 0 < depth < 5 else choice.randrange(2) if depth == 0 else 2 + choice.randrange(6)
    if kind == 0:
        return [plain(choice, depth + 1) for _ in range(choice.choice([0, 1, 2, 3, 9, 40]))]
    if kind == 1:
        keys = choice.sample(KEYS, choice.randrange(len(KEYS)))
        return {key: plain(choice, depth + 1) for key in keys if key != "$bin"}
    texts = [text for text in TEXTS if "\u2028" not in text]
    return choice.choice([None, choice.random() < 0.5, choice.choice(INTEGERS), choice.choice(FLOATS[:-3]), choice.choice(texts)])


def shown(ref):
    return json.dumps(value(ref))


def value(ref):
    if ref.IsKey:
        return ref.AsKeyBytes.decode()
    if ref.IsBlob:
        return {"$bin": base64.b64encode(ref.AsBlob).decode()}
    if ref.IsFloat:
        return number(ref.AsFloat)
    if ref.IsMap:
        return entries([key.AsKeyBytes.decode() for key in ref.AsMap.Keys], [value(it) for it in ref.AsMap.Values])
    for is_it, elements in [
        (ref.IsVector, lambda: ref.AsVector),
        (ref.IsTypedVector, lambda: ref.AsTypedVector),
        (ref.IsFixedTypedVector, lambda: ref.AsFixedTypedVector),
    ]:
        if is_it:
            return [value(element) for element in elements()]
    return ref.Value


def entries(keys, values):
    """Returns an object, or the entries if a key would give it another meaning."""
    if any(key.startswith("$") for key in keys):
        return {"$map": [[key, value] for key, value in zip(keys, values)]}
    return dict(zip(keys, values))


def number(value):
    names = {math.inf: "Infinity", -math.inf: "-Infinity"}
    if math.isnan(value) or value in names:
        return {"$float": names.get(value, "NaN")}
    return value


if __name__ == "__main__":
    main()
