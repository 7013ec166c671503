//! What `.proto` text keeps of schemas in other languages.

use polywire_front::{LoadError, LoadedFile, fbs, proto};
use polywire_model::attr::{ProtobufField, ProtobufInt};
use polywire_model::{Decl, DeclKind, Enum, Enumerator, Field, Literal, Model, Presence, Struct, Text, Type};
use polywire_source::{Diagnostics, SourceMap, Span};

fn compiled_fbs(text: &str) -> Model {
    let loader = |path: &str| match path {
        "t.fbs" => Ok(LoadedFile { name: path.to_owned(), bytes: text.into() }),
        _ => Err(LoadError::NotFound),
    };
    let (mut sources, mut problems) = (SourceMap::default(), Diagnostics::default());
    fbs::compile_files(&["t.fbs"], &loader, &mut sources, &mut problems).expect("a schema").model
}

/// Returns the text of a model whose members have numbers in order, and what it means.
fn derived(mut model: Model) -> (String, Model) {
    for decl in &mut model.decls {
        if let DeclKind::Struct(it) = &mut decl.kind {
            for (field, number) in it.fields.iter_mut().zip(1..) {
                let encoding = ProtobufInt::default();
                field.attrs.protobuf = Some(ProtobufField { number, encoding, packed: true, group: false });
            }
        }
    }
    let text = proto::derive_proto(&model, "t.fbs").text;
    let loader = |path: &str| match path {
        "t.proto" => Ok(LoadedFile { name: path.to_owned(), bytes: text.clone().into() }),
        _ => Err(LoadError::NotFound),
    };
    let (mut sources, mut problems) = (SourceMap::default(), Diagnostics::default());
    let again = proto::compile("t.proto", &loader, &mut sources, &mut problems);
    let again = again.unwrap_or_else(|| panic!("{problems:?}\n{text}")).model;
    (text, again)
}

fn fields<'m>(model: &'m Model, path: &str) -> &'m [Field] {
    let id = model.find(path).unwrap_or_else(|| panic!("{path}"));
    &model.as_struct(id).expect("a struct").fields
}

#[test]
fn documentation_and_presence_survive() {
    let text = "namespace t;
        /// A side.
        /// Two lines.
        enum Side : byte {
          /// In.
          Left = 1, Right }
        /// An item.
        table Item {
          /// Its number.
          number:int = 5; maybe:double = null; name:string (required); side:Side = Left; }";
    let (text, again) = derived(compiled_fbs(text));
    assert!(text.contains("// A side.\n// Two lines.\nenum Side {"), "{text}");
    let item = fields(&again, "t.Item");
    assert_eq!(item[0].doc, "Its number.");
    assert_eq!(item[0].default, Some(Literal::Int(5)));
    let presences: Vec<Presence> = item.iter().map(|it| it.presence).collect();
    assert_eq!(presences[1..3], [Presence::Optional, Presence::Required], "{text}");
    let id = again.find("t.Side").expect("the enum");
    let side = again.as_enum(id).expect("an enum");
    assert_eq!((side.members[0].number, side.members[1].doc.as_str()), (0, "In."), "{text}");
    // Absence means the first member that the schema has.
    assert_eq!(item[3].default, Some(Literal::Int(1)), "{text}");
}

fn declare(model: &mut Model, name: &[&str], kind: DeclKind) -> polywire_model::DeclId {
    model.add(Decl {
        file: "t.fbs".to_owned(),
        module: vec!["t".to_owned()],
        name: name.iter().map(|part| (*part).to_owned()).collect(),
        doc: String::new(),
        deprecated: name == ["Side"],
        span: Span::default(),
        kind,
    })
}

#[test]
fn maps_are_maps_where_protocol_buffers_have_them() {
    let mut model = Model::default();
    let text = || Type::Text(Text::default());
    let member = |name: &str, number| Enumerator {
        name: name.to_owned(),
        number,
        doc: String::new(),
        deprecated: false,
        span: Span::default(),
    };
    let members = vec![member("LEFT", 0), member("RIGHT", 1)];
    let closed = Enum { bits: 32, signed: true, open: false, flags: false, members, attrs: Default::default() };
    let side = declare(&mut model, &["Side"], DeclKind::Enum(closed));
    let mut map = |name: &str, value: Type| {
        let it = Struct::entry(Field::new("key", text()), Field::new("value", value));
        Type::Map(declare(&mut model, &["Holder", name], DeclKind::Struct(it)))
    };
    let fields_of_holder = vec![
        Field::new("counts", map("CountsEntry", Type::int(64, true))),
        Field::new("lists", map("ListsEntry", Type::list(text()))),
        Field::new("sides", map("SidesEntry", Type::Named(side))),
        Field { presence: Presence::Optional, ..Field::new("perhaps", map("PerhapsEntry", Type::Bool)) },
        Field { deprecated: true, ..Field::new("side", Type::Named(side)) },
    ];
    declare(&mut model, &["Holder"], DeclKind::Struct(Struct { fields: fields_of_holder, ..Struct::default() }));
    let (text, again) = derived(model);
    for part in [
        "map<string, int64> counts = 1;",
        "repeated .t.Holder.ListsEntry lists = 2;",
        "repeated .t.Holder.SidesEntry sides = 3;",
        "map<string, bool> values = 1;",
        "[deprecated = true, features.field_presence = EXPLICIT]",
        "features.enum_type = CLOSED",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(fields(&again, "t.Holder")[4].deprecated);
}

#[test]
fn texts_that_may_be_invalid_stay_so() {
    let mut model = Model::default();
    let unverified = || Type::Text(Text { unverified: true, ..Text::default() });
    let entry = Struct::entry(Field::new("key", Type::int(32, true)), Field::new("value", unverified()));
    let entry = declare(&mut model, &["Holder", "NamedEntry"], DeclKind::Struct(entry));
    let fields_of_holder = vec![
        Field { deprecated: true, ..Field::new("one", unverified()) },
        Field { presence: Presence::Optional, ..Field::new("maybe", unverified()) },
        Field::new("many", Type::list(unverified())),
        Field::new("named", Type::Map(entry)),
        Field::new("checked", Type::Text(Text::default())),
    ];
    declare(&mut model, &["Holder"], DeclKind::Struct(Struct { fields: fields_of_holder, ..Struct::default() }));
    let (text, again) = derived(model);
    let holder = fields(&again, "t.Holder");
    let Type::Map(named) = &holder[3].ty else { panic!("{text}") };
    let value = &again.as_struct(*named).expect("an entry").fields[1].ty;
    assert_eq!([&holder[0].ty, &holder[1].ty, value], [&unverified(), &unverified(), &unverified()], "{text}");
    assert_eq!(holder[2].ty, Type::list(unverified()), "{text}");
    assert_eq!(holder[4].ty, Type::Text(Text::default()), "{text}");
    assert!(holder[0].deprecated && holder[1].presence == Presence::Optional, "{text}");
}
