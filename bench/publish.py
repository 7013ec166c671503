#!/usr/bin/env python3
"""Writes docs/benchmarks.md and its pictures from the results of bench/publish.

usage: publish.py MEASURED DOCS
"""

import json
import pathlib
import shutil
import sys

INTRODUCTION = """# Benchmarks

This page compares generated code with the original implementations: the same messages, the same plain types, and each library in the mode
that its documentation recommends ([how each is used](peers.md)). `make bench` repeats all measurements and writes this page. [bench.md](bench.md)
explains how they are made, and when a difference is significant. Every codec read back all fields of the value that was written.
"""

SAMPLE = """## The trade model: the published message

The message of the published comparison of C++ serializers, `bench/messages.hpp`: an account with a wallet and three orders.

The rows of `sbe` have the layout that Polywire derives from the schema in Protocol Buffers (135 bytes). The published comparison has an SBE schema of its
own, with texts of fixed length (138 bytes); [More measurements](measurements.md#sbe-and-the-flyweights-of-sbe-tool) compares sbe-tool's flyweights with it.
"""

MIX = """## The trade model: 256 different messages

With different messages, the processor cannot learn all branches, which is more realistic: up to six orders, names and symbols of different
lengths, prices with all digits.
"""

DOCUMENT = """## A JSON document of 47 MB

`bench/transcode` generates the document: a catalogue with nested records, texts with escapes and characters of several languages, and
numbers. *Parse* is the time that a library takes to parse the document into its own tree or, for simdjson, its tape. *Conversion* is the
rest of the time for decoding into the plain types. Generated code has no tree; its *parse* is validation of the document against the schema.
simdjson decodes with its other interface, On Demand, which has no separate parsing step.
"""

LAYOUTS = """## JSON from other writers

The messages of the trade model, read from JSON with its members in reverse order, with the white space of a pretty printer, and with both.
Nanoseconds per message, medians of 41 interleaved rounds, and the ratio to generated code (`bench/json_layouts.cpp`).
"""

ERLANG = """## Erlang

Generated Erlang for the published message, and for the same message with 100 orders, compared with gpb and erlcapnp if they are installed.
jsone, thoas and jiffy read and write maps; jiffy is native code.
"""

ERLCAPNP = """erlcapnp's own benchmark cases, also with the functions of its interface (`envelope`). Microseconds per operation, the minimum and the median of
41 interleaved rounds, and the ratio of erlcapnp's time to ours (only if erlcapnp is installed). On a busy machine, the minimum is more
meaningful.
"""

FLATBUFFERS = """## FlatBuffers with a schema of its own

The messages above with the schema that the published comparison has for FlatBuffers (`trade.fbs`), which states the layout. The last row of each
table is generated code that reads what libflatbuffers wrote: flatc's code leaves out defaults, so tables of a type have different vtables.
"""

def main():
    measured, docs = (pathlib.Path(argument) for argument in sys.argv[1:])
    reports = {}
    parts = []
    for name in ["sample", "mix", "flatbuffers-sample", "flatbuffers-mix", "document", "erlang-sample", "erlang-long"]:
        path = measured / name / "report.json"
        if path.exists():
            reports[name] = json.loads(path.read_text())
    for name, introduction, show in [
        ("sample", SAMPLE, table_of_messages),
        ("mix", MIX, table_of_messages),
        ("document", DOCUMENT, table_of_document),
    ]:
        if name in reports:
            pictures = [picture(measured, docs, name, operation) for operation in ["encode", "decode"]]
            parts += [introduction, *pictures, show(reports[name]) + "\n"]
    for name, introduction in [("flatbuffers-sample", FLATBUFFERS), ("flatbuffers-mix", "256 different messages:\n")]:
        if name in reports:
            parts += [introduction, table_of_messages(reports[name]) + "\n"]
    layouts = measured / "layouts.txt"
    if layouts.exists():
        parts += [LAYOUTS, "```\n" + layouts.read_text() + "```\n"]
    for name, introduction in [("erlang-sample", ERLANG), ("erlang-long", "With 100 orders:\n")]:
        if name in reports:
            parts += [introduction, table_of_messages(reports[name]) + "\n"]
    erlcapnp = measured / "erlcapnp.txt"
    if erlcapnp.exists():
        text = erlcapnp.read_text()
        lines = [line.rstrip() for line in text[text.index("microseconds") :].splitlines()]
        parts += [ERLCAPNP, "```\n" + "\n".join(lines) + "\n```\n"]
    (docs / "benchmarks.md").write_text("\n".join([INTRODUCTION, machine(reports) + "\n", *parts]))


def picture(measured, docs, name, operation):
    target = docs / "benchmarks" / f"{name}-{operation}.svg"
    target.parent.mkdir(exist_ok=True)
    shutil.copyfile(measured / name / f"{operation}.svg", target)
    return f"![{operation}: {name}](benchmarks/{target.name})\n"


