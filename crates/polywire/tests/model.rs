//! The tables of `docs/model.md`: the native type of each construct in each language, and what becomes of a value in each
//! format. `POLYWIRE_BLESS=1` rewrites them.
//!
//! Design: docs/decisions/0110-constructs-with-their-languages.md

use polywire::codec::Codecs;
use polywire::generate::{LANGUAGES, generate};
use polywire::lock_update::{needed, settle};
use polywire::schema::{Language, compile};
use polywire::{FORMATS, Format, LoadError, LoadedFile, Model};
use polywire_model::attr::WellKnown;
use polywire_model::{
    BytesMeaning, Case, DeclKind, Field, Literal, Meaning, NamedConstant, NumberRange, Presence, Struct, Text,
    TimeUnit, Type, Union,
};
use polywire_test_models::make::{case, declare, enumeration, flags, known, map, nullable, record, set, text, union};
use std::fs;
use std::path::Path;

/// A member `value` of a struct `Sample`.
struct Construct {
    title: &'static str,
    /// A message in JSON.
    message: String,
    model: Model,
}

fn construct(title: &'static str, message: &str, field: impl FnOnce(&mut Model) -> Field) -> Construct {
    let mut model = Model::default();
    let field = field(&mut model);
    let sample = Struct { fields: vec![field], ..Struct::default() };
    declare(&mut model, "Sample", DeclKind::Struct(sample));
    model.decls.iter_mut().for_each(|decl| decl.module.clear());
    model.cut_cycles();
    Construct { title, message: format!("{{{message}}}"), model }
}

/// A member `value` of a struct `Sample` in a schema.
fn stated(title: &'static str, (language, file): (Language, &str), text: &str, message: &str) -> Construct {
    let loader = |path: &str| match path == file {
        true => Ok(LoadedFile { name: path.to_owned(), bytes: text.into() }),
        false => Err(LoadError::NotFound),
    };
    let compiled = compile(language, file, &loader);
    let model = compiled.model.unwrap_or_else(|| panic!("{title}: {:?}", compiled.diagnostics));
    Construct { title, message: format!("{{\"value\":{message}}}"), model }
}

/// A constant `value` beside an empty struct.
fn constant(title: &'static str, ty: Type, value: Literal) -> Construct {
    let mut model = Model::default();
    declare(&mut model, "value", DeclKind::Constant(NamedConstant { ty, value }));
    declare(&mut model, "Sample", DeclKind::Struct(Struct::default()));
    model.decls.iter_mut().for_each(|decl| decl.module.clear());
    Construct { title, message: "{}".to_owned(), model }
}

fn plain(title: &'static str, value: &str, ty: Type) -> Construct {
    construct(title, &format!("\"value\":{value}"), |_| Field::new("value", ty))
}

fn meant(title: &'static str, (bits, signed): (u8, bool), meaning: Meaning) -> Construct {
    plain(title, "7", Type::Int { bits, signed, meaning })
}

fn sixteen_bytes(title: &'static str, meaning: BytesMeaning) -> Construct {
    plain(title, "\"AQIDBAUGBwgJCgsMAAACgA==\"", Type::meant_bytes(meaning))
}

fn optional(title: &'static str, value: &str, ty: impl FnOnce(&mut Model) -> Type) -> Construct {
    construct(title, &format!("\"value\":{value}"), |model| Field {
        presence: Presence::Optional,
        ..Field::new("value", ty(model))
    })
}

fn of_declared(title: &'static str, value: &str, ty: impl FnOnce(&mut Model) -> Type) -> Construct {
    construct(title, &format!("\"value\":{value}"), |model| Field::new("value", ty(model)))
}

fn point(model: &mut Model) -> Type {
    Type::Named(declare(model, "Point", record(vec![Field::new("x", Type::int(32, true))])))
}

fn shape(model: &mut Model) -> Type {
    let point = point(model);
    let cases = vec![case("number", Type::int(32, true)), case("label", text()), case("point", point)];
    Type::Named(declare(model, "Shape", union(cases)))
}

