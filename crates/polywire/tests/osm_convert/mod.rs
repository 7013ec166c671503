//! The example `osm-convert` reads `.osm.pbf` files as osmium does, and osmium reads its output.

mod opl;
mod program;

use opl::opl;
use program::{convert, root, run, start};
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const COMPRESSIONS: [&str; 6] = ["zlib", "none", "lzma", "bzip2", "lz4", "zstd"];

/// A map of `tests/data/osm`, and osmium's output for it.
struct Map {
    name: String,
    pbf: Vec<u8>,
    opl: String,
}

impl Map {
    /// Osmium shows locations of ways only on request.
    fn shows_locations(&self) -> bool {
        self.name.starts_with("locations-on-ways")
    }
}

fn maps() -> Vec<Map> {
    let folder = root().join("tests/data/osm");
    let entries = fs::read_dir(&folder).expect("the folder of maps");
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"));
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".pbf")).collect();
    names.sort();
    assert!(!names.is_empty());
    let map = |name: String| Map {
        pbf: fs::read(folder.join(&name)).expect("the map"),
        opl: fs::read_to_string(folder.join(name.replace(".pbf", ".opl"))).expect("what osmium said"),
        name,
    };
    names.into_iter().map(map).collect()
}

fn helsinki() -> Vec<u8> {
    fs::read(root().join("examples/osm/helsinki.osm.pbf")).expect("the map")
}

fn json(pbf: &[u8]) -> String {
    convert("map.osm.pbf", pbf, "map.jsonl", "").text()
}

/// Returns the output of `osmium cat -f opl`, if osmium is installed and can read the file.
fn osmium_opl(name: &str, contents: &[u8], shows_locations: bool) -> Option<String> {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join(name), contents).expect("a map");
    let format = if shows_locations { "opl,locations_on_ways=true" } else { "opl" };
    let mut command = Command::new("osmium");
    let arguments = ["cat", "--no-progress", name, "-f", format, "-o", "-"];
    let output = command.args(arguments).current_dir(folder.path()).output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).expect("a text"))
}

/// Returns true if osmium is installed and supports a compression.
fn osmium_knows(compression: &str) -> bool {
    let version = Command::new("osmium").arg("--version").output();
    version.is_ok_and(|output| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines().any(|line| line.contains("PBF compression") && line.contains(compression))
    })
}

#[test]
fn entities_equal_those_of_osmium() {
    for map in maps() {
        assert_eq!(opl(&json(&map.pbf), map.shows_locations()), map.opl, "{}", map.name);
    }
}

#[test]
fn osmium_reads_the_same_from_our_output() {
    for map in maps() {
        let lines = json(&map.pbf);
        for (input, contents) in [("map.osm.pbf", &map.pbf[..]), ("map.jsonl", lines.as_bytes())] {
            for output in ["written.osm", "written.osm.pbf"] {
                let written = convert(input, contents, output, "").written();
                if let Some(opl) = osmium_opl(output, &written, map.shows_locations()) {
                    assert_eq!(opl, map.opl, "{}, {input} to {output}", map.name);
                }
            }
        }
    }
}

#[test]
fn a_real_map_round_trips_with_every_compression() {
    let map = helsinki();
    let lines = json(&map);
    let entities = lines.split_once('\n').expect("the header").1;
    let opl = osmium_opl("map.osm.pbf", &map, false);
    for compression in COMPRESSIONS {
        let options = format!("--compression {compression}");
        let written = convert("map.osm.pbf", &map, "back.osm.pbf", &options).written();
        assert!(json(&written).ends_with(entities), "{compression}");
        if osmium_knows(compression) {
            assert_eq!(osmium_opl("back.osm.pbf", &written, false), opl, "{compression}");
        }
    }
}

