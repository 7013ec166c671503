//! Edits of schemas and their effects on locks.

use crate::support::{capnp_model, lines, proto_model, updated};
use polywire_model::attr::Fact;

const FIRST: &str = "
    syntax = \"proto3\"; package t;
    message M {
      int32 a = 1; optional int32 b = 2; string c = 100;
      oneof o { string x = 3; int64 y = 4; }
      N n = 5; E e = 6;
    }
    message N { bool yes = 1; }
    enum E { ZERO = 0; FIVE = 5; }
";

/// A part of the text and its replacement.
type Edit = (&'static str, &'static str);

fn first() -> String {
    updated("", proto_model(FIRST), Fact::CapnpOrdinal).expect("a lock")
}

fn edited(edits: &[Edit]) -> String {
    edits.iter().fold(FIRST.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "{old}");
        text.replace(old, new)
    })
}

fn after(edits: &[Edit]) -> Result<String, String> {
    updated(&first(), proto_model(&edited(edits)), Fact::CapnpOrdinal)
}

/// Returns the lines that an edit adds to the lock and removes from it.
fn difference(edits: &[Edit]) -> Vec<String> {
    let (old, new) = (first(), after(edits).expect("a lock"));
    let gone = lines(&old).into_iter().filter(|line| !lines(&new).contains(line)).map(|line| format!("- {line}"));
    let added = lines(&new).into_iter().filter(|line| !lines(&old).contains(line)).map(|line| format!("+ {line}"));
    gone.chain(added).collect()
}

const SERVICE: &str = "
    syntax = \"proto3\"; package t;
    message M { int32 a = 1; }
    message N { bool yes = 1; }
    service S { rpc Get(M) returns (N); rpc Watch(M) returns (stream N); rpc put_all(N) returns (M); }
";

/// Returns the lines of methods after consecutive edits.
fn methods(edits: &[Edit]) -> Result<Vec<String>, String> {
    let mut text = SERVICE.to_owned();
    let mut lock = updated("", proto_model(&text), Fact::CapnpOrdinal)?;
    for (old, new) in edits {
        assert!(text.contains(old), "{old}");
        text = text.replace(old, new);
        lock = updated(&lock, proto_model(&text), Fact::CapnpOrdinal)?;
    }
    let lines = lines(&lock).into_iter().filter_map(|line| line.strip_prefix("capnp t.S "));
    Ok(lines.map(str::to_owned).collect())
}

/// Methods are identified by name; streaming methods have no ordinal.
#[test]
fn methods_keep_their_ordinals() {
    let first = ["@0 - Get t.M -> t.N", "@1 - put_all t.N -> t.M"].map(str::to_owned);
    assert_eq!(methods(&[]).expect("a lock"), first);
    let removed = ["@0 - Get t.M -> t.N removed", "@1 - put_all t.N -> t.M"].map(str::to_owned);
    assert_eq!(methods(&[("rpc Get(M) returns (N);", "")]).expect("a lock"), removed);
    let unary = [removed.to_vec(), vec!["@2 - Watch t.M -> t.N".to_owned()]].concat();
    let edits = [("rpc Get(M) returns (N);", ""), ("(stream N)", "(N)")];
    assert_eq!(methods(&edits).expect("a lock"), unary);
    let again = [edits.as_slice(), &[("rpc put_all", "rpc Get(M) returns (N); rpc put_all")]].concat();
    assert_eq!(methods(&again).expect("a lock")[0], first[0]);
    let broken = methods(&[("Get(M)", "Get(N)")]).expect_err("a breaking edit");
    assert!(broken.contains("its type was t.M -> t.N and is now t.N -> t.N"), "{broken}");
}

/// Renaming the type of a parameter does not change a method's line.
#[test]
fn methods_follow_the_names_of_types() {
    let mine = SERVICE.replace("message M ", "message Mine ").replace("(M)", "(Mine)");
    let lock = updated("", proto_model(SERVICE), Fact::CapnpOrdinal).expect("a lock");
    let lock = updated(&lock, proto_model(&mine), Fact::CapnpOrdinal).expect("a lock");
    assert!(lines(&lock).contains(&"capnp t.S @0 - Get t.Mine -> t.N"), "{lock}");
    let other = mine.replace("service S", "service Other");
    let lock = updated(&lock, proto_model(&other), Fact::CapnpOrdinal).expect("a lock");
    assert!(lines(&lock).contains(&"capnp t.Other @1 - put_all t.N -> t.Mine"), "{lock}");
}