/// A union of a number and a text with these labels; the text may be the default.
fn labelled(model: &mut Model, discriminator: Type, labels: [&[i128]; 2], has_default: bool) -> Type {
    let [number, words] = labels.map(<[i128]>::to_vec);
    let cases = vec![
        Case { labels: number, ..case("number", Type::int(32, true)) },
        Case { labels: words, is_default: has_default, ..case("text", text()) },
    ];
    let it = Union { cases, discriminator: Some(discriminator), ..Union::default() };
    let id = declare(model, "Shape", DeclKind::Union(it));
    model.keep_labels(id);
    Type::Named(id)
}

fn entries(model: &mut Model, entry: Struct) -> Type {
    let id = declare(model, "Entry", DeclKind::Struct(entry));
    let decl = model.decls.remove(id.0 as usize);
    model.add_map(decl)
}

fn side(open: bool) -> DeclKind {
    enumeration(open, &[("SIDE_UNKNOWN", 0), ("BUY", 1), ("SELL", 2)])
}

fn numbers() -> Vec<Construct> {
    vec![
        plain("boolean", "true", Type::Bool),
        plain("integer of 8 bits", "-7", Type::int(8, true)),
        plain("unsigned integer of 16 bits", "7", Type::int(16, false)),
        plain("integer of 32 bits", "-7", Type::int(32, true)),
        plain("unsigned integer of 64 bits", "7", Type::int(64, false)),
        plain("float of 32 bits", "0.5", Type::Float { bits: 32 }),
        plain("float of 64 bits", "0.5", Type::Float { bits: 64 }),
        meant("float of 16 bits", (16, false), Meaning::Float16),
        meant("decimal number with 4 digits behind the point", (64, true), Meaning::Decimal { scale: 4 }),
        meant("character of 8 bits", (8, false), Meaning::Character),
        meant("UTF-16 code unit", (16, false), Meaning::Character),
        meant("Unicode code point", (32, false), Meaning::Character),
        meant("date", (32, true), Meaning::Date),
        meant("time of day in milliseconds", (32, true), Meaning::TimeOfDay(TimeUnit::Milliseconds)),
        meant("time of day in nanoseconds", (64, true), Meaning::TimeOfDay(TimeUnit::Nanoseconds)),
        meant("timestamp in nanoseconds", (64, true), Meaning::Timestamp(TimeUnit::Nanoseconds)),
        meant("local timestamp in microseconds", (64, true), Meaning::LocalTimestamp(TimeUnit::Microseconds)),
        meant("duration in nanoseconds", (64, true), Meaning::Duration(TimeUnit::Nanoseconds)),
        meant("duration in seconds", (64, true), Meaning::Duration(TimeUnit::Seconds)),
    ]
}

