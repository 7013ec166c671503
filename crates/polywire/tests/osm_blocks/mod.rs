//! OpenStreetMap files that fit their schema and are wrong all the same are refused, as by osmium.

mod pbf;

use pbf::{Fields, blob, file, file_of_block, table};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A file, and why it is refused; nothing if it is right.
struct Case(&'static str, Vec<u8>, &'static str);

fn cases() -> Vec<Case> {
    let mut cases = tagged();
    cases.extend(dense());
    cases.push(Case(
        "a table behind what refers to it",
        file_of_block(Fields::default().message(2, way(&[1], &[2], 3)).message(1, table())),
        "",
    ));
    cases.push(Case(
        "two tables",
        file_of_block(Fields::default().message(1, table()).message(1, table())),
        "data.stringtable: a block has only one string table, but this is another at byte 33",
    ));
    cases
}

fn tagged() -> Vec<Case> {
    vec![
        Case("a right way", file(way(&[1], &[2], 3)), ""),
        Case(
            "a key of a way",
            file(way(&[1, 4], &[2, 2], 3)),
            "data.primitivegroup[0].ways[0].keys[1]: index 4 is outside the string table of 4 entries at byte 40",
        ),
        Case(
            "a value of a way",
            file(way(&[1], &[4_294_967_295], 3)),
            "data.primitivegroup[0].ways[0].vals[0]: index 4294967295 is outside the string table of 4 entries at byte 42",
        ),
        Case(
            "the user of a way",
            file(way(&[1], &[2], 4)),
            "data.primitivegroup[0].ways[0].info.user_sid: index 4 is outside the string table of 4 entries at byte 48",
        ),
        Case(
            "a key of the second node",
            file(node(&[1], &[2]).0.message(1, node(&[7], &[2]).1)),
            "data.primitivegroup[0].nodes[1].keys[0]: index 7 is outside the string table of 4 entries at byte 53",
        ),
        Case("a right relation", file(relation(&[1, 0], &[0, 2])), ""),
        Case(
            "a role",
            file(relation(&[1, 4], &[0, 2])),
            "data.primitivegroup[0].relations[0].roles_sid[1]: index 4 is outside the string table of 4 entries at byte 42",
        ),
        Case(
            "a type of members",
            file(relation(&[1, 1], &[0, 3])),
            "data.primitivegroup[0].relations[0].types[1]: 3 is no type of members, which are 0 (node), 1 (way) and 2 (relation) at byte 50",
        ),
    ]
}

fn dense() -> Vec<Case> {
    vec![
        Case("right dense nodes", file(dense_nodes(&[1, 1], &[1, 1], &[1, 2, 0, 0], &[3, -3])), ""),
        Case("dense nodes without tags", file(dense_nodes(&[1, 1], &[1, 1], &[], &[])), ""),
        Case(
            "a value of a dense node",
            file(dense_nodes(&[1, 1], &[1, 1], &[1, 4, 0, 0], &[3, -3])),
            "data.primitivegroup[0].dense.keys_vals[1]: index 4 is outside the string table of 4 entries at byte 56",
        ),
        Case(
            "a negative key of a dense node",
            file(dense_nodes(&[1, 1], &[1, 1], &[0, -1, 1, 0], &[3, -3])),
            "data.primitivegroup[0].dense.keys_vals[1]: index -1 is outside the string table of 4 entries at byte 56",
        ),
        Case(
            "a key without a value",
            file(dense_nodes(&[1, 1], &[1, 1], &[1, 2, 0, 1], &[3, -3])),
            "data.primitivegroup[0].dense.keys_vals: the list ends behind a key; its value is missing at byte 59",
        ),
        Case(
            "the user of the second dense node",
            file(dense_nodes(&[1, 1], &[1, 1], &[1, 2, 0, 0], &[3, 1])),
            "data.primitivegroup[0].dense.denseinfo.user_sid[1]: index 4 is outside the string table of 4 entries at byte 44",
        ),
        Case(
            "dense nodes without a place",
            file(dense_nodes(&[1, 1], &[1], &[1, 2, 0, 0], &[3, -3])),
            "data.primitivegroup[0].dense.lat: 2 nodes have 1 coordinates here, but each needs one at byte 47",
        ),
    ]
}

fn way(keys: &[i64], values: &[i64], user: u64) -> Fields {
    let info = Fields::default().number(1, 1).number(5, user);
    let way = Fields::default().number(1, 7).packed(2, keys).packed(3, values);
    Fields::default().message(3, way.message(4, info).packed_zigzag(8, &[1, 1]))
}

/// A node in a group, and the node.
fn node(keys: &[i64], values: &[i64]) -> (Fields, Fields) {
    let node = Fields::default().zigzag(1, 5).packed(2, keys).packed(3, values).zigzag(8, 10).zigzag(9, 20);
    (Fields::default().message(1, node.clone()), node)
}

fn relation(roles: &[i64], types: &[i64]) -> Fields {
    let relation = Fields::default().number(1, 9).packed(2, &[]).packed(8, roles);
    Fields::default().message(4, relation.packed_zigzag(9, &[5, 1]).packed(10, types))
}

fn dense_nodes(ids: &[i64], latitudes: &[i64], tags: &[i64], users: &[i64]) -> Fields {
    let dense = Fields::default().packed_zigzag(1, ids);
    let dense = dense.message(5, Fields::default().packed_zigzag(5, users));
    let dense = dense.packed_zigzag(8, latitudes).packed_zigzag(9, &[1, 1]).packed(10, tags);
    Fields::default().message(2, dense)
}

