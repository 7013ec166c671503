#!/usr/bin/env python3
"""Writes the cases of Protobuf's text format (tests/cases/text_tokens.json and *_text.json): texts with protoc's verdict, and
messages with unknown fields as printed by protoc.

usage: make_text_cases.py

Needs build/oracles (scripts/oracles): protoc 36.2, and Python's protobuf.
"""

import sys

from make_cases import write
from originals import protobuf

ORIGIN = "protoc 36.2, which writes `reencoded`"
# protoc parses messages in an `Any`, and prints their bytes.
ANY_ORIGIN = "protobuf 7.36.2 for Python, which writes `reencoded` of what protoc 36.2 reads"

# Accepted by protoc, and re-encoded.
ACCEPTED = {
    "empty": "",
    "white space and comments": " \t\r\n\v\f# one\ncount # two\n:# three\n1# four",
    "separators": "count: 1, wide: 2; positive: 3 large: 4,",
    "separators in messages": "cells { text: 'a', }, inner { count: 1; };",
    "integers in all bases": "count: 0x1F wide: -0x8000000000000000 positive: 037777777777 large: 18446744073709551615",
    "space behind the sign": "count: - 5 wide: -# five\n5",
    "zeros": "count: 0 wide: 00 positive: 0X0 large: 0",
    "limits": "count: -2147483648 wide: 9223372036854775807 positive: 4294967295",
    "floats": "single: 1.5 real: .5",
    "floats with suffixes": "single: 1.5f real: 10F",
    "floats without digits on one side": "single: 5. real: 1.e5",
    "integers for floats": "single: 3 real: 18446744073709551616",
    "exponents": "single: 1e-3 real: -1.5E+10",
    "words for floats": "single: -Infinity real: NaN",
    "other words for floats": "single: inf real: -INF",
    "floats beyond the range": "single: 1e39 real: -1e400",
    "floats below the range": "single: 1e-50 real: 1e-400",
    "minus zero": "single: -0 real: -0.0",
    "floats need all digits": "single: 16777217.0000001 real: 0.1",
    "floats with many digits": "single: 1.17549435e-38 real: 123456789012345.6",
    "general notation": "single: 1000000 real: 0.00001",
    "bools": "flag: True",
    "bool as t": "flag: t",
    "bool as a number": "flag: 0x1",
    "bool as zero": "flag: 0",
    "enumerator by number": "shade: -1",
    "enumerator by its other name": "shade: PALE",
    "enumerators in a list": "cells { shades: [LIGHT, 0, BELOW] }",
    "strings next to each other": "name: \"a\" 'b' # c\n\"\" 'd'",
    "simple escapes": r"""name: "\a\b\f\n\r\t\v\\\'\"\?" """,
    "octal and hexadecimal escapes": r'blob: "\0\12\1234\377\x1\xfFf\X41"',
    "Unicode escapes": r'name: "\u00e9\u4E16\U0001F600\U0010ffff\u007f"',
    "a string in the other quotes": "name: 'say \"a\"' word: \"it's\"",
    "characters beyond ASCII": "name: 'é世😀'",
    "control characters": "name: 'a\tb\x01\x7f'",
    "bytes that are no text": b"blob: '\xff\xfe\x80'",
    "a list": "numbers: [1, -2,3 , 0x4]",
    "lists and single ones": "numbers: 1 numbers: [2, 3] numbers: [] numbers: 4",
    "a list of messages": "cells [ { text: 'a' }, <text: 'b'> , {} ]",
    "a list of messages behind a colon": "cells: [{}]",
    "an empty list of messages": "cells: [] cells []",
    "messages in all forms": "cells { } cells: { } cells < > cells: < >",
    "a group by the name of its type": "Row { index: 1 } Row: { index: 2 label: 'x' }",
    "a group by its own name": "row { index: 1 }",
    "a list of groups": "Row [{ index: 1 }, < index: 2 >]",
    "a case of a oneof": "cell { text: 'a' }",
    "an empty case of a oneof": "word: ''",
    "messages in messages": "inner { inner { inner { count: 1 } count: 2 } }",
    "reserved names are skipped": "old: 1 count: 2 gone { a: [1, 'b', {c: d}] [e.f]: 1e5f }",
    "reserved names with values of all kinds": "old: - inf old: \"a\" 'b' old: 0x1F old: 1.5e3 old: [] gone < [a.b/c.d] { } >, gone: [<>]",
    "the order of numbers": "inner { } Row { index: 1 } count: 1 word: 'a' numbers: 1",
}