#[test]
fn xml_equals_that_of_osmium() {
    let expected = fs::read_to_string(root().join("tests/data/osm/osm-38.osh")).expect("XML by osmium");
    let map = fs::read(root().join("tests/data/osm/osm-38.osh.pbf")).expect("the map");
    let written = convert("map.osm.pbf", &map, "map.osh", "").text();
    let below_root = |text: &str| text.lines().skip(2).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(below_root(&written), below_root(&expected));
}

#[test]
fn damaged_maps_are_rejected_like_osmium() {
    let cases = fs::read_to_string(root().join("tests/data/osm/damaged.jsonl")).expect("the cases");
    for line in cases.lines() {
        let case: serde_json::Value = serde_json::from_str(line).expect("a case");
        let map = bytes(case["pbf_hex"].as_str().expect("a map"));
        let result = convert("map.osm.pbf", &map, "map.jsonl", "");
        if case["ok"] == true {
            assert_eq!(opl(&result.text(), false).trim_end(), case["opl"].as_str().expect("OPL").trim_end());
        } else {
            assert_eq!(result.code, Some(1), "{}", case["case"]);
            assert!(result.output.is_none(), "there is no output until it is complete");
            assert!(result.errors.starts_with("osm-convert: map.osm.pbf: blob at byte "), "{}", result.errors);
        }
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<char> = hex.chars().collect();
    let byte = |pair: &[char]| u8::from_str_radix(&pair.iter().collect::<String>(), 16).expect("hexadecimal digits");
    digits.chunks(2).map(byte).collect()
}

#[test]
fn a_truncated_map_is_rejected_or_has_whole_blobs() {
    let map = fs::read(root().join("tests/data/osm/osm-24.osm.pbf")).expect("the map");
    for len in (0..map.len()).step_by(37) {
        let result = convert("map.osm.pbf", &map[..len], "map.jsonl", "--jobs 1");
        let is_whole = result.output.is_some_and(|output| !output.is_empty());
        assert_eq!(result.code, Some(i32::from(!is_whole)), "{len} bytes");
    }
}

#[test]
fn the_header_is_kept() {
    let header = concat!(
        r#"{"header":{"area":{"left":-1.5,"right":2.25,"top":3.0,"bottom":-4.000000001},"history":true,"#,
        r#""optional_features":["Sort.Type_then_ID","LocationsOnWays"],"writing_program":"polywire osm-convert","#,
        r#""source":"a test","replication":{"timestamp":"2024-02-29T12:00:00Z","sequence_number":5000000000,"#,
        r#""base_url":"https://example.org/"}}}"#,
        "\n"
    );
    let map = convert("map.jsonl", header.as_bytes(), "map.osm.pbf", "").written();
    assert_eq!(json(&map), header);
}

#[test]
fn blocks_have_at_most_8000_entities_and_any_number_of_threads_writes_the_same() {
    let node = |id: u32| format!("{{\"node\":{{\"id\":{id},\"location\":{{\"lat\":1.5,\"lon\":{id}e-6}}}}}}\n");
    let lines: String = (0..40_000).map(node).collect();
    let map = convert("map.jsonl", lines.as_bytes(), "map.osm.pbf", "--jobs 1 --compression none").written();
    let again = convert("map.jsonl", lines.as_bytes(), "map.osm.pbf", "--jobs 5 --compression none").written();
    assert!(map == again);
    let blobs = map.windows(7).filter(|window| window == b"OSMData").count();
    assert!((5..=10).contains(&blobs), "{blobs} blobs");
    let nodes = json(&map);
    assert_eq!(nodes.lines().count(), 1 + 40_000);
    assert!(
        nodes.lines().last().is_some_and(|line| line.contains("\"id\":39999,") && line.contains("\"lon\":0.039999"))
    );
}

#[test]
fn invalid_lines_are_rejected_with_their_position() {
    let refused = |line: &str, output: &str| {
        let lines = format!("{{\"node\":{{\"id\":1}}}}\n{line}\n");
        let result = convert("map.jsonl", lines.as_bytes(), output, "");
        assert_eq!(result.code, Some(1));
        result.errors.replace("osm-convert: map.jsonl: line at byte 18: ", "").trim_end().to_owned()
    };
    assert!(refused("{\"node\":{\"id\":true}}", "map.osm").starts_with("it is not a record of entities.proto"));
    assert_eq!(refused("{}", "map.osm"), "it has neither node nor way nor relation");
    assert_eq!(refused("{\"header\":{}}", "map.osm"), "a header is allowed only on the first line");
    let member = "{\"relation\":{\"id\":1,\"members\":[{\"role\":\"inner\"}]}}";
    let expected = "a member of a relation is neither node nor way nor relation; say which";
    assert_eq!(refused(member, "map.osm"), expected);
    assert_eq!(refused(member, "map.osm.pbf"), expected);
    let north = "{\"node\":{\"id\":1,\"location\":{\"lat\":300}}}";
    assert!(refused(north, "map.osm.pbf").starts_with("a coordinate is 300.000000 degrees"));
    let bell = "{\"node\":{\"id\":1,\"tags\":[{\"k\":\"name\",\"v\":\"bell \\u0007\"}]}}";
    assert!(refused(bell, "map.osm").starts_with("a text has a character that XML does not allow, after \"bell \""));
}

#[test]
fn texts_that_are_not_utf8_are_refused() {
    let node = b"{\"node\":{\"id\":1,\"tags\":[{\"k\":\"name\",\"v\":\"bell\"}]}}";
    let mut map = convert("map.jsonl", node, "map.osm.pbf", "--compression none").written();
    let at = map.windows(4).position(|window| window == b"bell").expect("the text");
    map[at] = 0xff;
    let result = convert("map.osm.pbf", &map, "map.osm", "");
    assert_eq!(result.code, Some(1));
    assert!(result.errors.contains(" is not valid UTF-8"), "{}", result.errors);
}

#[test]
fn interrupted_runs_leave_no_files() {
    let folder = TempDir::new().expect("a folder");
    let mut run = start(&["--from", "json", "-o", "map.osm"], folder.path());
    let mut input = run.stdin.take().expect("a pipe");
    input.write_all("{\"node\":{\"id\":1}}\n".repeat(200_000).as_bytes()).expect("a part of the input");
    assert_eq!(files(&folder).len(), 1, "it began to write");
    let interrupt = Command::new("kill").args(["-INT", &run.id().to_string()]).status();
    assert!(interrupt.expect("kill").success());
    assert!(run.wait().expect("its end").code().is_none(), "a signal ended it");
    assert!(files(&folder).is_empty());
}

fn files(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).expect("the folder");
    entries.map(|entry| entry.expect("an entry").path().display().to_string()).collect()
}

