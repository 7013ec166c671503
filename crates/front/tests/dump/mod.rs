//! A model as text, one line per field.

use polywire_model::attr::{ProtobufField, ProtobufInt, WellKnown};
use polywire_model::{
    Case, Decl, DeclKind, Effect, Enumerator, Field, Literal, Method, Model, Presence, Service, Text, Type,
};

pub fn model(model: &Model) -> String {
    let services = model.services.iter().map(|it| service(model, it));
    model.decls.iter().map(|it| decl(model, it)).chain(services).collect::<Vec<_>>().join("\n")
}

fn decl(model: &Model, decl: &Decl) -> String {
    let path = decl.module.join(".") + ":" + &decl.name.join(".");
    let (head, lines): (String, Vec<String>) = match &decl.kind {
        DeclKind::Struct(it) => (format!("struct {path}"), it.fields.iter().map(|it| field(model, it)).collect()),
        DeclKind::Constant(it) => (format!("constant {path}: {} = {:?}", ty(model, &it.ty), it.value), Vec::new()),
        DeclKind::Union(it) => (format!("union {path}"), it.cases.iter().map(|it| case(model, it)).collect()),
        DeclKind::Enum(it) => {
            let openness = if it.open { "open" } else { "closed" };
            (
                format!("{openness} enum {path}{}", well_known(it.attrs.well_known)),
                it.members.iter().map(enumerator).collect(),
            )
        }
    };
    head + &struct_marks(decl)
        + &mark(decl.deprecated, "deprecated")
        + &doc(&decl.doc)
        + "\n"
        + &lines.into_iter().map(|line| format!("  {line}\n")).collect::<String>()
}

fn struct_marks(decl: &Decl) -> String {
    let DeclKind::Struct(it) = &decl.kind else { return String::new() };
    mark(it.is_entry, "entry")
        + &mark(it.is_nullable, "nullable")
        + &mark(it.attrs.message_set, "message-set")
        + &well_known(it.attrs.well_known)
}

fn well_known(mark: Option<WellKnown>) -> String {
    mark.map(|it| format!(" well-known {it:?}")).unwrap_or_default()
}

fn service(model: &Model, it: &Service) -> String {
    let side = |streams: bool, id| format!("{}{}", if streams { "stream " } else { "" }, model.decl(id).path());
    let method = |method: &Method| {
        let input = side(method.streams_input, method.input);
        let output = method.output.map_or_else(|| "none".to_owned(), |id| side(method.streams_output, id));
        let facts = mark(method.effect == Effect::None, "changes-nothing")
            + &mark(method.effect == Effect::Idempotent, "idempotent")
            + &mark(method.deprecated, "deprecated")
            + &doc(&method.doc);
        format!("  {}: {input} -> {output}{facts}\n", method.name)
    };
    let head =
        format!("service {}:{}{}{}\n", it.module.join("."), it.name, mark(it.deprecated, "deprecated"), doc(&it.doc));
    head + &it.methods.iter().map(method).collect::<String>()
}

fn field(model: &Model, field: &Field) -> String {
    let presence = match field.presence {
        Presence::Implicit => "",
        Presence::Optional => "optional ",
        Presence::Required => "required ",
    };
    let facts = [
        default(&field.default),
        protobuf(field.attrs.protobuf),
        json(&field.attrs.json_name),
        mark(field.attrs.extension.is_some(), "extension"),
        mark(field.boxed, "boxed"),
        mark(field.deprecated, "deprecated"),
        doc(&field.doc),
    ];
    format!("{}: {presence}{}{}", field.name, ty(model, &field.ty), facts.concat())
}

fn case(model: &Model, case: &Case) -> String {
    let ty = case.ty.as_ref().map_or_else(|| "mark".to_owned(), |it| ty(model, it));
    let facts = [
        default(&case.default),
        protobuf(case.attrs.protobuf),
        json(&case.attrs.json_name),
        mark(case.boxed, "boxed"),
        mark(case.deprecated, "deprecated"),
        doc(&case.doc),
    ];
    format!("{}: {ty}{}", case.name, facts.concat())
}

fn enumerator(it: &Enumerator) -> String {
    format!("{} = {}{}{}", it.name, it.number, mark(it.deprecated, "deprecated"), doc(&it.doc))
}

fn ty(model: &Model, of: &Type) -> String {
    match of {
        Type::Bool => "bool".to_owned(),
        Type::Int { bits, signed, .. } => format!("{}{bits}", if *signed { "i" } else { "u" }),
        Type::Float { bits } => format!("f{bits}"),
        Type::Text(Text { unverified: true, .. }) => "unverified text".to_owned(),
        Type::Text(Text { unverified: false, .. }) => "text".to_owned(),
        Type::Bytes => "bytes".to_owned(),
        Type::FixedBytes(len, _) => format!("bytes[{len}]"),
        Type::Named(id) => model.decl(*id).path(),
        Type::List(element) => format!("list<{}>", ty(model, element)),
        Type::Map(entry) => format!("map<{}>", model.decl(*entry).path()),
        Type::Array(element, len) => format!("array<{}, {len}>", ty(model, element)),
    }
}

fn default(of: &Option<Literal>) -> String {
    match of {
        None => String::new(),
        Some(Literal::Bool(it)) => format!(" = {it}"),
        Some(Literal::Int(it)) => format!(" = {it}"),
        Some(Literal::Float(bits)) => format!(" = {:?}", f64::from_bits(*bits)),
        Some(Literal::Text(it)) => format!(" = {it:?}"),
        Some(Literal::Bytes(it)) => format!(" = b\"{}\"", it.escape_ascii()),
    }
}

fn protobuf(of: Option<ProtobufField>) -> String {
    let Some(it) = of else { return String::new() };
    let encoding = encoding(it.encoding);
    format!(" @{}{encoding}{}{}", it.number, mark(it.packed, "packed"), mark(it.group, "group"))
}

fn encoding(of: ProtobufInt) -> &'static str {
    match of {
        ProtobufInt::Varint => "",
        ProtobufInt::ZigZag => " zigzag",
        ProtobufInt::Fixed => " fixed",
    }
}

fn json(name: &Option<String>) -> String {
    name.as_ref().map(|name| format!(" json {name:?}")).unwrap_or_default()
}

fn doc(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(" // {}", text.escape_debug()) }
}

fn mark(is_set: bool, word: &str) -> String {
    if is_set { format!(" {word}") } else { String::new() }
}
