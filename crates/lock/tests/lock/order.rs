//! The order of members, and template ids: which lines are added, how they change, and which edits are reported.

use crate::support::{capnp_model, lines, parsed, proto_model, settled, updated};
use polywire_model::attr::{Fact, NumberKind, RemovedMember, RemovedType, SbeMessage};
use polywire_model::{Change, DeclKind, Edit, Model, Part, Struct};
use polywire_source::SourceMap;

const FIRST: &str = "syntax = \"proto3\"; package t;
    enum E { ZERO = 0; BIG = 300; }
    message M { string z = 100; int32 a = 1; M self = 7; oneof u { string y = 9; bool x = 8; } optional E e = 2; }";

const LINES: [&str; 8] = [
    "order t.E @0 0 ZERO enumerator",
    "order t.E @1 300 BIG enumerator",
    "order t.M @0 1 a i32",
    "order t.M @1 2 e enum t.E?",
    "order t.M @2 7 self t.M?",
    "order t.M @3 8 u.x bool",
    "order t.M @4 9 u.y text",
    "order t.M @5 100 z text",
];

fn first() -> String {
    updated("", proto_model(FIRST), Fact::Order).expect("a lock")
}

fn changes(lock: &str, schema: &str) -> Vec<(String, Part, Edit)> {
    let (_, _, changes) = settled(lock, proto_model(schema), &[Fact::Order]);
    changes.into_iter().map(|Change { member, part, edit, .. }| (member, part, edit)).collect()
}

fn structure<'m>(model: &'m Model, path: &str) -> &'m Struct {
    model.find(path).and_then(|id| model.as_struct(id)).expect("a struct")
}

/// Returns the places of fields by name.
fn places(it: &Struct) -> Vec<(&str, u32)> {
    it.fields.iter().map(|field| (field.name.as_str(), field.attrs.order.expect("a place"))).collect()
}

#[test]
fn members_are_sorted_by_number() {
    assert_eq!(lines(&first()), LINES);
    let (model, _, changes) = settled(&first(), proto_model(FIRST), &[Fact::Order]);
    assert!(changes.is_empty(), "{changes:?}");
    assert_eq!(places(structure(&model, "t.M")), [("z", 5), ("a", 0), ("self", 2), ("u", 3), ("e", 1)]);
    let union = model.decls.iter().find_map(|decl| if let DeclKind::Union(it) = &decl.kind { Some(it) } else { None });
    let cases = union.expect("a union").cases.iter().map(|case| (case.name.as_str(), case.attrs.order));
    assert_eq!(cases.collect::<Vec<_>>(), [("y", Some(1)), ("x", Some(0))]);
}

#[test]
fn ordinals_are_an_order() {
    let schema = "@0xbf5147cbbecf40c1; struct S { b @1 :Text; g :group { c @2 :Bool; a @0 :Int8; }
        union { e @4 :Void; d @3 :Int32; } }";
    let lock = updated("", capnp_model(schema), Fact::Order).expect("a lock");
    let of_struct: Vec<&str> = lines(&lock).into_iter().filter(|line| line.starts_with("order S ")).collect();
    assert_eq!(of_struct.len(), 4, "{lock}");
    assert!(of_struct[0].starts_with("order S @0 0 g S.G") && of_struct[1] == "order S @1 1 b text", "{lock}");
    assert!(of_struct[2].ends_with(".d i32") && of_struct[3].ends_with(".e void"), "{lock}");
}