fn others() -> Vec<Construct> {
    let bounded = Text { max_len: Some(8), ..Text::default() };
    let unverified = Text { unverified: true, ..Text::default() };
    vec![
        plain("text", "\"a\"", text()),
        plain("text of at most 8 bytes", "\"a\"", Type::Text(bounded)),
        plain("text that may be invalid UTF-8", "\"a\"", Type::Text(unverified)),
        plain("bytes", "\"AQ==\"", Type::Bytes),
        plain("4 bytes", "\"AQIDBA==\"", Type::fixed_bytes(4)),
        plain("UUID", "\"123e4567-e89b-12d3-a456-426614174000\"", Type::meant_bytes(BytesMeaning::Uuid)),
        sixteen_bytes("decimal number of 128 bits", BytesMeaning::Decimal),
        sixteen_bytes("float of 128 bits", BytesMeaning::Float128),
        of_declared("number without a name in an open enum", "7", |model| {
            Type::Named(declare(model, "Side", side(true)))
        }),
        of_declared("closed enum", "\"SELL\"", |model| Type::Named(declare(model, "Side", side(false)))),
        of_declared("set of flags", "130", |model| {
            let rights = declare(model, "Rights", flags(&[("READ", 1), ("WRITE", 2)]));
            Type::Int { bits: 8, signed: false, meaning: Meaning::Flags(rights) }
        }),
        of_declared("struct", "{\"x\":1}", point),
        construct("struct that contains itself", "\"value\":{\"value\":{}}", |model| Field {
            presence: Presence::Optional,
            ..Field::new("value", Type::Named(polywire_model::DeclId(model.decls.len() as u32)))
        }),
        construct("union", "\"number\":1", |model| Field::new("value", shape(model))),
        construct("union with a case without a value", "\"nothing\":true", |model| {
            let nothing = Case { ty: None, ..case("nothing", text()) };
            Field::new("value", Type::Named(declare(model, "Choice", union(vec![case("label", text()), nothing]))))
        }),
        of_declared("union with a label for each case", "{\"text\":\"a\"}", |model| {
            labelled(model, Type::int(16, true), [&[4], &[-1]], false)
        }),
        of_declared("union with enumerators as labels", "{\"number\":1}", |model| {
            let side = declare(model, "Side", side(false));
            labelled(model, Type::Named(side), [&[2], &[1]], false)
        }),
        of_declared("case of a union with several labels", "{\"number\":{\"label\":7,\"value\":1}}", |model| {
            labelled(model, Type::int(8, false), [&[4, 7], &[1]], false)
        }),
        of_declared("case of a union for all other labels", "{\"text\":{\"label\":200,\"value\":\"a\"}}", |model| {
            labelled(model, Type::int(8, false), [&[4], &[]], true)
        }),
        plain("list of numbers", "[1,2]", Type::list(Type::int(32, true))),
        of_declared("list of structs", "[{\"x\":1},{}]", |model| Type::list(point(model))),
        of_declared("list of unions", "[{\"number\":1},{}]", |model| Type::list(shape(model))),
        plain("list of lists", "[[1],[]]", Type::list(Type::list(Type::int(32, true)))),
        plain("array of 3 numbers", "[1,2,3]", Type::Array(Box::new(Type::int(32, true)), 3)),
        of_declared("map with texts as keys", "{\"a\":1}", |model| {
            map(model, "Sample", "value", (text(), Type::int(32, true)))
        }),
        of_declared("map with dates as keys", "{\"-1\":1}", |model| {
            let date = Type::Int { bits: 32, signed: true, meaning: Meaning::Date };
            map(model, "Sample", "value", (date, Type::int(32, true)))
        }),
        of_declared("map of structs", "{\"a\":{\"x\":1}}", |model| {
            let point = point(model);
            map(model, "Sample", "value", (text(), point))
        }),
        of_declared("map of lists", "{\"a\":[1,2]}", |model| {
            map(model, "Sample", "value", (text(), Type::list(Type::int(32, true))))
        }),
        of_declared("set of numbers", "[1,2]", |model| set(model, "Sample", "value", Type::int(32, true))),
        of_declared("set of texts", "[\"a\",\"b\"]", |model| set(model, "Sample", "value", text())),
        of_declared(
            "map with UUIDs as keys",
            "[{\"key\":\"123e4567-e89b-12d3-a456-426614174000\",\"value\":1}]",
            |model| {
                let key = Field::new("key", Type::meant_bytes(BytesMeaning::Uuid));
                entries(model, Struct::entry(key, Field::new("value", Type::int(32, true))))
            },
        ),
        of_declared("map with structs as keys", "[{\"key\":{\"x\":1},\"value\":1}]", |model| {
            let key = Field::new("key", point(model));
            entries(model, Struct::entry(key, Field::new("value", Type::int(32, true))))
        }),
        optional("optional number", "0", |_| Type::int(32, true)),
        optional("optional text", "\"\"", |_| text()),
        optional("optional struct", "{}", point),
        optional("optional list", "[]", |_| Type::list(Type::int(32, true))),
        construct("optional union", "\"value\":{\"number\":1}", |model| Field {
            presence: Presence::Optional,
            ..Field::new("value", shape(model))
        }),
        of_declared("list of numbers that may be null", "[1,null]", |model| {
            let element = nullable(model, "Sample", "value", Type::int(32, true));
            Type::list(element)
        }),
        of_declared("list of texts that may be null", "[\"a\",null]", |model| {
            let element = nullable(model, "Sample", "value", text());
            Type::list(element)
        }),
        of_declared("list of structs that may be null", "[{\"x\":1},null]", |model| {
            let point = point(model);
            let element = nullable(model, "Sample", "value", point);
            Type::list(element)
        }),
        of_declared("array of 2 numbers that may be null", "[null,0]", |model| {
            let element = nullable(model, "Sample", "value", Type::int(32, true));
            Type::Array(Box::new(element), 2)
        }),
        of_declared("map of numbers that may be null", "{\"a\":1,\"b\":null}", |model| {
            let value = nullable(model, "Sample", "value", Type::int(32, true));
            map(model, "Sample", "value", (text(), value))
        }),
        construct("required number", "\"value\":1", |_| Field {
            presence: Presence::Required,
            ..Field::new("value", Type::int(32, true))
        }),
        construct("number from -5 to 5", "\"value\":-5", |_| Field {
            range: NumberRange { min: Some(Literal::Int(-5)), max: Some(Literal::Int(5)) },
            ..Field::new("value", Type::int(32, true))
        }),
        construct("optional number with a null value", "\"value\":-2147483648", |_| Field {
            presence: Presence::Optional,
            null: Some(Literal::Int(0)),
            ..Field::new("value", Type::int(32, true))
        }),
        construct("default", "", |_| Field {
            default: Some(Literal::Int(5)),
            ..Field::new("value", Type::int(32, true))
        }),
        constant("constant number", Type::int(32, true), Literal::Int(-7)),
        constant("constant text", text(), Literal::Text("a".to_owned())),
        constant("constant bytes", Type::Bytes, Literal::Bytes(vec![1, 2])),
        of_declared("any message, with its type", "{\"@type\":\"x/Point\",\"x\":1}", |model| {
            point(model);
            let fields = vec![Field::new("type_url", text()), Field::new("value", Type::Bytes)];
            Type::Named(declare(model, "Any", known(WellKnown::Any, fields)))
        }),
    ]
}