# Refused by protoc too: the text, and our error code.
REFUSED = {
    "no name": (": 1", "syntax"),
    "a number for a name": ("1: 1", "syntax"),
    "a string for a name": ("'count': 1", "syntax"),
    "an unknown name": ("nobody: 1", "unknown_member"),
    "a name in other letters": ("COUNT: 1", "unknown_member"),
    "an extension that there is not": ("[corner.note]: 1", "unknown_member"),
    "no value": ("count:", "truncated"),
    "no colon": ("count 1", "syntax"),
    "a separator at the start": (", count: 1", "syntax"),
    "two separators": ("count: 1,, wide: 2", "syntax"),
    "twice": ("count: 1 count: 1", "duplicate_field"),
    "a message twice": ("inner { } inner { }", "duplicate_field"),
    "two cases of a oneof": ("word: 'a' cell { }", "duplicate_field"),
    "a case twice": ("word: 'a' word: 'a'", "duplicate_field"),
    "too large": ("count: 2147483648", "out_of_range"),
    "too small": ("wide: -9223372036854775809", "out_of_range"),
    "too large for 64 bits": ("large: 18446744073709551616", "out_of_range"),
    "too large in base 8": ("large: 02000000000000000000000", "out_of_range"),
    "too large in base 16": ("large: 0x10000000000000000", "out_of_range"),
    "a sign where there is none": ("positive: -1", "wrong_kind"),
    "a plus sign": ("count: +1", "wrong_kind"),
    "two signs": ("count: --1", "wrong_kind"),
    "a float for an integer": ("count: 1.0", "syntax"),
    "a string for an integer": ("count: '1'", "wrong_kind"),
    "no octal digit": ("count: 08", "syntax"),
    "no hexadecimal digit": ("count: 0x", "truncated"),
    "a letter behind a number": ("count: 1a", "syntax"),
    "a float in base 16": ("real: 0x10", "syntax"),
    "a float in base 8": ("real: 010", "syntax"),
    "a leading zero": ("real: 01.5", "syntax"),
    "no exponent": ("real: 1e", "truncated"),
    "no digits": ("real: .e5", "syntax"),
    "two points": ("real: 1.2.3", "syntax"),
    "two suffixes": ("real: 1ff", "syntax"),
    "another word for a float": ("real: infin", "wrong_kind"),
    "another word for a bool": ("flag: TRUE", "wrong_kind"),
    "another number for a bool": ("flag: 2", "out_of_range"),
    "a negative bool": ("flag: -1", "wrong_kind"),
    "an unknown enumerator": ("shade: RED", "unknown_enumerator"),
    "an unknown number of a closed enum": ("shade: 7", "unknown_enumerator"),
    "a string for an enumerator": ("shade: 'DIM'", "wrong_kind"),
    "no string": ("name: a", "wrong_kind"),
    "a string that does not end": ("name: 'a\"", "truncated"),
    "a line feed in a string": ("name: 'a\nb'", "syntax"),
    "an unknown escape": (r"name: '\q'", "bad_escape"),
    "no digit in an escape": (r"name: '\xg'", "bad_escape"),
    "few digits in an escape": (r"name: '\u12'", "bad_escape"),
    "a message that does not end": ("inner { count: 1", "truncated"),
    "a message that ends otherwise": ("inner { >", "syntax"),
    "a message that was not begun": ("}", "syntax"),
    "a number for a message": ("inner: 1", "wrong_kind"),
    "a list where one is expected": ("count: [1]", "wrong_kind"),
    "a list of messages where one is expected": ("inner: [{}]", "wrong_kind"),
    "a list without a colon": ("numbers [1]", "syntax"),
    "a comma behind the last": ("numbers: [1,]", "wrong_kind"),
    "no comma": ("numbers: [1 2]", "syntax"),
    "a reserved name without a value": ("old:", "truncated"),
    "a reserved name without a colon": ("old 5", "syntax"),
    "a byte order mark": ("\ufeffcount: 1", "syntax"),
}