/// Added members come last, removed ones keep their places, and both are reported.
#[test]
fn places_stay() {
    let later = FIRST
        .replace("int32 a = 1;", "int64 m = 50;")
        .replace("oneof u { string y = 9; bool x = 8; }", "oneof other { bool x = 8; bytes w = 10; }")
        .replace("optional E e", "E e")
        .replace("BIG = 300;", "TEN = 10;");
    let lock = updated(&first(), proto_model(&later), Fact::Order).expect("a lock");
    let expected = [
        "order t.E @0 0 ZERO enumerator",
        "order t.E @1 300 BIG enumerator removed",
        "order t.E @2 10 TEN enumerator",
        "order t.M @0 1 a i32 removed",
        "order t.M @1 2 e enum t.E",
        "order t.M @2 7 self t.M?",
        "order t.M @3 8 other.x bool",
        "order t.M @4 9 other.y text removed",
        "order t.M @5 100 z text",
        "order t.M @6 10 other.w bytes",
        "order t.M @7 50 m i64",
    ];
    assert_eq!(lines(&lock), expected);
    let told = |name: &str, part, edit| (name.to_owned(), part, edit);
    let expected = [
        told("a", Part::Field, Edit::Removed),
        told("e", Part::Field, Edit::PresenceChanged),
        told("other.y", Part::Case, Edit::Removed),
        told("other.w", Part::Case, Edit::Added),
        told("m", Part::Field, Edit::Added),
        told("BIG", Part::Enumerator, Edit::Removed),
        told("TEN", Part::Enumerator, Edit::Added),
    ];
    assert_eq!(changes(&first(), &later), expected);
    assert_eq!(changes(&lock, &later), []);
    let again = later.replace("int64 m = 50;", "int64 m = 50; int32 a = 1;");
    assert_eq!(changes(&lock, &again), [told("a", Part::Field, Edit::Restored)]);
    let (model, ..) = settled(&lock, proto_model(&later), &[Fact::Order]);
    let removed = RemovedType::Number { bits: 32, kind: NumberKind::Signed };
    assert_eq!(structure(&model, "t.M").attrs.removed, [RemovedMember { order: 0, optional: false, ty: removed }]);
    let DeclKind::Enum(it) = &model.decl(model.find("t.E").expect("the enum")).kind else { panic!("no enum") };
    assert_eq!(it.attrs.order, [0, 300, 10]);
}

/// A union is a field: adding or removing one counts as one edit.
#[test]
fn unions_are_fields() {
    let without = FIRST.replace("oneof u { string y = 9; bool x = 8; }", "");
    assert_eq!(changes(&first(), &without), [("u".to_owned(), Part::Field, Edit::Removed)]);
    let lock = updated(&first(), proto_model(&without), Fact::Order).expect("a lock");
    let (model, ..) = settled(&lock, proto_model(&without), &[Fact::Order]);
    let case = |order, ty| RemovedMember { order, optional: false, ty };
    let cases = vec![case(0, RemovedType::Bool), case(1, RemovedType::Text)];
    let removed = RemovedMember { order: 3, optional: false, ty: RemovedType::Union(cases) };
    assert_eq!(structure(&model, "t.M").attrs.removed, [removed]);
    let another = FIRST.replace("oneof u", "oneof v { bool t = 20; bool s = 21; } oneof u");
    assert_eq!(changes(&first(), &another), [("v".to_owned(), Part::Field, Edit::Added)]);
}

#[test]
fn unions_remember_removed_cases() {
    let lock = updated("", proto_model(FIRST), Fact::Order).expect("a lock");
    let later = FIRST.replace("string y = 9; ", "");
    let lock = updated(&lock, proto_model(&later), Fact::Order).expect("a lock");
    let (model, ..) = settled(&lock, proto_model(&later), &[Fact::Order]);
    let unions = model.decls.iter().filter_map(|decl| match &decl.kind {
        DeclKind::Union(it) => Some(it),
        DeclKind::Struct(_) | DeclKind::Enum(_) | DeclKind::Constant(_) => None,
    });
    let removed: Vec<RemovedMember> = unions.flat_map(|it| it.removed.clone()).collect();
    assert_eq!(removed, [RemovedMember { order: 1, optional: false, ty: RemovedType::Text }]);
}

/// The types of removed members may be removed as well; their lines still describe them.
#[test]
fn removed_members_remember_their_types() {
    let schema = "syntax = \"proto3\"; enum E { A = 0; B = 7; } message P { bool b = 1; repeated string s = 2; }
        message M { P p = 1; map<string, E> m = 2; M self = 3; int32 i = 4; }";
    let lock = updated("", proto_model(schema), Fact::Order).expect("a lock");
    let (model, ..) = settled(&lock, proto_model("syntax = \"proto3\"; message M { int32 i = 4; }"), &[Fact::Order]);
    let member = |order, optional, ty| RemovedMember { order, optional, ty };
    let texts = RemovedType::List(Box::new(RemovedType::Text));
    let inner = RemovedType::Struct("P".to_owned(), vec![member(0, false, RemovedType::Bool), member(1, false, texts)]);
    let map = RemovedType::Map(Box::new(RemovedType::Text), Box::new(RemovedType::Enum(vec![0, 7])));
    let removed = &structure(&model, "M").attrs.removed;
    assert_eq!(removed[..2], [member(0, true, inner), member(1, false, map)]);
    // It contains itself.
    let RemovedType::Struct(_, members) = &removed[2].ty else { panic!("{removed:?}") };
    assert_eq!(members[2].ty, RemovedType::Recursive);
    let lines: Vec<&str> = lock.lines().filter(|line| !line.starts_with("order P ")).collect();
    let (model, ..) =
        settled(&lines.join("\n"), proto_model("syntax = \"proto3\"; message M { int32 i = 4; }"), &[Fact::Order]);
    assert_eq!(structure(&model, "M").attrs.removed[0].ty, RemovedType::Unknown("P".to_owned()));
}

