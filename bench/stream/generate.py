"""generate.py SIZE: prints at least SIZE bytes of length-delimited trading accounts in Protocol Buffers.

The output is deterministic. It repeats 16 MB of different accounts with up to twelve orders each: more than branch predictors
can learn, and little enough to generate in a few seconds."""

import random
import struct
import sys

DIFFERENT = 16_000_000
CURRENCIES = ["USD", "EUR", "GBP", "JPY", "CHF", "AUD", "NZD", "CAD"]
NAMES = ["Ada", "Grace Hopper", "Chloé", "Jürgen Müller", "Иван", "山田太郎", "Test", "A trader with a rather long name"]


def main():
    size = int(sys.argv[1])
    block = different_accounts(random.Random(1))
    for _ in range(-(-size // len(block))):
        sys.stdout.buffer.write(block)


def different_accounts(pick):
    parts, size = [], 0
    while size < DIFFERENT:
        message = account(pick)
        parts.append(varint(len(message)) + message)
        size += len(parts[-1])
    return b"".join(parts)


def account(pick):
    wallet = text(1, pick.choice(CURRENCIES)) + double(2, pick.randrange(10_000_000) / 100)
    orders = (message(4, order(pick)) for _ in range(pick.choice([0, 1, 2, 3, 3, 3, 5, 12])))
    return number(1, pick.randrange(1 << 20)) + text(2, pick.choice(NAMES)) + message(3, wallet) + b"".join(orders)


def order(pick):
    one, other = pick.sample(CURRENCIES, 2)
    kinds = number(3, pick.randrange(2)) + number(4, pick.randrange(3))
    amounts = double(5, pick.randrange(1, 300_000) / 100_000) + double(6, pick.randrange(100) * 1000.0)
    return number(1, pick.randrange(1 << 20)) + text(2, one + other) + kinds + amounts


def number(field, value):
    """Zero is not written, as usual in proto3."""
    return varint(field << 3) + varint(value) if value else b""


def double(field, value):
    return varint(field << 3 | 1) + struct.pack("<d", value) if value else b""


def text(field, value):
    return message(field, value.encode())


def message(field, content):
    return varint(field << 3 | 2) + varint(len(content)) + content


def varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out) + bytes([value])


if __name__ == "__main__":
    main()
