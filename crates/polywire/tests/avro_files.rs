//! Avro files (`.avro`): what Avro for Java reads in them, and `polywire avro`.

use crate::folder::root;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

const ORDERS: &str = r#"{"id":1,"symbol":"EURUSD","price":1.5,"volume":10.0}
{"id":2,"symbol":"GBPUSD","side":"sell","price":2.5,"volume":20.0}
{"id":3,"symbol":"USDJPY","type":"stop","price":3.5,"volume":30.0}
{"id":4,"symbol":"EURUSD","price":4.5,"volume":40.0}
{"id":5,"symbol":"EURUSD","price":5.5,"volume":50.0}
"#;

/// Files whose records have texts of the logical type `uuid` that are none.
const NO_UUIDS: [&str; 2] = ["logical-bzip2.avro", "logical-deflate.avro"];

/// A folder with a file of the orders, two in a block.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(TempDir::new().expect("a folder"));
        fs::write(folder.path("orders.jsonl"), ORDERS).expect("writing");
        folder.write("orders.avro", "--codec deflate --metadata team=fx");
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes the orders into an Avro file.
    fn write(&self, name: &str, options: &str) {
        let schema = root().join("examples/trade/trade.proto");
        let marker = "--marker 000102030405060708090a0b0c0d0e0f --block-records 2";
        self.output(&format!(
            "convert --from jsonl --to avro --schema {} --type Order {marker} {options} orders.jsonl -o {name}",
            schema.display()
        ));
    }

    fn run(&self, line: &str) -> Output {
        run(self.0.path(), line, Stdio::null())
    }

    /// Returns the output of a command that succeeds.
    fn output(&self, line: &str) -> String {
        output(line, self.run(line))
    }

    /// Returns the message of a command that fails with an exit code.
    fn failure(&self, line: &str, code: i32) -> String {
        let done = self.run(line);
        assert_eq!(done.status.code(), Some(code), "{line}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stderr).expect("text")
    }

    /// The numbers of the orders in a file.
    fn ids(&self, name: &str) -> Vec<i64> {
        let lines = self.output(&format!("convert --from avro --to json {name}"));
        lines.lines().map(|line| parsed(line)["id"].as_i64().expect("an id")).collect()
    }
}

fn run(folder: &Path, line: &str, input: Stdio) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(line.split_whitespace()).current_dir(folder).stdin(input).output().expect("the command")
}

fn output(line: &str, done: Output) -> String {
    assert!(done.status.success(), "{line}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).expect("text")
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Compares values; Java prints a float 32 with the digits of a float 64.
pub fn is_same(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Number(one), Value::Number(other)) => match (one.as_f64(), other.as_f64()) {
            // The parser of this test may be off by the last bit.
            (Some(one), Some(other)) => {
                [one, f64::from(one as f32)].iter().any(|it| (it - other).abs() <= other.abs() * 1e-15)
            }
            _ => one == other,
        },
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(name, it)| other.get(name).is_some_and(|other| is_same(it, other)))
        }
        _ => found == expected,
    }
}

