#!/usr/bin/env python3
"""Turns the comparison's google-benchmark JSON into a table: medians, nanoseconds of CPU.

usage: report.py result.json
"""

import json
import sys

OPERATIONS = [
    ("write", "ours/encode", "official/encode"),
    ("read into plain values", "ours/decode", "official/decode"),
    ("visit every field, validated before", "ours/visit", "official/visit"),
    ("validate and visit every field", "ours/validate_and_visit", "official/visit"),
]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        runs = json.load(file)["benchmarks"]
    medians = {run["run_name"]: run for run in runs if run.get("aggregate_name") == "median"}
    print("| message | bytes | operation | ours | libcapnp | ratio | memcpy |")
    print("|---|---|---|---|---|---|---|")
    for message in ["trade", "cars", "ranks"]:
        copy = medians[f"{message}/memcpy/copy"]
        for operation, ours, official in OPERATIONS:
            times = [medians[f"{message}/{name}"]["cpu_time"] for name in (ours, official)]
            cells = [f"{times[0]:.1f}", f"{times[1]:.1f}", f"{times[1] / times[0]:.2f}×", f"{copy['cpu_time']:.1f}"]
            print(f"| {message} | {copy['bytes']:.0f} | {operation} | " + " | ".join(cells) + " |")
    print(f"\nThe texts of ranks alone, copied and tested for ASCII: {medians['ranks/texts/decode']['cpu_time']:.1f}")


if __name__ == "__main__":
    main()
