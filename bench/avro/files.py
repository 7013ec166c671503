"""files.py POLYWIRE FOLDER [SIZE [ROUNDS [CODEC…]]]: converts an Avro file of accounts to lines of JSON and back, beside
avro-tools and fastavro.

The file has SIZE bytes before compression, and is made once in FOLDER with each codec. $AVRO_TOOLS is the jar of avro-tools,
$FASTAVRO a Python that has fastavro; what is missing is left out. Prints the medians of interleaved rounds: seconds of
wall-clock time and of processor time, and their ratio to one thread of Polywire. `recodec` is decompressing alone: the same
blocks, written without compression. `start` is the start of avro-tools, which prints the schema."""

import os
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.dirname(HERE))
from process import run

SCHEMA = os.path.join(HERE, "../../examples/trade/trade.proto")
GENERATE = os.path.join(HERE, "../stream/generate.py")
FASTAVRO_JSON = os.path.join(HERE, "fastavro_json.py")
OTHER_SCHEMA = os.path.join(HERE, "later.avsc")
CODECS = ["null", "deflate", "snappy", "zstandard"]


def main():
    polywire, folder = sys.argv[1:3]
    size = int(sys.argv[3]) if len(sys.argv) > 3 else 150_000_000
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 3
    files = make_files(polywire, folder, size, sys.argv[5:] or CODECS)
    commands = {(name, codec): it for codec in files["avro"] for name, it in commands_for(polywire, files, codec).items()}
    times = {key: [] for key in commands}
    for _ in range(rounds):
        for key, (arguments, source) in commands.items():
            times[key].append(run(arguments, source, "/dev/null"))
    report({key: [statistics.median(column) for column in zip(*all_rounds)] for key, all_rounds in times.items()}, files)


def make_files(polywire, folder, size, codecs):
    """Returns the Avro file of each codec, lines of Avro's JSON and of fastavro's, and the schema."""
    os.makedirs(folder, exist_ok=True)
    stem = os.path.join(folder, f"accounts-{size}")
    files = {"avro": {codec: f"{stem}-{codec}.avro" for codec in codecs}, "schema": stem + ".avsc"}
    files |= {"json": stem + ".jsonl", "fastavro": stem + "-fastavro.jsonl"}
    for codec, path in files["avro"].items():
        if not os.path.exists(path):
            types = ["--schema", SCHEMA, "--type", "trade.Account", "--framing", "delimited"]
            made = subprocess.Popen([sys.executable, GENERATE, str(size)], stdout=subprocess.PIPE)
            convert = [polywire, "convert", *types, "--from", "protobuf", "--to", "avro", "--codec", codec, "-o", path, "-"]
            subprocess.run(convert, stdin=made.stdout, check=True)
    one = next(iter(files["avro"].values()))
    if not os.path.exists(files["json"]):
        run([polywire, "convert", "--from", "avro", "--to", "json_avro", one], os.devnull, files["json"])
    if python := os.environ.get("FASTAVRO"):
        run([python, FASTAVRO_JSON, "to_json"], one, files["fastavro"])
    run([polywire, "avro", "getschema", one], os.devnull, files["schema"])
    return files


def commands_for(polywire, files, codec):
    """Returns commands by name, each with its standard input."""
    path, lines, schema = files["avro"][codec], files["json"], files["schema"]
    to_json = [polywire, "convert", "--from", "avro", "--to", "json_avro"]
    to_avro = [polywire, "convert", "--from", "json_avro", "--framing", "lines", "--to", "avro"]
    to_avro += ["--to-framing", "avro-file", "--codec", codec, "--schema", schema]
    commands = {
        "to JSON/polywire": ([*to_json, "--jobs", "1", path], os.devnull),
        "to JSON/polywire --jobs 2": ([*to_json, "--jobs", "2", path], os.devnull),
        "to JSON/polywire, resolving": ([*to_json, "--jobs", "1", "--schema", OTHER_SCHEMA, path], os.devnull),
        "to JSON/recodec": ([polywire, "avro", "recodec", "--codec", "null", path], os.devnull),
        "to Avro/polywire": ([*to_avro, "--jobs", "1", "-"], lines),
        "to Avro/polywire --jobs 2": ([*to_avro, "--jobs", "2", "-"], lines),
    }
    if jar := os.environ.get("AVRO_TOOLS"):
        tools = ["java", "-jar", jar]
        commands["to JSON/avro-tools"] = ([*tools, "tojson", path], os.devnull)
        commands["to JSON/avro-tools, start"] = ([*tools, "getschema", path], os.devnull)
        commands["to Avro/avro-tools"] = ([*tools, "fromjson", "--codec", codec, "--schema-file", schema, lines], os.devnull)
    if python := os.environ.get("FASTAVRO"):
        commands["to JSON/fastavro"] = ([python, FASTAVRO_JSON, "to_json"], path)
        commands["to Avro/fastavro"] = ([python, FASTAVRO_JSON, "to_avro", codec, schema], files["fastavro"])
    return commands


def report(medians, files):
    sizes = {codec: os.path.getsize(path) / 1e6 for codec, path in files["avro"].items()}
    print(f"{os.path.getsize(files['json']) / 1e6:,.0f} MB of JSON; Avro files of " +
          ", ".join(f"{size:,.0f} MB ({codec})" for codec, size in sizes.items()) + "\n")
    print("| conversion | codec | by | s | ratio | s of processor time | ratio | peak memory, MiB |")
    print("|---|---|---|---|---|---|---|---|")
    for (name, codec), (wall, processor, memory) in sorted(medians.items(), key=lambda it: (it[0][0].split("/")[0], it[0][1])):
        conversion, by = name.split("/")
        least = medians[f"{conversion}/polywire", codec]
        print(f"| {conversion} | {codec} | {by} | {wall:.2f} | {wall / least[0]:.2f}× | {processor:.2f} | "
              f"{processor / least[1]:.2f}× | {memory:.0f} |")


if __name__ == "__main__":
    main()