#[test]
fn records_are_those_that_java_reads() {
    let folder = root().join("tests/corpus/avro/containers");
    let mut files: Vec<String> = fs::read_dir(&folder)
        .expect("the corpus")
        .filter_map(|entry| entry.expect("an entry").file_name().into_string().ok())
        .filter(|name| name.ends_with(".expected.jsonl"))
        .collect();
    files.sort();
    assert_eq!(files.len(), 64);
    let mut wrong = Vec::new();
    for file in files {
        let stem = file.trim_end_matches(".expected.jsonl");
        let name = if stem.ends_with(".avro") { stem.to_owned() } else { format!("{stem}.avro") };
        // Java takes the truncated end of a file for its end, and any text for a UUID.
        if name.ends_with("truncated.avro") || NO_UUIDS.contains(&name.as_str()) {
            continue;
        }
        let expected = fs::read_to_string(folder.join(&file)).expect("what Java reads");
        let done = run(&folder, &format!("convert --from avro --to json_avro {name}"), Stdio::null());
        if !done.status.success() {
            wrong.push(format!("{name}: {}", String::from_utf8_lossy(&done.stderr)));
            continue;
        }
        let found = String::from_utf8(done.stdout).expect("text");
        // Java's answers are cut.
        let found = found.lines().take(expected.lines().count().max(1));
        for (number, (found, expected)) in found.zip(expected.lines()).enumerate() {
            if !is_same(&parsed(found), &parsed(expected)) {
                wrong.push(format!("{name}: record {number}: {found}, expected {expected}"));
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_that_java_refuses_are_refused_by_name() {
    let folder = root().join("tests/corpus/avro/containers");
    let failure = |name: &str| {
        let done = run(&folder, &format!("convert --from avro --to json {name}"), Stdio::null());
        assert_eq!(done.status.code(), Some(1), "{name}");
        String::from_utf8(done.stderr).expect("text")
    };
    assert!(failure("fastavro-prims-lz4.avro").contains("`lz4`"));
    assert!(failure("share__test__data__test.avro12").contains("before Avro 1.3"));
    assert!(failure("lang__c__tests__avro-1237-bad-union-discriminant.avro").contains("block 1"));
    let missing = run(&folder, "convert --from avro --to json missing.avro", Stdio::null());
    assert_eq!(missing.status.code(), Some(3));
    assert!(failure("lang__c__tests__avro-1238-truncated.avro").contains("the file is truncated: at least 7 bytes"));
}

#[test]
fn orders_are_written_and_read() {
    let folder = Folder::new();
    for codec in ["null", "deflate", "snappy", "bzip2", "xz", "zstandard", "zstandard --level 19"] {
        folder.write("one.avro", &format!("--codec {codec}"));
        let read = folder.output("convert --from avro --to json one.avro");
        let read: Vec<Value> = read.lines().map(parsed).collect();
        assert_eq!(read.len(), 5, "{codec}");
        assert_eq!(read[1]["symbol"], "GBPUSD", "{codec}");
        assert_eq!(folder.output("avro count one.avro"), "5\n");
        assert_eq!(folder.output("avro getmeta --key avro.codec one.avro").trim(), codec.split(' ').next().unwrap());
    }
    folder.output("validate --wire avro orders.avro");
    folder.output("diff --wire avro orders.avro one.avro");
}

#[test]
fn metadata_and_schema_are_printed() {
    let folder = Folder::new();
    let text = folder.output("avro getmeta orders.avro");
    assert!(text.ends_with("avro.codec\tdeflate\nteam\tfx\n"), "{text}");
    let json = parsed(&folder.output("avro getmeta --format json orders.avro"));
    assert_eq!(json["metadata"]["team"], "fx");
    assert_eq!(json["marker"], "000102030405060708090a0b0c0d0e0f");
    let raw = folder.output("avro getschema --raw orders.avro");
    assert_eq!(parsed(&raw), parsed(&folder.output("avro getschema orders.avro")));
    assert_eq!(parsed(&raw)["name"], "Order");
    let count = parsed(&folder.output("avro count --format json orders.avro"));
    assert_eq!((&count["records"], &count["blocks"]), (&5.into(), &3.into()));
    assert!(folder.failure("avro getmeta --key none orders.avro", 1).contains("`none`"));
}

#[test]
fn records_are_copied() {
    let folder = Folder::new();
    let cat = |options: &str| {
        folder.output(&format!("avro cat {options} orders.avro -o some.avro"));
        folder.ids("some.avro")
    };
    assert_eq!(cat(""), [1, 2, 3, 4, 5]);
    assert_eq!(cat("--offset 1 --limit 3"), [2, 3, 4]);
    assert_eq!(cat("--sample 0.5"), [1, 3, 5]);
    assert_eq!(cat("--sample 0"), [] as [i64; 0]);
    assert_eq!(cat("--offset 4 orders.avro --limit 3"), [5, 1, 2]);
    folder.output("avro cat --codec zstandard --limit 1 orders.avro -o some.avro");
    assert!(folder.output("avro getmeta some.avro").ends_with("avro.codec\tzstandard\nteam\tfx\n"));
}

#[test]
fn files_are_joined() {
    let folder = Folder::new();
    folder.write("more.avro", "--codec xz --metadata team=fx");
    folder.output("avro concat orders.avro more.avro orders.avro -o all.avro");
    assert_eq!(folder.ids("all.avro"), [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5]);
    assert!(folder.output("avro getmeta all.avro").ends_with("avro.codec\tdeflate\nteam\tfx\n"));
    folder.output("convert --from avro --to avro orders.avro more.avro -o all.avro");
    assert_eq!(folder.ids("all.avro").len(), 10);
    folder.write("other.avro", "--metadata team=rates");
    assert!(folder.failure("avro concat orders.avro other.avro -o all.avro", 1).contains("`team`"));
    folder.output("avro concat --ignore-metadata orders.avro other.avro -o all.avro");
    fs::copy(root().join("tests/corpus/avro/containers/weather-null.avro"), folder.path("w.avro")).expect("a copy");
    assert!(folder.failure("avro concat orders.avro w.avro -o all.avro", 1).contains("its schema"));
    assert!(folder.failure("avro concat orders.avro -o orders.avro", 2).contains("overwrite"));
}

#[test]
fn blocks_are_compressed_anew() {
    let folder = Folder::new();
    folder.output("avro recodec --codec bzip2 --level 1 orders.avro -o small.avro");
    assert_eq!(folder.ids("small.avro"), [1, 2, 3, 4, 5]);
    let count = parsed(&folder.output("avro count --format json small.avro"));
    assert_eq!(count["blocks"], 3);
    assert!(folder.failure("avro recodec --codec snappy --level 1 orders.avro -o x.avro", 2).contains("no levels"));
    assert!(folder.failure("avro recodec --codec xz --level 10 orders.avro -o x.avro", 2).contains("0 to 9"));
}

#[test]
fn damage_is_skipped_on_demand() {
    let folder = Folder::new();
    let mut bytes = fs::read(folder.path("orders.avro")).expect("a file");
    let marker: Vec<u8> = (0..16).collect();
    let ends: Vec<usize> = (0..bytes.len() - 15).filter(|at| bytes[*at..*at + 16] == marker).collect();
    // In the compressed data of the second block.
    bytes[ends[1] + 16 + 4] ^= 0xff;
    fs::write(folder.path("bad.avro"), bytes).expect("writing");
    let message = folder.failure("convert --from avro --to json bad.avro", 1);
    assert!(message.contains("block 2, at byte"), "{message}");
    let skipping = "convert --from avro --to json --skip-damaged bad.avro";
    let message = folder.failure(skipping, 4);
    assert!(message.contains("1 damaged block was skipped"), "{message}");
    let lines = String::from_utf8(folder.run(skipping).stdout).expect("text");
    assert_eq!(lines.lines().map(|line| parsed(line)["id"].clone()).collect::<Vec<_>>(), [1, 2, 5]);
    folder.output("convert --from avro --to json --skip-damaged --allow-loss bad.avro");
    folder.failure("validate --wire avro --skip-damaged bad.avro", 1);
    folder.failure("avro cat --skip-damaged bad.avro -o good.avro", 4);
    assert_eq!(folder.ids("good.avro"), [1, 2, 5]);
    folder.failure("avro recodec --codec null --skip-damaged bad.avro -o good.avro", 4);
    assert_eq!(folder.ids("good.avro"), [1, 2, 5]);
}

/// Of the records in front of it, none is missing, in one thread and in several.
#[test]
fn the_first_bad_record_of_a_block_is_named() {
    let folder = Folder::new();
    folder.write("good.avro", "--codec null");
    let good = fs::read(folder.path("good.avro")).expect("a file");
    let marker: Vec<u8> = (0..16).collect();
    let block = good.windows(16).position(|bytes| bytes == marker).expect("a marker") + 16;
    let third = good.windows(6).position(|bytes| bytes == b"USDJPY").expect("a symbol") + 6;
    let unknown_side = ("bad.avro", third, 8, 2, "record 1 of block 2");
    let a_record_less = ("left.avro", block, 2, 1, "block 1");
    for (name, at, byte, converted, place) in [unknown_side, a_record_less] {
        let mut bytes = good.clone();
        bytes[at] = byte;
        fs::write(folder.path(name), bytes).expect("writing");
        for jobs in [1, 2] {
            let line = format!("convert --from avro --to json --jobs {jobs} {name}");
            let message = folder.failure(&line, 1);
            assert!(message.contains(&format!("message {}", converted + 1)) && message.contains(place), "{message}");
            assert_eq!(String::from_utf8(folder.run(&line).stdout).expect("text").lines().count(), converted);
        }
    }
}

#[test]
fn records_are_read_as_a_type_of_another_schema() {
    let folder = Folder::new();
    let reader = r#"{"type":"record","name":"Order","namespace":"trade","fields":[
        {"name":"ticker","aliases":["symbol"],"type":"string"},
        {"name":"id","type":"long"},
        {"name":"note","type":"string","default":"none"}]}"#;
    fs::write(folder.path("reader.avsc"), reader).expect("writing");
    let lines = folder.output("convert --from avro --to json_avro --schema reader.avsc --type Order orders.avro");
    assert_eq!(parsed(lines.lines().nth(1).expect("a line")), parsed(r#"{"ticker":"GBPUSD","id":2,"note":"none"}"#));
    folder.output("validate --wire avro --schema reader.avsc orders.avro");
    folder.output("convert --from avro --to avro --schema reader.avsc --type Order orders.avro -o other.avro");
    assert_eq!(parsed(&folder.output("avro getschema other.avro")), parsed(reader));
    folder.output("diff --wire avro --schema reader.avsc orders.avro other.avro");
}

#[test]
fn several_files_become_one_or_a_folder_of_them() {
    let folder = Folder::new();
    let weather = root().join("tests/corpus/avro/containers/weather-null.avro");
    fs::copy(weather, folder.path("weather.avro")).expect("a copy");
    let message = folder.failure("convert --from avro --to avro orders.avro weather.avro -o all.avro", 1);
    assert!(message.contains("its schema is not that of the files before"), "{message}");
    fs::create_dir(folder.path("out")).expect("a folder");
    folder.output("convert --from avro --to avro --codec xz orders.avro weather.avro -o out");
    assert_eq!(folder.output("avro getmeta --key avro.codec out/weather.avro"), "xz\n");
    assert_eq!(folder.ids("out/orders.avro"), [1, 2, 3, 4, 5]);
    let one = folder.output("convert --from avro --to json weather.avro");
    assert_eq!(folder.output("convert --jobs 2 --from avro --to json weather.avro"), one);
}

#[test]
fn types_of_a_protocol_become_a_file_each() {
    let folder = Folder::new();
    let protocol = root().join("crates/polywire/tests/data/avro/shop.avdl").display().to_string();
    folder.output(&format!("schema --to avro -o types/ {protocol}"));
    for name in ["Item", "Kind", "SoldOut"] {
        let one = folder.output(&format!("schema --to avro --type shop.{name} {protocol}"));
        assert_eq!(fs::read_to_string(folder.path(&format!("types/{name}.avsc"))).expect("a file"), one);
    }
    let message =
        folder.failure(&format!("schema --to avpr -o types/ {}", folder.path("types/Item.avsc").display()), 2);
    assert!(message.contains("no file of the schema has anything to say"), "{message}");
}

#[test]
fn the_standard_input_is_recognized() {
    let folder = Folder::new();
    for line in ["convert --from avro --to json -", "convert --from avro --to json", "avro cat -o -"] {
        let input = fs::File::open(folder.path("orders.avro")).expect("a file");
        let done = run(folder.0.path(), line, input.into());
        assert!(done.status.success(), "{line}: {}", String::from_utf8_lossy(&done.stderr));
        assert!(!done.stdout.is_empty());
    }
}

#[test]
fn records_are_inspected_in_their_blocks() {
    let folder = Folder::new();
    let text = folder.output("inspect --wire avro --message 3 orders.avro");
    assert!(text.starts_with("header: metadata, and the marker 000102"), "{text}");
    assert!(text.contains("message 3, record 1 of block 2, which begins at byte"), "{text}");
    let report = parsed(&folder.output("inspect --wire avro --message 4 --format json orders.avro"));
    assert_eq!((&report["avro_file"]["block"], &report["avro_file"]["record"]), (&2.into(), &2.into()));
}

/// Avro's own example of sorted records: in their schema, `station` does not count.
#[test]
fn records_are_sorted_as_by_java() {
    let folder = Folder::new();
    let corpus = root().join("tests/corpus/avro/containers");
    let (weather, expected) =
        (corpus.join("share__test__data__weather.avro"), corpus.join("share__test__data__weather-sorted.avro"));
    let (weather, expected) = (weather.display(), expected.display());
    let schema = root().join("tests/corpus/avro/schemas/share/test/schemas/weather.avsc");
    let read = format!("convert --from avro --to avro --schema {} {weather} -o weather.avro", schema.display());
    folder.output(&read);
    folder.output("avro sort weather.avro -o sorted.avro");
    let records = |path: &str| folder.output(&format!("convert --from avro --to json_avro {path}"));
    assert_eq!(records("sorted.avro"), records(&expected.to_string()));
    folder.output("avro sort --check sorted.avro");
    folder.output(&format!("avro sort --check {expected}"));
    let message = folder.failure("avro sort --check weather.avro", 1);
    assert!(message.contains("record 4 is smaller than the one before it"), "{message}");
    let maps = corpus.join("interop-null.avro");
    let message = folder.failure(&format!("avro sort {} -o maps.avro", maps.display()), 1);
    assert!(message.contains("`mapField` has a map, and maps have no order"), "{message}");
}

#[test]
fn random_records_are_the_same_for_a_seed() {
    let folder = Folder::new();
    let schema = root().join("crates/polywire/tests/data/avro/reading.avsc");
    let random = |name: &str, options: &str| {
        let schema = schema.display();
        folder.output(&format!("avro random --schema {schema} --count 50 {options} -o {name}"));
        fs::read(folder.path(name)).expect("a file")
    };
    let one = random("one.avro", "--seed 7 --codec deflate");
    assert_eq!(random("two.avro", "--seed 7 --codec deflate"), one);
    assert_ne!(random("two.avro", "--seed 8 --codec deflate"), one);
    assert_eq!(folder.output("avro count one.avro two.avro"), "50\tone.avro\n50\ttwo.avro\n100\ttotal\n");
    folder.output("validate --wire avro one.avro two.avro");
    assert!(
        folder
            .failure(&format!("avro random --schema {0} --count 1 -o {0}", schema.display()), 2)
            .contains("overwrite")
    );
}

#[test]
fn random_records_of_every_schema_are_valid() {
    let folder = Folder::new();
    let schemas = fs::read_dir(root().join("tests/corpus/avro/messages")).expect("the corpus");
    let schemas = schemas
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|it| it == "avsc"));
    for schema in schemas {
        folder.output(&format!("avro random --schema {} --count 100 -o random.avro", schema.display()));
        folder.output("validate --quiet --wire avro random.avro");
    }
    // Of other languages, too. Avro has no numbers from 2^63 on.
    fs::write(
        folder.path("numbers.proto"),
        "syntax = \"proto3\"; message Numbers { uint64 one = 1; fixed64 two = 2; }",
    )
    .expect("writing");
    folder.output("avro random --schema numbers.proto --count 100 -o random.avro");
    assert_eq!(folder.output("convert --from avro --to json random.avro").lines().count(), 100);
}

/// Records that contain themselves through a union, without null or an array in between.
const EXPRESSION: &str = r#"{"type":"record","name":"Expr","fields":[{"name":"e","type":[
    {"type":"record","name":"Add","fields":[{"name":"l","type":"Expr"},{"name":"r","type":"Expr"}]},
    {"type":"record","name":"Mul","fields":[{"name":"l","type":"Expr"},{"name":"r","type":"Expr"}]},
    {"type":"record","name":"Lit","fields":[{"name":"v","type":"int"}]}]}]}"#;