const VALUES: &str = "valuetype Tree { public string name; public Tree left; public Tree right; };
    struct Sample { Tree value; };";
const BASES: &str = "valuetype Shape { public string name; }; valuetype Circle : Shape { public double radius; };
    struct Sample { Shape value; };";

/// Constructs of one or two schema languages, which the model states by others.
fn rare() -> Vec<Construct> {
    vec![
        stated(
            "complex number",
            (Language::C, "sample.h"),
            "struct Sample { double _Complex value; };",
            "{\"real\":0.5,\"imaginary\":-1}",
        ),
        stated(
            "value that occurs several times",
            (Language::Idl, "sample.idl"),
            VALUES,
            "{\"Tree\":{\"name\":\"a\",\"left\":{\"Tree\":{\"name\":\"b\"}},\"right\":{\"same\":1}}}",
        ),
        stated(
            "value that contains itself",
            (Language::Idl, "sample.idl"),
            VALUES,
            "{\"Tree\":{\"name\":\"a\",\"left\":{\"same\":0}}}",
        ),
        stated(
            "value of a derived type in place of its base",
            (Language::Idl, "sample.idl"),
            BASES,
            "{\"Circle\":{\"name\":\"a\",\"radius\":0.5}}",
        ),
        of_declared(
            "mixed content: texts and elements in order",
            "[{\"text\":\"a\"},{\"b\":{\"x\":1}},{\"text\":\"c\"}]",
            |model| {
                let point = point(model);
                let node = union(vec![case("text", text()), case("b", point)]);
                Type::list(Type::Named(declare(model, "Node", node)))
            },
        ),
    ]
}

const BEGIN: &str = "<!-- made by a test -->\n";
const END: &str = "<!-- end -->";

#[test]
fn the_page_shows_what_languages_and_formats_make_of_each_construct() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/model.md");
    let page = fs::read_to_string(&path).expect("the page");
    let constructs: Vec<Construct> = numbers().into_iter().chain(others()).chain(rare()).collect();
    let tables = [native_types(&constructs), formats(&constructs)];
    let mut found = String::new();
    let mut rest = page.as_str();
    for table in tables {
        let (before, after) = rest.split_once(BEGIN).expect("a table");
        found += &format!("{before}{BEGIN}\n{table}\n{END}");
        rest = after.split_once(END).expect("the end of a table").1;
    }
    found += rest;
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        return fs::write(path, found).expect("writing the page");
    }
    assert_eq!(found, page, "POLYWIRE_BLESS=1 accepts what is found");
}

fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let head: Vec<String> = head.iter().map(|cell| (*cell).to_owned()).collect();
    let rule: Vec<String> = head.iter().map(|_| "---".to_owned()).collect();
    std::iter::once(head).chain([rule]).chain(rows).map(|cells| line(&cells)).collect()
}