# Texts that protoc accepts and we refuse: the text, our error code, and the reason.
STRICTER = {
    "an octal escape beyond a byte": (r"blob: '\400'", "bad_escape", "Text Format, string literals"),
    "a high surrogate alone": (r"blob: '\ud83d'", "bad_escape", "Text Format, string literals"),
    "a low surrogate alone": (r"blob: '\ude00'", "bad_escape", "Text Format, string literals"),
    "a pair of surrogates": (r"blob: '\ud83d\ude00'", "bad_escape", "refused by the official conformance suite"),
    "two high surrogates": (r"blob: '\ud83d\ud83d'", "bad_escape", "Text Format, string literals"),
    "a surrogate in a long escape": (r"blob: '\U0000d83d'", "bad_escape", "Text Format, string literals"),
    "a code point that is none": (r"blob: '\U00110000'", "bad_escape", "Text Format, string literals"),
    "a text that is not UTF-8": (r"name: '\377'", "invalid_utf8", "the field is a verified text in our schema"),
    "a required field is missing": ("Row { label: 'x' }", "missing_field", "protoc warns"),
}


# Refused by protoc, but accepted if unknown names are ignored: the resulting text.
IGNORED = {
    "unknown names of all kinds": (
        "nobody: 1 count: 2 [a.b]: 'x' [c.d/e.F] { g: [1, { h: i }] } some: [{}, <>] any { } inner { at: all }",
        "count: 2\ninner {\n}\n",
    ),
    "an unknown name in an empty message": ("cells { nobody: inf }", "cells {\n}\n"),
}


# The same for maps.
MAPS_ACCEPTED = {
    "entries": "by_text { key: 'b' value { x: 1 } } by_text { key: 'a' value: { x: 2 } }",
    "a list of entries": "counts: [{ key: 'b' value: 2 }, < value: 1, key: 'a' >]",
    "entries without key or value": "by_i32 { } by_i32 { key: -1 } by_bool { value: 3 } by_u64 { key: 1 }",
    "the last of entries with equal keys": "counts { key: 'a' value: 1 } counts { key: 'a' value: 2 } counts { key: 'a' }",
    "keys in their order": "by_bool { key: t } by_bool { key: f } by_i64 { key: 10 } by_i64 { key: -2 } by_i64 { key: 9 }",
}

MAPS_REFUSED = {
    "a key twice": ("counts { key: 'a' key: 'a' }", "duplicate_field"),
    "an unknown member of an entry": ("counts { name: 'a' }", "unknown_member"),
    "a scalar for an entry": ("counts: 1", "wrong_kind"),
}

MAPS_STRICTER = {
    "a value without its required field": ("by_text { key: 'a' value { } }", "missing_field", "protoc warns"),
    "no value that has a required field": ("by_text { key: 'a' }", "missing_field", "protoc warns"),
}


# The same for MessageSets.
SET_ACCEPTED = {
    "an item by its type": "extras { [corner.Remark] { text: 'a' } }",
    "an item by its own name": "extras { [corner.Far.far] { x: 1 } [corner.Remark.remark]: < more: [1, 2] > }",
}

SET_REFUSED = {
    "an item twice": ("extras { [corner.Far] { } [corner.Far.far] { } }", "duplicate_field"),
    "an item of a type that is not known": ("extras { [corner.Near] { } }", "unknown_member"),
    "an item without brackets": ("extras { corner.Far { } }", "unknown_member"),
}


def nested(levels, innermost):
    """Returns nested messages."""
    return innermost if levels == 0 else delimited(1, nested(levels - 1, innermost))


def groups(levels):
    return b"" if levels == 0 else b"\x0b" + groups(levels - 1) + b"\x0c"


def delimited(number, payload):
    return bytes([number << 3 | 2, len(payload)]) + payload


def unknown(hexadecimal):
    """Returns field 20 with a length."""
    payload = bytes.fromhex(hexadecimal) if isinstance(hexadecimal, str) else hexadecimal
    return b"\xa2\x01" + bytes([len(payload)]) + payload