#[test]
fn records_that_contain_themselves_through_a_union_are_kept() {
    let folder = Folder::new();
    fs::write(folder.path("expr.avsc"), EXPRESSION).expect("writing");
    let sum = r#"{"e":{"Add":{"l":{"e":{"Lit":{"v":1}}},"r":{"e":{"Mul":{"l":{"e":{"Lit":{"v":2}}},"r":{"e":{"Lit":{"v":3}}}}}}}}}"#;
    fs::write(folder.path("sum.json"), format!("{sum}\n")).expect("writing");
    folder.output("convert --from json_avro --to avro --schema expr.avsc sum.json -o sum.bin");
    assert_eq!(fs::read(folder.path("sum.bin")).expect("a message"), [0, 4, 2, 2, 4, 4, 4, 6]);
    for format in ["json", "json_plain", "msgpack", "protobuf", "avro_single"] {
        folder.output(&format!("convert --from avro --to {format} --schema expr.avsc sum.bin -o other"));
        let back = folder.output(&format!("convert --from {format} --to json_avro --schema expr.avsc other"));
        assert_eq!(back.trim_end(), sum, "{format}");
    }
    let resolved = "convert --from avro --to json_avro --schema expr.avsc --writer-schema expr.avsc sum.bin";
    assert_eq!(folder.output(resolved).trim_end(), sum);
    folder.output("avro random --schema expr.avsc --count 1000 -o random.avro");
    let lines = folder.output("convert --from avro --to json_avro random.avro");
    for case in ["Add", "Mul", "Lit"] {
        assert!(
            lines.lines().filter(|line| line.starts_with(&format!("{{\"e\":{{\"{case}\""))).count() > 200,
            "{case}"
        );
    }
}

