//! Types in several files, each with its own lock.

use crate::support::{PROTO, lines, proto_files};
use polywire_lock::{FileLock, Lock, update};
use polywire_model::attr::Fact;

const MAIN: &str = "syntax = \"proto3\"; import \"b.proto\"; message A { B b = 7; string s = 1; }";
const OTHER: &str = "syntax = \"proto3\"; message B { int32 z = 100; int32 y = 2; }";

/// Updates the locks of both files.
fn updated(locks: [Lock; 2], main: &str, other: &str) -> Result<[Lock; 2], String> {
    let (model, _) = proto_files(&[(PROTO, main), ("b.proto", other)]);
    let [first, second] = locks;
    let files = [FileLock { lock: first, files: vec![PROTO] }, FileLock { lock: second, files: vec!["b.proto"] }];
    let updated = update(&files, &model, &[Fact::CapnpOrdinal]).map_err(|problems| problems[0].message.clone())?.locks;
    Ok(updated.try_into().expect("as many"))
}

fn texts(locks: &[Lock; 2]) -> [Vec<String>; 2] {
    [0, 1].map(|index| lines(&locks[index].to_string()).into_iter().map(str::to_owned).collect())
}

#[test]
fn each_file_has_the_lines_of_its_types() {
    let locks = updated(Default::default(), MAIN, OTHER).expect("locks");
    let expected = [["capnp A @0 1 s text", "capnp A @1 7 b B"], ["capnp B @0 2 y i32", "capnp B @1 100 z i32"]];
    assert_eq!(texts(&locks), expected);
}

#[test]
fn a_moved_type_keeps_its_lines() {
    let later = OTHER.replace("y = 2;", "y = 2; int32 x = 50;");
    let locks = updated(Default::default(), MAIN, OTHER).expect("locks");
    let locks = updated(locks, MAIN, &later).expect("locks");
    let moved = format!("{MAIN} message B {{ int32 z = 100; int32 y = 2; int32 x = 50; }}");
    let moved = updated(locks.clone(), &moved, "syntax = \"proto3\";").expect("locks");
    let [first, second] = texts(&locks);
    assert_eq!(texts(&moved), [[first, second].concat(), vec![]]);
}

#[test]
fn a_renamed_type_is_renamed_in_all_files() {
    let locks = updated(Default::default(), MAIN, OTHER).expect("locks");
    let (main, other) = (MAIN.replace("B b", "New b"), OTHER.replace("message B", "message New"));
    let renamed = updated(locks.clone(), &main, &other).expect("locks");
    let expected = [["capnp A @0 1 s text", "capnp A @1 7 b New"], ["capnp New @0 2 y i32", "capnp New @1 100 z i32"]];
    assert_eq!(texts(&renamed), expected);
    // The lock of the other file may have been updated before.
    let [first, _] = locks.clone();
    let [_, second] = renamed.clone();
    assert_eq!(texts(&updated([first, second], &main, &other).expect("locks")), expected);
    // A different type is an error.
    let other = format!("{OTHER} message New {{ string s = 1; }}");
    let error = updated(locks, &main, &other).expect_err("another type");
    assert_eq!(error, "this change to `A.b` is incompatible: its type was B and is now New");
}