# Messages with unknown fields.
UNKNOWN = {
    "varints": bytes.fromhex("a00196 01 0801 a001ffffffffffffffffff01"),
    "64 bits": bytes.fromhex("a101efcdab8967452301 a10100000000000000ff"),
    "32 bits": bytes.fromhex("a50167452301 a501000000ff"),
    "a string": unknown(b'say "a"\n\xff'),
    "an empty string": unknown(b""),
    "what can be a message": unknown("0801 120161 1a020801 25aabbccdd 290102030405060708"),
    "a group": bytes.fromhex("a301 0801 0b1002 0c a401"),
    "an empty group": bytes.fromhex("a301a401"),
    "among known fields": bytes.fromhex("a00101") + delimited(12, b"\x0a\x01a\x18\x05") + bytes.fromhex("0801a00102"),
    "an enumerator that a closed enum lacks": bytes.fromhex("5007"),
    "messages in ten levels": unknown(nested(9, b"\x08\x01")),
    "messages in eleven levels": unknown(nested(10, b"\x08\x01")),
    "messages in twelve levels": unknown(nested(11, b"\x08\x01")),
    "groups in ten levels of a message": unknown(groups(10)),
    "groups in eleven levels of a message": unknown(groups(11)),
    "a message in a group in a message": unknown("0b 1203 0a0161 0c"),
    "a group that does not end": unknown("0b"),
    "a group that ends otherwise": unknown("0b14"),
    "the end of a group without it": unknown("080114"),
    "field 0": unknown("0001"),
    "a wire type that is none": unknown("0e"),
    "a varint that does not end": unknown("0880"),
    "a varint of ten bytes": unknown("08ffffffffffffffffff01"),
    "a varint of eleven bytes": unknown("08ffffffffffffffffffff01"),
    "a string that is too short": unknown("0a0261"),
    "a string whose length does not end": unknown("0a80"),
    "64 bits that are too short": unknown("0900000000000000"),
    "32 bits that are too short": unknown("0d000000"),
    "a key that does not end": unknown("0801f0"),
    "a key of five bytes": unknown("f8ffffff0f01"),
}

# The same for `Any`.
ANY_ACCEPTED = {
    "a message by its type": "any { [type.googleapis.com/corner.Note] { id: 3 child { id: 4 } } }",
    "its two fields": r"any { type_url: 'type.googleapis.com/corner.Note' value: '\010\003' }",
    "its fields in the other order": r"any { value: '\010\003', type_url: 'type.googleapis.com/corner.Note' }",
    "colon and angle brackets": "any: < [type.googleapis.com/corner.Note]: < id: 3 > > id: 1",
    "a separator behind the message": "any { [type.googleapis.com/corner.Note] { id: 3 }, } id: 1",
    "space and comments in the brackets": "any { [ type . googleapis.com # of whom\n / corner . Note ] { id: 3 } }",
    "an empty message": "any { [type.googleapis.com/corner.Note] { } }",
    "an empty any": "any { }",
    "another domain of the original": "any { [type.googleprod.com/corner.Note] { id: 3 } }",
    "a list": (
        "anys: [{ [type.googleapis.com/corner.Note] { id: 1 } }, { }, < [type.googleapis.com/corner.Note] < any { } > >]"
    ),
    "a message in a message in a message": (
        "any { [type.googleapis.com/corner.Note] { any { [type.googleapis.com/corner.Note] {"
        " any { [type.googleapis.com/corner.Note] { id: 1 } } id: 2 } } id: 3 } }"
    ),
    "a type that is not known": "any { type_url: 'type.googleapis.com/corner.Other' value: 'x' }",
    "a type without a slash": r"any { type_url: 'corner.Note' value: '\010\003' }",
    "bytes without a type": "any { value: 'x' }",
}

ANY_REFUSED = {
    "a message twice": (
        "any { [type.googleapis.com/corner.Note] { } [type.googleapis.com/corner.Note] { } }",
        "duplicate_field",
    ),
    "a message beside the URL": ("any { type_url: 'x' [type.googleapis.com/corner.Note] { } }", "duplicate_field"),
    "a message beside the bytes": (
        "any { [type.googleapis.com/corner.Note] { id: 1 } value: 'x' }",
        "duplicate_field",
    ),
    "a message of a type that is not known": ("any { [type.googleapis.com/corner.Other] { } }", "unknown_type"),
    "a type without a domain": ("any { [corner.Note] { } }", "unknown_type"),
    "a URL that is not closed": ("any { [type.googleapis.com/corner.Note { } }", "syntax"),
    "a URL outside of an any": ("[type.googleapis.com/corner.Note] { }", "unknown_member"),
    "a scalar for the message": ("any { [type.googleapis.com/corner.Note]: 1 }", "wrong_kind"),
    "a list for the message": ("any { [type.googleapis.com/corner.Note]: [{ }] }", "wrong_kind"),
    "an unknown member of the message": ("any { [type.googleapis.com/corner.Note] { x: 1 } }", "unknown_member"),
    "a field twice in the message": (
        "any { [type.googleapis.com/corner.Note] { id: 1 id: 1 } }",
        "duplicate_field",
    ),
    "a message in an any that does not end": ("any { [type.googleapis.com/corner.Note] { id: 1 }", "truncated"),
    "a message closed by another bracket": ("any { [type.googleapis.com/corner.Note] { id: 1 > }", "syntax"),
}