#[test]
fn splits_of_files_of_java_have_each_record_once() {
    let corpus = root().join("tests/corpus/avro/containers");
    for name in
        ["weather-null.avro", "interop-zstandard.avro", "prims-deflate.avro", "share__test__data__syncInMeta.avro"]
    {
        let whole = output(name, run(&corpus, &format!("convert --from avro --to json_avro {name}"), Stdio::null()));
        let len = fs::metadata(corpus.join(name)).expect("a file").len();
        let bounds = [0, len / 4, len / 2, len / 2 + 1, len];
        for line in ["convert --from avro --to json_avro", "avro count", "validate --wire avro"] {
            let splits = bounds.windows(2).map(|bound| {
                let line = format!("{line} --split-start {} --split-end {} {name}", bound[0], bound[1]);
                let done = run(&corpus, &line, Stdio::null());
                let said = String::from_utf8_lossy(&done.stderr).into_owned();
                (output(&line, done), said)
            });
            let count: usize = match line {
                "avro count" => splits.map(|(count, _)| count.trim().parse::<usize>().expect("a number")).sum(),
                // `0 of 12 messages rejected`
                "validate --wire avro" => splits
                    .map(|(_, said)| said.split(' ').nth(2).expect("a count").parse::<usize>().expect("a number"))
                    .sum(),
                _ => {
                    assert_eq!(splits.map(|(lines, _)| lines).collect::<String>(), whole, "{name}");
                    continue;
                }
            };
            assert_eq!(count, whole.lines().count(), "{name}");
        }
    }
}

