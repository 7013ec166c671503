//! What IDL says for the data representations of DDS.

use polywire_front::{LoadedFile, idl};
use polywire_model::attr::{CorbaType, Extensibility, XcdrMember};
use polywire_model::{DeclKind, Model};
use polywire_source::{Diagnostics, SourceMap};
use std::path::Path;

fn compile(text: &str) -> Model {
    let loader = |name: &str| Ok(LoadedFile { name: name.to_owned(), bytes: text.as_bytes().to_vec() });
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let model = idl::compile_files(&["t.idl"], &loader, &mut sources, &mut diagnostics);
    let list = diagnostics.into_sorted();
    assert!(list.is_empty(), "{list:?}");
    model.expect("a model").model
}

/// The facts of a type and of its members.
fn facts(model: &Model, name: &str) -> (Option<Extensibility>, Vec<XcdrMember>) {
    let extensibility = |it: &Option<CorbaType>| it.as_ref().and_then(|it| it.extensibility);
    match &model.decl(model.find(name).expect("a type")).kind {
        DeclKind::Struct(it) => (extensibility(&it.attrs.corba), it.fields.iter().map(|it| it.attrs.xcdr).collect()),
        DeclKind::Union(it) => (extensibility(&it.attrs.corba), it.cases.iter().map(|it| it.attrs.xcdr).collect()),
        DeclKind::Enum(_) | DeclKind::Constant(_) => panic!("{name}"),
    }
}

fn ids(model: &Model, name: &str) -> Vec<Option<u32>> {
    facts(model, name).1.into_iter().map(|it| it.id).collect()
}

/// The ids of hashes are those of Cyclone DDS.
#[test]
fn types_of_the_corpus() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/corba/xcdr/kitchen.idl");
    let model = compile(&std::fs::read_to_string(path).expect("the schema"));
    for (name, expected) in [
        ("Point", Extensibility::Final),
        ("Item", Extensibility::Appendable),
        ("Detail", Extensibility::Mutable),
        ("Choice", Extensibility::Final),
        ("Growing", Extensibility::Appendable),
        ("Changing", Extensibility::Mutable),
    ] {
        assert_eq!(facts(&model, &format!("Dds.{name}")).0, Some(expected), "{name}");
    }
    assert_eq!(ids(&model, "Dds.Detail"), [7, 3, 300, 0x123_4567].map(Some));
    assert_eq!(ids(&model, "Dds.Hashed"), [0xfa5_dd70, 0x477_90da, 0x3b1_497c].map(Some));
    assert_eq!(ids(&model, "Dds.Point"), [None, None]);
    let understood: Vec<bool> = facts(&model, "Dds.Detail").1.iter().map(|it| it.must_understand).collect();
    assert_eq!(understood, [false, true, false, false]);
}

#[test]
fn ids_follow_each_other() {
    let model = compile(
        "struct Base { long a; @id(5) long b; }; @extensibility(MUTABLE) struct Derived : Base { long c; @key long d; };
         @extensibility(APPENDABLE) union U switch (long) { case 1: @id(4) long x; case 2: long y; };
         @autoid(SEQUENTIAL) struct Plain { long a; @hashid(\"b\") long c; }; @autoid struct Hashed { long b; };",
    );
    assert_eq!(ids(&model, "Derived"), [0, 5, 6, 7].map(Some));
    assert!(facts(&model, "Derived").1[3].is_key);
    assert_eq!(facts(&model, "Derived").0, Some(Extensibility::Mutable));
    assert_eq!(ids(&model, "U")[..2], [4, 5].map(Some));
    assert_eq!(facts(&model, "U").0, Some(Extensibility::Appendable));
    assert_eq!(facts(&model, "Plain").0, None);
    assert_eq!(ids(&model, "Plain")[1], ids(&model, "Hashed")[0]);
}