def machine(reports):
    first = next(iter(reports.values()))
    of = first["machine"]
    tools = {name: version for report in reports.values() for name, version in report["tools"].items()}
    tools = "; ".join(f"{name}: {version}" for name, version in tools.items())
    versions = {codec["implementation"]: codec["version"] for report in reports.values() for codec in report["codecs"]}
    peers = sorted((it for it in versions.items() if not it[0].startswith("Polywire")), key=lambda it: it[0].lower())
    named = ", ".join(f"{name} {version}" for name, version in peers)
    absent = {it["name"]: it["reason"] for report in reports.values() for it in report["not_measured"]}
    rows = [
        ("machine", f"{of['processor']}, {of['kernel']}"),
        ("date", of["date"]),
        ("compiler", tools),
        ("Polywire", first["polywire"]),
        ("peers", named),
        ("not measured", "; ".join(f"{name}: {reason}" for name, reason in absent.items()) or "none is missing"),
    ]
    return table(["", ""], rows)


def table(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


OPERATIONS = {
    "encode": "encode",
    "decode": "decode",
    "decode_fresh": "decode, new value",
    "decode_borrowed": "decode, borrowed",
    "validate": "validate",
    "visit": "read in place",
}


def table_of_messages(report):
    """Returns a row for each codec, grouped by format, ours first."""
    codecs = [codec for codec in report["codecs"] if codec["faithful"]]
    ours = {codec["format"]: codec for codec in codecs if codec["implementation"] == "Polywire"}
    order = list(ours) + report["formats_of_others"]
    codecs.sort(key=lambda it: (order.index(it["format"]), it is not ours.get(it["format"]), time(it, "decode")))
    columns = [it for it in OPERATIONS if any(it in codec["operations"] for codec in codecs)]
    header = ["format", "implementation", "bytes", *(OPERATIONS[it] for it in columns)]
    rows = []
    for codec in codecs:
        own = ours.get(codec["format"])
        name = "**Polywire**" if codec is own else f"{codec['implementation']}: {codec['mode']}".removesuffix(": ")
        cells = [cell(codec, own, column) for column in columns]
        rows.append([codec["format"], name, f"{codec['message_bytes']:.0f}", *cells])
    others = ", ".join(report["formats_of_others"])
    told = f" Formats that Polywire does not have, measured only for other implementations: {others}." if others else ""
    return (
        "Nanoseconds per message, and in brackets the ratio to generated code for the same format; `=` if the difference is within the noise."
        f"{told}\n\n" + table(header, rows)
    )


def time(codec, operation):
    return codec["operations"][operation]["ns"]


def cell(codec, own, operation, unit=1):
    measured = codec["operations"].get(operation)
    if measured is None:
        return ""
    value = measured["ns"] / unit
    text = f"{value:.3g}" if value < 1000 else f"{value:.0f}"
    other = own["operations"].get(operation) if own else None
    if codec is own or other is None:
        return text
    ratio, is_known = paired_ratio(measured["rounds_ns"], other["rounds_ns"])
    return f"{text} ({ratio:.2g}×)" if is_known else f"{text} (=)"


def paired_ratio(left, right):
    """Returns the median of the rounds' ratios, and whether the sign test excludes a ratio of 1 (95%)."""
    ratios = sorted(a / b for a, b in zip(left, right))
    count = len(ratios)
    tail, rank, chance = 0.0, 0, 0.5**count
    while tail + chance <= 0.025:
        tail += chance
        rank += 1
        chance = chance * (count - rank + 1) / rank
    median = (ratios[(count - 1) // 2] + ratios[count // 2]) / 2
    return median, rank > 0 and not ratios[rank - 1] <= 1 <= ratios[count - rank]


def table_of_document(report):
    codecs = sorted(report["codecs"], key=lambda it: time(it, "decode"))
    own = next(codec for codec in codecs if codec["implementation"] == "Polywire")
    rows = []
    for codec in codecs:
        rows.append(
            [
                "**Polywire**" if codec is own else f"{codec['implementation']}: {codec['mode']}",
                milliseconds(codec, own, "validate"),
                conversion(codec),
                milliseconds(codec, own, "decode"),
                f"{codec['bytes'] / time(codec, 'decode') * 1e3:.0f}",
                milliseconds(codec, own, "decode_fresh"),
                milliseconds(codec, own, "encode"),
            ]
        )
    header = ["implementation", "parse", "conversion", "decode", "decode, MB/s", "decode, new value", "encode"]
    return (
        "Milliseconds, and in brackets the ratio to generated code; `=` if the difference is within the noise.\n\n"
        + table(header, rows)
    )


def milliseconds(codec, own, operation):
    return cell(codec, own, operation, unit=1e6)


def conversion(codec):
    """On Demand and generated code convert while they parse."""
    if codec["implementation"] in ["Polywire", "simdjson"]:
        return ""
    decode, parse = (codec["operations"][operation] for operation in ["decode", "validate"])
    _, is_known = paired_ratio(decode["rounds_ns"], parse["rounds_ns"])
    return f"{(decode['ns'] - parse['ns']) / 1e6:.0f}" if is_known else "within the noise"


if __name__ == "__main__":
    main()
