//! Formats do not know sets, values that may be null, and the meanings of bytes: messages are those of a plainer schema.

use polywire::codec::Codecs;
use polywire::lock_update::{needed, settle};
use polywire::schema::derive_proto;
use polywire::{FORMATS, Format, Model};
use polywire_model::{BytesMeaning, DeclKind, Field, Struct, Type};
use polywire_test_models::make::declare;

/// Formats whose messages show values that may be null as such, in the fingerprint of their schema at least.
const WITH_NULL: [&str; 10] = [
    "json",
    "json_pretty",
    "json_plain",
    "json_fbe",
    "json_avro",
    "avro_single",
    "msgpack",
    "zebrapack",
    "fbe",
    "fbe_final",
];

/// Formats that have types of their own for UUIDs and decimal numbers; JSON shows the 36 characters of a UUID.
const WITH_MEANINGS: [&str; 7] = ["xml", "json", "json_pretty", "json_plain", "json_fbe", "fbe", "fbe_final"];

#[test]
fn sets_are_lists_in_ascending_order() {
    let sets = model("sets");
    let lists = sets.with_sets_as_lists();
    let ordered = r#"{"flags":[false,true],"numbers":[-1,2,300],"days":[-5,7],"list":[3,1,3],
        "maybe":["x"],"nested":[[1,2],[]],"plain":[[2,1]],"by_name":{"k":[1,2]},"texts":["a","b"]}"#;
    let unordered = r#"{"flags":[true,false,true],"numbers":[300,-1,2,-1],"days":[7,-5],"list":[3,1,3],
        "maybe":["x"],"nested":[[2,1,2],[]],"plain":[[2,1]],"by_name":{"k":[2,1]},"texts":["b","a"]}"#;
    for format in FORMATS.iter().filter(|it| it.schema_types.is_none()) {
        let of_set = |message: &str| bytes(&sets, "corner.Sets", format, message);
        let Some(expected) = bytes(&lists, "corner.Sets", format, ordered) else { continue };
        assert_eq!(of_set(ordered), Some(expected.clone()), "{}", format.name);
        assert_eq!(of_set(unordered), Some(expected), "{}", format.name);
    }
}

#[test]
fn values_that_may_be_null_are_structs_with_an_optional_field() {
    let nullable = model("nullable");
    let mut structs = nullable.clone();
    for decl in &mut structs.decls {
        if let DeclKind::Struct(it) = &mut decl.kind {
            it.is_nullable = false;
        }
    }
    let value = r#"{"numbers":[1,null,0],"texts":[null,"a",""],"points":[{"x":1,"notes":["n"]},null,{}],"lists":[[1],null,[]],
        "triple":[null,1,2],"by_name":{"a":1,"b":null},"places":{"c":null}}"#;
    let twin = r#"{"numbers":[{"value":1},{},{"value":0}],"texts":[{},{"value":"a"},{"value":""}],
        "points":[{"value":{"x":1,"notes":["n"]}},{},{"value":{}}],"lists":[{"value":[1]},{},{"value":[]}],
        "triple":[{},{"value":1},{"value":2}],"by_name":{"a":{"value":1},"b":{}},"places":{"c":{}}}"#;
    let mut compared = 0;
    for format in FORMATS.iter().filter(|it| it.schema_types.is_none() && !WITH_NULL.contains(&it.name)) {
        if let Some(expected) = bytes(&structs, "corner.Nullable", format, twin) {
            assert_eq!(bytes(&nullable, "corner.Nullable", format, value), Some(expected), "{}", format.name);
            compared += 1;
        }
    }
    assert!(compared >= 7, "{compared}");
}

#[test]
fn meanings_of_bytes_have_no_effect_on_messages() {
    let meant = model("sixteen_bytes");
    let mut plain = meant.clone();
    for decl in &mut plain.decls {
        match &mut decl.kind {
            DeclKind::Struct(it) => it.fields.iter_mut().for_each(|field| forget(&mut field.ty)),
            DeclKind::Union(it) => it.cases.iter_mut().filter_map(|case| case.ty.as_mut()).for_each(forget),
            DeclKind::Enum(_) | DeclKind::Constant(_) => {}
        }
    }
    let value = r#"{"id":ID,"ids":[ID],"maybe":[null,ID],"ratio":"AAECAwQFBgcICQoLDA0ODw==","prices":{"a":"AAECAwQFBgcICQoLAAACgA=="}}"#;
    let of = |id: &str| value.replace("ID", id);
    let (with_text, with_bytes) =
        (of(r#""00010203-0405-0607-0809-0A0b0c0d0e0f""#), of(r#""AAECAwQFBgcICQoLDA0ODw==""#));
    for format in FORMATS.iter().filter(|it| it.schema_types.is_none() && !WITH_MEANINGS.contains(&it.name)) {
        let Some(expected) = bytes(&plain, "corner.Wide", format, &with_bytes) else { continue };
        assert_eq!(bytes(&meant, "corner.Wide", format, &with_text), Some(expected), "{}", format.name);
    }
}

#[test]
fn schemas_in_other_languages_have_lists_for_sets() {
    let protobuf = polywire::format("protobuf").expect("a format");
    let text = derive_proto(&settled(&model("sets"), protobuf), "sets.proto").text;
    assert!(text.contains("repeated int32 numbers = 3;") && text.contains("repeated string texts = 6;"), "{text}");
    assert!(!text.contains("Element"), "{text}");
}

#[test]
fn elements_without_an_order_in_all_languages_make_a_list() {
    let mut sets = Model::default();
    let mut set_of = |ty: Type| {
        let id = declare(&mut sets, "Element", DeclKind::Struct(Struct::set_entry(Field::new("key", ty))));
        let entry = sets.decls.remove(id.0 as usize);
        sets.add_set(entry)
    };
    assert_eq!(set_of(Type::Bytes), Type::list(Type::Bytes));
    assert_eq!(set_of(Type::Float { bits: 64 }), Type::list(Type::Float { bits: 64 }));
    assert!(matches!(set_of(Type::Bool), Type::Map(_)));
}

fn forget(ty: &mut Type) {
    match ty {
        Type::FixedBytes(_, meaning) => *meaning = BytesMeaning::Bytes,
        Type::List(element) | Type::Array(element, _) => forget(element),
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text(_)
        | Type::Bytes
        | Type::Named(_)
        | Type::Map(_) => {}
    }
}

fn model(name: &str) -> Model {
    polywire_test_models::find(name).expect("a model").model
}

/// Returns the message for a value in JSON, if the format supports the type.
fn bytes(model: &Model, ty: &str, format: &'static Format, value: &str) -> Option<Vec<u8>> {
    let settled = settled(model, format);
    let codec = |name| Codecs::new(&settled, polywire::format(name)?).ok()?.codec(&settled, ty);
    let value = codec("json_plain").expect("JSON").decode(value.as_bytes()).unwrap_or_else(|error| panic!("{error:?}"));
    codec(format.name)?.encode(&value).ok()
}

/// Returns the model with the facts that a format needs.
fn settled(model: &Model, format: &'static Format) -> Model {
    let sources = polywire::SourceMap::default();
    settle(model, &needed(model, &[format]), &sources, &mut |_| Ok(None)).expect("a fresh lock").model
}