fn native_types(constructs: &[Construct]) -> String {
    let head: Vec<&str> = std::iter::once("construct").chain(LANGUAGES.iter().map(|it| it.title)).collect();
    let rows = constructs.iter().map(|it| {
        let types = LANGUAGES.iter().map(|language| match native_type(&it.model, language.name) {
            Some(ty) => format!("`{}`", ty.replace('|', "\\|")),
            None => "(not a member)".to_owned(),
        });
        std::iter::once(it.title.to_owned()).chain(types).collect()
    });
    table(&head, rows)
}

/// Returns the type of the member `value` in a generated file; for a constant `value` its declaration.
fn native_type(model: &Model, language: &str) -> Option<String> {
    let raw = polywire::format("raw").expect("a format");
    let files = generate(model, "sample", &[raw], polywire::generate::language(language).expect("a language"));
    let files = files.unwrap_or_else(|error| panic!("{language}: {error:?}"));
    let name = ["sample.hpp", "sample.hrl", "sample.go", "sample.rs"];
    let file = files.iter().find(|file| name.iter().any(|name| file.name.ends_with(name))).expect("a file of types");
    if model.constants().next().is_some() {
        let starts = ["inline constexpr ", "-define(value", "const Value", "pub const VALUE"];
        let is_constant = |line: &&str| starts.iter().any(|start| line.starts_with(start));
        return file.contents.lines().find(is_constant).map(|line| line.replace("::std::", "std::"));
    }
    let heads = ["struct Sample {", "type Sample struct {", "-record('Sample', {"];
    let start = heads.iter().find_map(|head| file.contents.find(head))?;
    file.contents[start..].lines().find_map(|line| member_type(line.trim(), language))
}

fn member_type(line: &str, language: &str) -> Option<String> {
    let ty = match language {
        "cpp" => {
            let (ty, rest) = line.split_once(" value")?;
            rest.starts_with(['{', ';']).then(|| ty.to_owned())
        }
        "rust" => line.strip_prefix("pub value: ")?.strip_suffix(',').map(str::to_owned),
        "go" => line.strip_prefix("Value ").map(|rest| rest.trim().to_owned()),
        _ => line.strip_prefix("value ")?.split_once(":: ").map(|(_, ty)| ty.trim_end_matches(',').to_owned()),
    }?;
    Some(ty.replace("::std::", "std::").replace("::polywire", "polywire").replace("< ", "<"))
}

/// The shown formats: of those that differ only in appearance, one; none that needs the writer's schema.
const SHOWN: [&str; 10] =
    ["protobuf", "capnp", "flatbuffers", "fbe", "sbe", "avro", "cdr", "msgpack", "json", "protobuf_text"];

fn formats(constructs: &[Construct]) -> String {
    let head: Vec<&str> = std::iter::once("construct").chain(SHOWN).collect();
    let shown = SHOWN.map(|name| FORMATS.iter().find(|it| it.name == name).expect("a format"));
    let rows = constructs.iter().map(|construct| {
        let cells = shown.iter().map(|format| comes_back(construct, format).to_owned());
        std::iter::once(construct.title.to_owned()).chain(cells).collect()
    });
    table(&head, rows)
}

/// Writes the value and reads it again.
fn comes_back(construct: &Construct, format: &'static Format) -> &'static str {
    let facts = needed(&construct.model, &[format]);
    let sources = polywire::SourceMap::default();
    let model = settle(&construct.model, &facts, &sources, &mut |_| Ok(None)).expect("a fresh lock").model;
    let codec = |name| Codecs::new(&model, polywire::format(name)?).ok()?.codec(&model, "Sample");
    let json = codec("json_plain").expect("JSON");
    let value =
        json.decode(construct.message.as_bytes()).unwrap_or_else(|error| panic!("{}: {error:?}", construct.title));
    let Some(codec) = codec(format.name) else { return "" };
    let Ok(bytes) = codec.encode(&value) else { return "✗" };
    let again = codec.decode(&bytes).unwrap_or_else(|error| panic!("{}, {}: {error:?}", construct.title, format.name));
    if again == value { "●" } else { "≈" }
}