ANY_IGNORED = {
    "an unknown member of the message skipped": (
        "any { [type.googleapis.com/corner.Note] { x: 1 id: 3 } y: 2 }",
        "any {\n  [type.googleapis.com/corner.Note] {\n    id: 3\n  }\n}\n",
    ),
}


def main():
    sheet = OracleMessage("text_tokens", "corner.Sheet")
    ignored = [sheet.ignored(name, *given) for name, given in IGNORED.items()]
    write("text_tokens", sheet.cases(ACCEPTED, REFUSED, STRICTER) + ignored)
    maps = OracleMessage("maps", "corner.Maps")
    write("maps", maps.cases(MAPS_ACCEPTED, MAPS_REFUSED, MAPS_STRICTER), "maps_text")
    carrier = OracleMessage("message_set", "corner.Carrier")
    write("message_set", carrier.cases(SET_ACCEPTED, SET_REFUSED, {}), "message_set_text")
    write("text_tokens", [sheet.shown(name, message) for name, message in UNKNOWN.items()], "unknown_text")
    note = OracleAny("well_known", "corner.Note")
    ignored = [note.ignored(name, *given) for name, given in ANY_IGNORED.items()]
    write("well_known", note.cases(ANY_ACCEPTED, ANY_REFUSED, {}) + ignored + note.by_hand(), "well_known_text")


class OracleMessage:
    """Cases of a type."""

    def __init__(self, model, type_name):
        self.type_name, self.oracle = type_name, protobuf.ProtocText(model, type_name)

    def cases(self, accepted, refused, stricter):
        cases = [self.accepted(name, text) for name, text in accepted.items()]
        cases += [self.refused(name, *given) for name, given in refused.items()]
        return cases + [
            self.case(name, f"by hand ({why})", text, error=error) for name, (text, error, why) in stricter.items()
        ]

    def accepted(self, name, text):
        message = self.oracle.Message.FromString(self.oracle.protoc("--encode", to_bytes(text)))
        again = self.oracle.protoc("--decode", message.SerializeToString(deterministic=True))
        return self.case(name, ORIGIN, text, reencoded=again.hex())

    def refused(self, name, text, error):
        try:
            self.oracle.protoc("--encode", to_bytes(text))
        except ValueError:
            return self.case(name, "refused by protoc 36.2", text, error=error)
        sys.exit(f"{name}: accepted by protoc")

    def shown(self, name, message):
        shown = self.oracle.protoc("--decode", message)
        given = {"name": name, "origin": ORIGIN, "format": "protobuf", "type": self.type_name, "hex": message.hex()}
        return {**given, "write_unknown": True, "to": "protobuf_text", "reencoded": shown.hex()}

    def ignored(self, name, text, again):
        refused = self.refused(name, text, None)
        return {**refused, "ignore_unknown": True, "reencoded": again.encode().hex()}

    def case(self, name, origin, text, **more):
        given = {"hex": text.hex()} if isinstance(text, bytes) else {"text": text}
        return {"name": name, "origin": origin, "format": "protobuf_text", "type": self.type_name, **given, **more}


class OracleAny(OracleMessage):
    """Cases of a type with an `Any` in it."""

    def accepted(self, name, text):
        message = self.oracle.Message.FromString(self.oracle.protoc("--encode", to_bytes(text)))
        again = self.oracle.text.MessageToString(message, descriptor_pool=self.oracle.pool)
        return self.case(name, ANY_ORIGIN, text, reencoded=again.encode().hex())

    def by_hand(self):
        other = "example.com/a-b/corner.Note"
        plain = f'any {{\n  type_url: "{other}"\n  value: "\\010\\003"\n}}\n'
        broken = r"any { type_url: 'type.googleapis.com/corner.Note' value: '\010' }"
        return [
            self.case(
                "a domain that the original does not read",
                "by hand (protoc refuses it as a message, and writes the bytes)",
                f"any {{ [{other}] {{ id: 3 }} }}",
                value={"any": {"@type": other, "id": 3}},
                reencoded=plain.encode().hex(),
            ),
            self.case(
                "bytes that are no message",
                "by hand (refused by protobuf 7.36.2 for Python)",
                broken,
                error="truncated",
                to="protobuf_text",
            ),
        ]


def to_bytes(text):
    return text if isinstance(text, bytes) else text.encode()


if __name__ == "__main__":
    main()