#[test]
fn ordinals_follow_field_numbers_at_first() {
    let expected = "\
capnp t.E @0 0 ZERO enumerator
capnp t.E @1 5 FIVE enumerator
capnp t.M @0 1 a i32
capnp t.M @1 2 b? void
capnp t.M @2 2 b i32?
capnp t.M @3 - o? void
capnp t.M @4 3 o.x text
capnp t.M @5 4 o.y i64
capnp t.M @6 5 n t.N
capnp t.M @7 6 e enum t.E
capnp t.M @8 100 c text
capnp t.N @0 1 yes bool";
    assert_eq!(lines(&first()).join("\n"), expected);
}

#[test]
fn locks_round_trip() {
    let lock = after(&[("int32 a = 1;", ""), ("FIVE = 5;", "")]).expect("a lock");
    assert_eq!(
        updated(&lock, proto_model(&edited(&[("int32 a = 1;", ""), ("FIVE = 5;", "")])), Fact::CapnpOrdinal),
        Ok(lock)
    );
}

#[test]
fn edits_append_and_never_delete_lines() {
    let cases: &[(&[Edit], &[&str])] = &[
        (&[("int32 a = 1;", "int32 a = 1; bytes d = 50;")], &["+ capnp t.M @9 50 d bytes"]),
        (&[("int32 a = 1;", "")], &["- capnp t.M @0 1 a i32", "+ capnp t.M @0 1 a i32 removed"]),
        (&[("int32 a = 1;", "int32 first = 1;")], &["- capnp t.M @0 1 a i32", "+ capnp t.M @0 1 first i32"]),
        (&[("string x = 3; int64 y = 4;", "int64 y = 4; string x = 3;")], &[]),
        (&[("int64 y = 4;", "int64 y = 4; E z = 8;")], &["+ capnp t.M @9 8 o.z enum t.E"]),
        (&[("ZERO = 0;", "ZERO = 0; ONE = 1;")], &["+ capnp t.E @2 1 ONE enumerator"]),
        (
            &[("oneof o", "oneof p")],
            &[
                "- capnp t.M @3 - o? void",
                "- capnp t.M @4 3 o.x text",
                "- capnp t.M @5 4 o.y i64",
                "+ capnp t.M @3 - p? void",
                "+ capnp t.M @4 3 p.x text",
                "+ capnp t.M @5 4 p.y i64",
            ],
        ),
        (
            &[("message N", "message Other"), ("N n", "Other n")],
            &[
                "- capnp t.M @6 5 n t.N",
                "- capnp t.N @0 1 yes bool",
                "+ capnp t.M @6 5 n t.Other",
                "+ capnp t.Other @0 1 yes bool",
            ],
        ),
        (
            &[("optional int32 b = 2;", "optional int32 b = 9;")],
            &[
                "- capnp t.M @1 2 b? void",
                "- capnp t.M @2 2 b i32?",
                "+ capnp t.M @1 2 b? void removed",
                "+ capnp t.M @2 2 b i32? removed",
                "+ capnp t.M @9 9 b? void",
                "+ capnp t.M @10 9 b i32?",
            ],
        ),
    ];
    for (edits, expected) in cases {
        assert_eq!(difference(edits), *expected, "{edits:?}");
    }
}

#[test]
fn removed_members_can_be_restored() {
    let without = after(&[("int32 a = 1;", "")]).expect("a lock");
    assert_eq!(updated(&without, proto_model(FIRST), Fact::CapnpOrdinal), Ok(first()));
    let without_type = after(&[("N n = 5;", ""), ("message N { bool yes = 1; }", "")]).expect("a lock");
    assert!(lines(&without_type).contains(&"capnp t.N @0 1 yes bool removed"));
    assert_eq!(updated(&without_type, proto_model(FIRST), Fact::CapnpOrdinal), Ok(first()));
}