/// Runs the command on a file.
fn run(arguments: &str, folder: &Path, contents: &[u8]) -> Output {
    fs::write(folder.join("map.osm.pbf"), contents).expect("a map");
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(arguments.split(' ')).args(["--framing", "osm-pbf", "map.osm.pbf"]);
    command.current_dir(folder).output().expect("the command")
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const CONVERT: &str = "convert --from protobuf --to json";
const VALIDATE: &str = "validate --wire protobuf";

#[test]
fn files_that_are_wrong_are_refused_with_the_place() {
    let folder = TempDir::new().expect("a folder");
    for Case(name, contents, problem) in cases() {
        for jobs in ["1", "2"] {
            let output = run(&format!("{CONVERT} --jobs {jobs}"), folder.path(), &contents);
            let expected =
                if problem.is_empty() { String::new() } else { format!("error: map.osm.pbf: message 2: {problem}\n") };
            assert_eq!((errors(&output), output.status.success()), (expected, problem.is_empty()), "{name}");
        }
    }
}

#[test]
fn validate_goes_on_behind_a_wrong_block() {
    let folder = TempDir::new().expect("a folder");
    let wrong = file(way(&[4], &[2], 3));
    let problem = "data.primitivegroup[0].ways[0].keys[0]: index 4 is outside the string table of 4 entries at byte 39";
    let right = blob(b"OSMData", &Fields::default().message(1, table()));
    let contents = [wrong, right].concat();
    let text = run(&format!("{VALIDATE} --all"), folder.path(), &contents);
    let expected = format!("error: map.osm.pbf: message 2: {problem}\n1 of 3 messages rejected\n");
    assert_eq!((errors(&text), text.status.code()), (expected, Some(1)));
    let json = run(&format!("{VALIDATE} --format json"), folder.path(), &contents);
    let line: serde_json::Value = serde_json::from_slice(&json.stdout).expect("a line of JSON");
    let expected = serde_json::json!({
        "message": 2,
        "code": "bad_string_index",
        "offset": 39,
        "path": "data.primitivegroup[0].ways[0].keys[0]",
        "text": problem,
    });
    assert_eq!((line, json.status.code()), (expected, Some(1)));
}

#[test]
fn inspect_shows_a_wrong_block_and_the_problem() {
    let folder = TempDir::new().expect("a folder");
    let output = run("inspect --wire protobuf", folder.path(), &file(way(&[4], &[2], 3)));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.lines().any(|line| line.starts_with("0027  04") && line.contains("[0]")), "{text}");
    let problem = "data.primitivegroup[0].ways[0].keys[0]: index 4 is outside the string table of 4 entries at byte 39";
    assert_eq!(errors(&output), format!("error: map.osm.pbf: message 2: {problem}\n"));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_wrong_block_is_not_written() {
    let folder = TempDir::new().expect("a folder");
    let line = r#"{"data":{"stringtable":{"s":[""]},"primitivegroup":[{"ways":[{"id":"1","keys":[0],"vals":[1]}]}]}}"#;
    fs::write(folder.path().join("map.jsonl"), line).expect("a map");
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args("convert --from json --to protobuf --to-framing osm-pbf map.jsonl -o map.osm.pbf".split(' '));
    let output = command.current_dir(folder.path()).output().expect("the command");
    let problem = "data.primitivegroup[0].ways[0].vals[0]: index 1 is outside the string table of 1 entries at byte 17";
    assert_eq!(errors(&output), format!("error: map.osm.pbf: message 1: {problem}\n"));
    assert!(!folder.path().join("map.osm.pbf").exists());
}

/// What osmium says of a file, if it refuses it.
fn osmium(folder: &Path, contents: &[u8]) -> Option<String> {
    let path = folder.join("osmium.osm.pbf");
    fs::write(&path, contents).expect("a map");
    let output = Command::new("osmium").args(["cat", "--no-progress", "-f", "opl"]).arg(&path).output();
    let output = output.expect("osmium");
    (!output.status.success()).then(|| errors(&output))
}

/// What osmium says where a block breaks one of the rules.
const RULES: [&str; 4] =
    ["string id out of range", "PBF format error", "more than one stringtable", "unknown relation member type"];

/// Of the altered files some are wrong in another way, which does not matter here.
#[test]
fn what_osmium_refuses_is_refused() {
    if Command::new("osmium").arg("--version").output().is_err() {
        return polywire_oracles::absent("osmium", "scripts/setup");
    }
    let folder = TempDir::new().expect("a folder");
    for Case(name, contents, problem) in cases() {
        let verdict = osmium(folder.path(), &contents);
        assert_eq!(verdict.is_some(), !problem.is_empty(), "{name}: {verdict:?}");
    }
    let right = cases().into_iter().filter(|Case(_, _, problem)| problem.is_empty());
    let mut refused = 0;
    for Case(name, contents, _) in right {
        let header_len = file_of_block(Fields::default()).len();
        for (at, step) in (header_len..contents.len()).step_by(2).flat_map(|at| [(at, 1), (at, 4)]) {
            let mut altered = contents.clone();
            altered[at] = altered[at].wrapping_add(step);
            let verdict = osmium(folder.path(), &altered);
            let Some(verdict) = verdict.filter(|it| RULES.iter().any(|rule| it.contains(rule))) else { continue };
            refused += 1;
            let output = run(VALIDATE, folder.path(), &altered);
            assert!(!output.status.success(), "{name}, byte {at} altered: {verdict}");
        }
    }
    assert!(refused > 10, "{refused} files are refused");
}
