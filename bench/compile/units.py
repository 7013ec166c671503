#!/usr/bin/env python3
"""units.py BUILD SCHEMAS FOLDER TYPE POLYWIRE COMPILER ROUNDS: how long the C++ takes to compile that polywire and protoc generate.

For all schemas of a folder below SCHEMAS:
- one translation unit that encodes and decodes each message by polywire's headers;
- the source files of `polywire gen --split`;
- protoc's source files.

And for one message, by the end of its name, a translation unit that decodes it by each of them. Prints medians of the user time."""

import pathlib
import re
import statistics
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "test_messages"))
from compile import compiled, size_of  # noqa: E402

RUNTIME = pathlib.Path(__file__).resolve().parents[2] / "runtime/cpp"
MESSAGE = re.compile(r"^(?:inline )?error decode\((\S+)& value", re.M)


def main():
    build, schemas, folder, wanted, polywire, compiler, rounds = sys.argv[1:]
    build, schemas = pathlib.Path(build).resolve(), pathlib.Path(schemas).resolve()
    protos = sorted(str(path.relative_to(schemas)) for path in (schemas / folder).rglob("*.proto"))
    outputs = {name: build / name for name in ("headers", "split", "protoc", "objects")}
    for output in outputs.values():
        output.mkdir(parents=True, exist_ok=True)
    for name, options in (("headers", []), ("split", ["--split"])):
        generate = [polywire, "gen", "--lang", "cpp", "--wire", "protobuf", *options, "-I", schemas, "-o", outputs[name]]
        subprocess.run([*generate, *(schemas / proto for proto in protos)], check=True)
    imported = [str(path.relative_to(schemas)) for path in (schemas / "google/api").glob("*.proto")]
    subprocess.run(["protoc", "-I", schemas, f"--cpp_out={outputs['protoc']}", *protos, *imported], check=True, cwd=schemas)

    stems = [proto.removesuffix(".proto") for proto in protos]
    messages = {stem: MESSAGE.findall((outputs["headers"] / f"{stem}.protobuf.hpp").read_text()) for stem in stems
                if (outputs["headers"] / f"{stem}.protobuf.hpp").exists()}
    every = build / "every.cpp"
    every.write_text(unit_of_every(messages))
    stem, message = next((stem, it) for stem, all in messages.items() for it in all
                         if it.replace("polywire_types::", "").endswith("::" + wanted.replace(".", "::")))
    one, one_of_protoc = build / "one.cpp", build / "one.pb.cpp"
    one.write_text(f'#include "{stem}.protobuf.hpp"\n'
                   f"polywire::error read({message}& value, polywire::bytes input) {{\n"
                   "  return polywire::protobuf::decode(value, input);\n}\n")
    one_of_protoc.write_text(f'#include "{stem}.pb.h"\n'
                             f"bool read({message.replace('polywire_types::', '')}& value, const void* input, int size) {{\n"
                             "  return value.ParseFromArray(input, size);\n}\n")

    flags = [*compiler.split(), "-std=c++20", "-O2", "-w"]
    by_headers = [*flags, "-I", outputs["headers"], "-I", RUNTIME]
    by_split = [*flags, "-I", outputs["split"], "-I", RUNTIME]
    by_protoc = [*flags, "-I", outputs["protoc"]]
    print(f"{folder}: {sum(map(len, messages.values()))} messages in {len(messages)} files")
    compare(outputs["objects"], int(rounds), {
        "all, polywire": (by_headers, [every]),
        "all, polywire --split": (by_split, [outputs["split"] / f"{stem}.protobuf.cpp" for stem in messages]),
        "all, protoc": (by_protoc, [outputs["protoc"] / f"{stem}.pb.cc" for stem in stems]),
        "one, polywire": (by_headers, [one]),
        "one, polywire --split": (by_split, [one]),
        "one, protoc": (by_protoc, [one_of_protoc]),
    })


def unit_of_every(messages):
    lines = [f'#include "{stem}.protobuf.hpp"' for stem in messages]
    for number, message in enumerate(it for all in messages.values() for it in all):
        lines.append(f"polywire::error read_{number}({message}& value, polywire::bytes input) {{\n"
                     "  return polywire::protobuf::decode(value, input);\n}")
        lines.append(f"polywire::error write_{number}(const {message}& value, polywire::buffer& output) {{\n"
                     "  return polywire::protobuf::encode(value, output);\n}")
    return "\n".join(lines) + "\n"


def compare(objects, rounds, sides):
    """Compiles the sources of each side, round by round in turn."""
    times, sizes = {name: [] for name in sides}, {}
    for _ in range(rounds):
        for name, (compiler, sources) in sides.items():
            targets = [objects / f"{index}.o" for index in range(len(sources))]
            times[name].append(sum(compiled(compiler, *pair)[0] for pair in zip(sources, targets)))
            sizes[name] = sum(map(size_of, targets))
    for name in sides:
        print(f"  {name:<22} {statistics.median(times[name]):6.2f} s, {sizes[name]} bytes", flush=True)


if __name__ == "__main__":
    main()