#[test]
fn splits_are_copied_and_read_of_streams() {
    let folder = Folder::new();
    folder.output("avro cat --split-end 500 orders.avro -o first.avro");
    folder.output("avro cat --split-start 500 orders.avro -o second.avro");
    folder.output("avro concat first.avro second.avro -o both.avro");
    assert_eq!(folder.ids("both.avro"), [1, 2, 3, 4, 5]);
    assert!(!folder.ids("first.avro").is_empty() && !folder.ids("second.avro").is_empty());
    folder.output("avro recodec --codec null --split-start 500 orders.avro -o again.avro");
    assert_eq!(folder.ids("again.avro"), folder.ids("second.avro"));
    let second = "convert --from avro --to json --split-start 500";
    let input = fs::File::open(folder.path("orders.avro")).expect("a file");
    let of_stream = output(second, run(folder.0.path(), second, input.into()));
    assert_eq!(of_stream, folder.output(&format!("{second} orders.avro")));
    assert!(
        folder.output("inspect --wire avro --split-start 500 orders.avro").contains("message 1, record 1 of block 1")
    );
    folder.output("diff --wire avro --split-start 500 orders.avro orders.avro");
    // The split is one of both files.
    folder.failure("diff --wire avro --split-start 500 orders.avro second.avro", 1);
    for line in ["validate --wire json", "inspect --wire json", "diff --wire json orders.jsonl"] {
        let message = folder.failure(&format!("{line} --split-end 5 orders.jsonl"), 2);
        assert!(message.contains("for Avro files that are read"), "{message}");
    }
    let message =
        folder.failure("convert --from jsonl --to avro --split-start 5 --schema x.avsc orders.jsonl -o a.avro", 2);
    assert!(message.contains("for Avro files that are read"), "{message}");
}