#[test]
fn breaking_edits_are_named() {
    let cases: &[(&[Edit], &str)] = &[
        (
            &[("int32 a = 1;", "int64 a = 1;")],
            "this change to `t.M.a` is incompatible: its type was i32 and is now i64",
        ),
        (
            &[("int32 a = 1;", "optional int32 a = 1;")],
            "this change to `t.M.a` is incompatible: its type was i32 and is now i32?",
        ),
        (
            &[("string x = 3;", ""), ("N n = 5;", "N n = 5; string x = 3;")],
            "this change to `t.M.x` is incompatible: it was a case of a union",
        ),
        (
            &[("N n = 5;", ""), ("int64 y = 4;", "int64 y = 4; N n = 5;")],
            "this change to `t.M.o.n` is incompatible: it was not a case of a union",
        ),
        (
            &[("string x = 3;", ""), ("N n = 5;", "N n = 5; oneof p { string x = 3; }")],
            "this change to `t.M.p.x` is incompatible: it was a case of `o`",
        ),
    ];
    for (edits, expected) in cases {
        let errors = after(edits).expect_err("a breaking edit");
        assert!(errors.starts_with(&format!("error[breaking-edit]: {expected}\n")), "{errors}");
        assert!(errors.contains("t.proto:") && errors.contains("recorded here"), "{errors}");
    }
    let without = after(&[("int32 a = 1;", "")]).expect("a lock");
    let reused = proto_model(&edited(&[("int32 a = 1;", "bytes d = 1;")]));
    let errors = updated(&without, reused, Fact::CapnpOrdinal).expect_err("a number that is used again");
    assert!(errors.contains("its number belonged to a removed member, `a` of type i32"), "{errors}");
    let proto2 = |first: &str| proto_model(&format!("syntax = \"proto2\"; package t; enum E {{ {first} }}"));
    let lock = updated("", proto2("A = 1; B = 2;"), Fact::CapnpOrdinal).expect("a lock");
    let errors = updated(&lock, proto2("B = 2; A = 1;"), Fact::CapnpOrdinal).expect_err("another default");
    assert!(errors.contains("the default `B` of `t.E` was not the first one"), "{errors}");
}

#[test]
fn conflicting_merges_are_reported() {
    let both = first() + "capnp t.M @8 50 d bytes\n";
    let errors = updated(&both, proto_model(FIRST), Fact::CapnpOrdinal).expect_err("a clash");
    assert!(errors.starts_with("error[lock-conflict]: @8 of `t.M` is assigned to both `c` and `d`"), "{errors}");
    let twice = first() + "capnp t.M @9 100 c text\n";
    let errors = updated(&twice, proto_model(FIRST), Fact::CapnpOrdinal).expect_err("a clash");
    assert!(errors.starts_with("error[lock-conflict]: `100` of `t.M` has two lines"), "{errors}");
    let unresolved =
        first() + "<<<<<<< ours\ncapnp t.M @9 7 d bytes\n=======\ncapnp t.M @9 8 f bytes\n>>>>>>> theirs\n";
    let errors = updated(&unresolved, proto_model(FIRST), Fact::CapnpOrdinal).expect_err("a clash");
    assert_eq!(
        errors.matches("error[lock-conflict]: the file has an unresolved merge conflict").count(),
        3,
        "{errors}"
    );
    let wrong = first() + "capnp t.M eight 100 c text\n";
    let errors = updated(&wrong, proto_model(FIRST), Fact::CapnpOrdinal).expect_err("no line");
    assert!(errors.starts_with("error[lock]: this is not a line of a lock file"), "{errors}");
    let newer = first().replace("polywire lock 1", "polywire lock 2");
    let errors = updated(&newer, proto_model(FIRST), Fact::CapnpOrdinal).expect_err("another version");
    assert!(
        errors.starts_with("error[lock]: this is not a lock file that this version of Polywire supports"),
        "{errors}"
    );
}

#[test]
fn numbers_follow_ordinals() {
    let schema =
        "@0xd3c1f0a95b7e4d21; struct S { a @0 :Text; g :group { b @1 :Int32; u :union { c @2 :Void; d @4 :Bool; } }
        union { e @3 :Void; f :group { h @5 :Text; i @6 :Text; } } j @7 :E; } enum E { x @0; y @1; }";
    let lock = updated("", capnp_model(schema), Fact::ProtobufNumber).expect("a lock");
    let expected = "\
protobuf S 1 @0 a text
protobuf S 2 @1 g S.G
protobuf S 4 @3 e void
protobuf S 6 @5 f S.F
protobuf S 8 @7 j enum E
protobuf S.F 6 @5 h text
protobuf S.F 7 @6 i text
protobuf S.G 2 @1 b i32
protobuf S.G 3 @2 u S.G.U
protobuf S.G.U 3 @2 c void
protobuf S.G.U 5 @4 d bool";
    assert_eq!(lines(&lock).join("\n"), expected);
    let longer = schema.replace("j @7", "k @8 :Text; renamed @7");
    let lock = updated(&lock, capnp_model(&longer), Fact::ProtobufNumber).expect("a lock");
    assert!(lines(&lock).contains(&"protobuf S 8 @7 renamed enum E"), "{lock}");
    assert!(lines(&lock).contains(&"protobuf S 9 @8 k text"), "{lock}");
    let broken = schema.replace("h @5 :Text", "h @5 :Data");
    let errors = updated(&lock, capnp_model(&broken), Fact::ProtobufNumber).expect_err("a breaking edit");
    assert!(errors.contains("this change to `S.F.h` is incompatible: its type was text and is now bytes"), "{errors}");
}
