//! The table of `docs/presence.md`: results of a round trip. `POLYWIRE_BLESS=1` rewrites it.

use polywire::codec::{Codec, Codecs};
use polywire::lock_update::{needed, settle};
use polywire::schema::{Language, compile};
use polywire::{FORMATS, Format, LoadError, LoadedFile, Model, Value};
use std::fs;
use std::path::Path;

/// A kind of member: its declaration, and a message in JSON.
struct Column {
    title: &'static str,
    member: &'static str,
    message: &'static str,
}

const COLUMNS: [Column; 9] = [
    column("implicit 0", "int32 m = 1 [features.field_presence = IMPLICIT];", "{\"m\":0}"),
    column("optional, absent", "int32 m = 1;", "{}"),
    column("optional 0", "int32 m = 1;", "{\"m\":0}"),
    column("optional empty text", "string m = 1;", "{\"m\":\"\"}"),
    column("struct, absent", "Inner m = 1;", "{}"),
    column("empty struct", "Inner m = 1;", "{\"m\":{}}"),
    column("required, absent", "int32 m = 1 [features.field_presence = LEGACY_REQUIRED];", "{}"),
    column("union without a case", "oneof m { int32 a = 1; string b = 2; }", "{}"),
    column("case with 0", "oneof m { int32 a = 1; string b = 2; }", "{\"a\":0}"),
];

const fn column(title: &'static str, member: &'static str, message: &'static str) -> Column {
    Column { title, member, message }
}

#[test]
fn the_table_matches_what_round_trips() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/presence.md");
    let page = fs::read_to_string(&path).expect("the page");
    let head = format!("| format | {} |\n", COLUMNS.map(|it| it.title).join(" | "));
    let (before, rest) = page.split_once(&head).expect("the table");
    let after = rest.split_once("\n\n").map_or("", |(_, after)| after);
    let rows: String = FORMATS.iter().filter(|format| is_shown(format)).map(row).collect();
    let found = format!("{before}{head}|---|---|---|---|---|---|---|---|---|---|\n{rows}\n{after}");
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        return fs::write(path, found).expect("writing the page");
    }
    assert_eq!(found, page, "POLYWIRE_BLESS=1 accepts what is found");
}

/// Of formats that differ only in appearance, one is shown; those that require the writer's schema, or one in
/// their own language, are not.
fn is_shown(format: &Format) -> bool {
    !format.is_for_own_schemas
        && format.built_in.is_none()
        && ![
            "raw",
            "protobuf_text_line",
            "json_pretty",
            "json_flatc_strict",
            "json_flatc_defaults",
            "avro_resolved",
            "cdr_le",
            "cdr_be",
            "capnp_packed",
            "capnp_canonical",
            "flatbuffers_size_prefixed",
        ]
        .contains(&format.name)
}

fn row(format: &'static Format) -> String {
    let cells: Vec<String> = COLUMNS.iter().map(|column| comes_back(format, column)).collect();
    format!("| `{}` | {} |\n", format.name, cells.join(" | "))
}

/// Returns `kept`, the changed value, or the reason why there is none.
fn comes_back(format: &'static Format, column: &Column) -> String {
    let model = settled(&model(column.member), format);
    let Some(codec) = codec(&model, format) else { return "not supported".to_owned() };
    let json = codec_of_json(&model);
    let value = match (column.title, json.decode(column.message.as_bytes())) {
        // JSON already refuses it, so the value is made directly.
        ("required, absent", _) => codec.new_value(),
        (_, value) => value.expect("a message"),
    };
    let Ok(bytes) = codec.encode(&value) else { return "rejected".to_owned() };
    match codec.decode(&bytes) {
        Ok(again) if again == value => "kept".to_owned(),
        Ok(again) => becomes(&json, &again),
        Err(_) => "rejected".to_owned(),
    }
}

fn becomes(json: &Codec, value: &Value) -> String {
    let text = json.encode(value).expect("JSON");
    format!("becomes `{}`", String::from_utf8_lossy(&text))
}

fn model(member: &str) -> Model {
    let text = format!("edition = \"2023\"; message Sample {{ {member} }} message Inner {{ int32 n = 1; }}");
    let loader = |path: &str| match path {
        "sample.proto" => Ok(LoadedFile { name: path.to_owned(), bytes: text.clone().into() }),
        _ => Err(LoadError::NotFound),
    };
    compile(Language::Proto, "sample.proto", &loader).model.expect("a model")
}

fn settled(model: &Model, format: &Format) -> Model {
    let facts = needed(model, &[format]);
    settle(model, &facts, &polywire::SourceMap::default(), &mut |_| Ok(None)).expect("a fresh lock").model
}

fn codec(model: &Model, format: &'static Format) -> Option<Codec> {
    Codecs::new(model, format).ok()?.codec(model, "Sample")
}

fn codec_of_json(model: &Model) -> Codec {
    codec(model, polywire::format("json_plain").expect("a format")).expect("a codec")
}