#[test]
fn records_are_added_to_a_file() {
    let folder = Folder::new();
    folder.output("convert --from jsonl --to avro --append orders.jsonl -o orders.avro");
    assert_eq!(folder.ids("orders.avro"), [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]);
    assert!(folder.output("avro getmeta orders.avro").ends_with("avro.codec\tdeflate\nteam\tfx\n"));
    let header = parsed(&folder.output("avro getmeta --format json orders.avro"));
    assert_eq!(header["marker"], "000102030405060708090a0b0c0d0e0f");
    // The blocks before stay as they are.
    let count = parsed(&folder.output("avro count --format json orders.avro"));
    assert_eq!((&count["records"], &count["blocks"]), (&10.into(), &4.into()));
    let schema = root().join("examples/trade/trade.proto");
    let schema = format!("--schema {} --type Order", schema.display());
    folder.output(&format!(
        "convert --from jsonl --to protobuf --to-framing delimited {schema} orders.jsonl -o orders.pb"
    ));
    folder.output(&format!(
        "convert --from protobuf --framing delimited --to avro --append {schema} orders.pb orders.pb -o orders.avro"
    ));
    folder.write("more.avro", "--codec xz");
    folder.output("convert --from avro --to avro --append more.avro -o orders.avro");
    assert_eq!(folder.ids("orders.avro").len(), 25);

    let before = fs::read(folder.path("orders.avro")).expect("a file");
    let weather = root().join("tests/corpus/avro/containers/weather-null.avro");
    let message =
        folder.failure(&format!("convert --from avro --to avro --append {} -o orders.avro", weather.display()), 1);
    assert!(message.contains("its schema is not that of the records"), "{message}");
    assert!(
        folder.failure("convert --from avro --to avro --append orders.avro -o orders.avro", 2).contains("overwrite")
    );
    assert!(
        folder
            .failure("convert --from jsonl --to avro --append --codec xz orders.jsonl -o orders.avro", 2)
            .contains("--append")
    );
    folder.failure("convert --from jsonl --to avro --append orders.jsonl -o missing.avro", 3);
    assert!(
        folder
            .failure("convert --from jsonl --to json --append orders.jsonl -o orders.avro", 2)
            .contains("--append is for an Avro file")
    );
    fs::write(folder.path("bad.jsonl"), "{\"id\":\"x\"}\n").expect("writing");
    folder.failure("convert --from jsonl --to avro --append bad.jsonl -o orders.avro", 1);
    assert_eq!(fs::read(folder.path("orders.avro")).expect("a file"), before);
}

