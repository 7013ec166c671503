#!/usr/bin/env python3
"""Turns the comparison's google-benchmark JSON into a table.

usage: report.py result.json [median|min]

Times are nanoseconds of CPU, encode / decode: medians of the repetitions, or the least of them, as
that is what other programs on the machine disturb least.
"""

import json
import sys

FORMATS = ["protobuf", "capnp", "flatbuffers", "sbe", "json", "fbe", "fbe_final"]
OPERATIONS = ["encode", "decode"]


def read_times(path, statistic):
    """{(format, implementation, operation, messages): (ns, bytes)}"""
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    times = {}
    for run in document["benchmarks"]:
        if run.get("aggregate_name") != statistic:
            continue
        key = tuple(run["run_name"].split("/")[:4])
        times[key] = (run["cpu_time"], run.get("bytes"))
    return document["context"], times


class Table:
    def __init__(self, times, messages):
        self.times = times
        self.messages = messages

    def both(self, name, implementation):
        found = [self.times.get((name, implementation, operation, self.messages)) for operation in OPERATIONS]
        return [time[0] for time in found] if all(found) else None

    def rows(self):
        for name in FORMATS:
            bound = self.both(name, "bound")
            if bound is None:
                continue
            generated, borrowed = (self.both(name, variant) for variant in ["generated", "borrowed"])
            copy = self.times.get((name, "memcpy", "copy", self.messages))
            # For a mix, the size of the last message would not be informative.
            size = self.times[(name, "bound", "encode", self.messages)][1]
            yield [
                name,
                f"{size:.0f}" if self.messages == "sample" else "",
                show(bound),
                show(generated),
                ratios(generated, bound),
                show(borrowed),
                ratios(borrowed, generated),
                f"{copy[0]:.1f}" if copy else "",
            ]


def show(pair):
    return f"{pair[0]:.1f} / {pair[1]:.1f}" if pair else "-"


def ratios(numerator, denominator):
    if not numerator or not denominator:
        return "-"
    return " / ".join(f"{a / b:.2f}x" for a, b in zip(numerator, denominator))


def print_table(rows):
    header = ["format", "bytes", "bound", "generated", "generated/bound", "borrowed", "borrowed/generated", "memcpy"]
    lines = [header, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    lines.insert(1, ["-" * width for width in widths])
    for line in lines:
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    statistic = sys.argv[2] if len(sys.argv) > 2 else "median"
    context, times = read_times(sys.argv[1], statistic)
    print(f"ns encode / decode, {statistic} of the repetitions; {context['num_cpus']} CPUs, {context['date']}")
    for messages in ["sample", "mix"]:
        print(f"\n{messages}:")
        print_table(list(Table(times, messages).rows()))


if __name__ == "__main__":
    main()