#[test]
fn incompatible_changes_are_errors() {
    for (from, to, expected) in [
        ("string z = 100;", "bytes z = 100;", "its type was text and is now bytes"),
        ("int32 a = 1;", "repeated int32 a = 1;", "its type was i32 and is now list(i32)"),
        ("int32 a = 1; M self = 7; oneof u {", "M self = 7; oneof u { int32 a = 1;", "it was not a case of a union"),
        ("bool x = 8; }", "} bool x = 8;", "it was a case of a union"),
    ] {
        let errors = updated(&first(), proto_model(&FIRST.replace(from, to)), Fact::Order).expect_err(expected);
        assert!(errors.contains(expected), "{errors}");
    }
}

fn templates(lock: &str) -> Vec<&str> {
    lines(lock).into_iter().filter(|line| line.starts_with("sbe ")).collect()
}

const BOTH: [Fact; 2] = [Fact::Order, Fact::SbeTemplate];

#[test]
fn templates_have_ids_and_versions() {
    let schema = "syntax = \"proto3\"; message Z { int32 q = 9; } message B { int32 a = 1; } message C {}";
    let (model, lock, _) = settled("", proto_model(schema), &BOTH);
    assert_eq!(
        templates(&lock),
        ["sbe B 1 - template members(1)", "sbe C 2 - template members(0)", "sbe Z 3 - template members(1)"]
    );
    let message = |template_id, version| Some(SbeMessage { template_id, schema_id: 1, version });
    assert_eq!(structure(&model, "Z").attrs.sbe_message, message(3, 0));
    let later = "syntax = \"proto3\"; message A { int32 a = 1; } message New { int32 c = 3; int32 b = 2; int32 q = 9; }
        message B {}";
    let (model, lock, _) = settled(&lock, proto_model(later), &BOTH);
    assert_eq!(
        templates(&lock),
        [
            "sbe A 4 - template members(1)",
            "sbe B 1 - template members(1)",
            "sbe C 2 - template members(0) removed",
            "sbe New 3 - template members(1)"
        ]
    );
    // Added members start versions; removed ones do not.
    assert_eq!(structure(&model, "New").attrs.sbe_message, message(3, 2));
    assert_eq!(structure(&model, "New").attrs.sbe_added_from, Some(1));
    assert_eq!(structure(&model, "B").attrs.sbe_message, message(1, 0));
}

/// Two branches each added a member or a type, and their locks are merged.
#[test]
fn merged_numbers_conflict() {
    let twice = format!("{}\norder t.M @5 60 other i32\n", first());
    let errors = updated(&twice, proto_model(FIRST), Fact::Order).expect_err("a clash");
    assert!(errors.starts_with("error[lock-conflict]: @5 of `t.M` is assigned to both `z` and `other`"), "{errors}");
    let same = format!("{}\norder t.M @6 100 z text\n", first());
    let errors = updated(&same, proto_model(FIRST), Fact::Order).expect_err("a clash");
    assert!(errors.starts_with("error[lock-conflict]: `100` of `t.M` has two lines"), "{errors}");
    let ids = "polywire lock 1\nsbe A 1 - template members(1)\nsbe B 1 - template members(1)\n";
    let errors = parsed(ids, &mut SourceMap::default()).expect_err("a clash");
    let expected = "error[lock-conflict]: the template id 1 is assigned to both `A` and `B`";
    assert!(errors.starts_with(expected) && errors.contains("first assigned here"), "{errors}");
}
