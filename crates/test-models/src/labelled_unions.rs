use crate::TestModel;
use crate::make::{case, declare, enumeration, record, text};
use polywire_model::{Case, Decl, DeclKind, Field, Meaning, Model, Presence, Type, Union};
use polywire_source::Span;

/// Unions with a discriminator of each kind: cases with one label, with several ones, for all other labels, and without a
/// value; unions in which each label selects a case, and others.
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let kind = [("NONE", 0), ("CIRCLE", 3), ("SQUARE", 5), ("BLOCK", 9)];
    let kind = Type::Named(declare(&mut model, "Kind", enumeration(false, &kind)));
    let by_kind = add(
        &mut model,
        ("ByKind", kind),
        vec![
            labelled(&[3], case("circle", Type::Float { bits: 64 })),
            labelled(&[5, 9], case("square", Type::int(32, true))),
        ],
    );
    let by_octet = add(
        &mut model,
        ("ByOctet", Type::int(8, false)),
        vec![
            labelled(&[1], case("small", Type::int(16, true))),
            labelled(&[2, 200], case("name", text())),
            other(nothing("other")),
        ],
    );
    let by_flag = add(
        &mut model,
        ("ByFlag", Type::Bool),
        vec![labelled(&[1], case("yes", text())), labelled(&[0], case("no", Type::int(64, true)))],
    );
    let by_number = add(
        &mut model,
        ("ByNumber", Type::int(64, true)),
        vec![labelled(&[-1], nothing("low")), labelled(&[1 << 40], other(case("rest", Type::Bytes)))],
    );
    let letter = Type::Int { bits: 8, signed: false, meaning: Meaning::Character };
    let by_letter = add(
        &mut model,
        ("ByLetter", letter),
        vec![labelled(&[97, 98], nothing("letter")), labelled(&[48], case("digit", Type::int(32, false)))],
    );
    let last = Field { presence: Presence::Optional, ..Field::new("last", by_letter.clone()) };
    for (name, fields) in [
        ("Kinds", vec![Field::new("kind", by_kind), Field::new("after", Type::int(8, false))]),
        ("Octets", vec![Field::new("octet", by_octet.clone()), Field::new("octets", Type::list(by_octet))]),
        ("Flags", vec![Field::new("flag", by_flag)]),
        ("Numbers", vec![Field::new("first", by_number.clone()), Field::new("others", Type::list(by_number))]),
        ("Letters", vec![Field::new("letter", by_letter), last]),
    ] {
        declare(&mut model, name, record(fields));
    }
    TestModel { name: "labelled_unions", model, formats: FORMATS }
}

const FORMATS: &[&str] = &[
    "avro",
    "capnp",
    "cdr",
    "cdr_le",
    "xcdr1",
    "xcdr2",
    "fbe",
    "flatbuffers",
    "json",
    "json_plain",
    "msgpack",
    "protobuf",
    "protobuf_text",
    "raw",
    "sbe",
];

fn add(model: &mut Model, (name, discriminator): (&str, Type), cases: Vec<Case>) -> Type {
    let it = Union { cases, discriminator: Some(discriminator), ..Union::default() };
    Type::Named(model.add_union(Decl {
        file: String::new(),
        module: vec!["corner".to_owned()],
        name: vec![name.to_owned()],
        doc: String::new(),
        deprecated: false,
        span: Span::default(),
        kind: DeclKind::Union(it),
    }))
}

fn labelled(labels: &[i128], case: Case) -> Case {
    Case { labels: labels.to_vec(), ..case }
}

/// A case for all other labels.
fn other(case: Case) -> Case {
    Case { is_default: true, ..case }
}

fn nothing(name: &str) -> Case {
    Case { ty: None, ..case(name, Type::Bool) }
}