#[test]
fn records_are_added_to_files_of_java() {
    let folder = Folder::new();
    let corpus = root().join("tests/corpus/avro/containers");
    for name in ["interop-bzip2.avro", "weather-deflate.avro", "prims-bzip2.avro", "share__test__data__syncInMeta.avro"]
    {
        fs::copy(corpus.join(name), folder.path("java.avro")).expect("a copy");
        let lines = folder.output("convert --from avro --to json_avro java.avro");
        fs::write(folder.path("lines.jsonl"), &lines).expect("writing");
        folder.output("convert --from json_avro --framing lines --to avro --append lines.jsonl -o java.avro");
        assert_eq!(folder.output("convert --from avro --to json_avro java.avro"), lines.clone() + &lines, "{name}");
    }
}

#[test]
fn records_are_measured() {
    let folder = Folder::new();
    let options = "--lang command --rounds 1 --slice 1 --format json";
    let own = parsed(&folder.output(&format!("bench --data orders.avro --wire avro,json {options}")));
    assert_eq!((&own["type"], &own["schema"]), (&"trade.Order".into(), &"orders.avro".into()));
    // With another schema, records are resolved.
    let later = root().join("crates/polywire/tests/data/avro/order.avsc");
    let line = format!("bench --data orders.avro --wire avro {options} {}", later.display());
    assert_eq!(parsed(&folder.output(&line))["messages"], 5);
    // The data is no Avro file.
    let message = folder.failure("bench --data orders.jsonl --wire json --lang command", 2);
    assert!(message.contains("SCHEMA is needed"), "{message}");
    // Its schema is written into the folder of the report, so it is not one.
    folder.output(&format!("bench --data orders.avro --wire avro --out out {options}"));
    let message = folder.failure(
        &format!("bench --data out/build/messages-0 --from avro --wire avro --out out {options} out/build/orders.avsc"),
        2,
    );
    assert!(message.contains("overwrite"), "{message}");
}