#[test]
fn exit_codes_and_streams_match_the_help() {
    let folder = root().join("examples/osm");
    let code = |arguments: &[&str]| run(arguments, &folder, Stdio::null()).status.code();
    assert_eq!(code(&["--help"]), Some(0));
    assert_eq!(code(&["helsinki.osm.pbf"]), Some(2));
    assert_eq!(code(&["helsinki.osm.pbf", "--to", "opl"]), Some(2));
    assert_eq!(code(&["--to", "xml", "--jobs", "0"]), Some(2));
    assert_eq!(code(&["--to", "xml", "--nonsense"]), Some(2));
    assert_eq!(code(&["map.osm", "--to", "pbf"]), Some(2));
    assert_eq!(code(&["nowhere.osm.pbf", "--to", "xml"]), Some(3));
    assert_eq!(code(&["helsinki.osm.pbf", "-o", "nowhere/map.osm"]), Some(3));
    assert_eq!(code(&["--to", "xml"]), Some(1), "an empty input is no map");

    let input = fs::File::open(folder.join("helsinki.osm.pbf")).expect("the map");
    let output = run(&["--to", "json", "-"], &folder, input.into());
    assert!(output.status.success() && output.stderr.is_empty(), "there is no progress but on a terminal");
    assert_eq!(String::from_utf8(output.stdout).expect("a text"), json(&helsinki()));
}
