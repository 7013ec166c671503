//! Writes the Erlang modules of the types in erlcapnp's own benchmark: `erlang_bench FOLDER`.
//!
//! The types are declared here, with groups as structs.

use polywire::framing::framing;
use polywire::generate::{Choices, Request, generate_with, language};
use polywire::{Model, format};
use polywire_model::{Case, DeclId, DeclKind, Field, Struct, Type};
use polywire_test_models::make::{case, declare, text, union};
use std::path::PathBuf;

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).expect("a folder"));
    let (format, erlang) = (format("capnp").expect("a format"), language("erlang").expect("a language"));
    let framings = vec![framing("capnp").expect("a framing")];
    let choices = Choices { envelopes: Some(String::new()), framings, ..Choices::default() };
    let (model, formats) = (model(), [format]);
    let request = Request { model: &model, name: "peer", formats: &formats, choices: &choices, language: erlang };
    for file in generate_with(&request, &|_, _| {}).expect("files") {
        std::fs::write(folder.join(&file.name), &file.contents).expect("a file that can be written");
    }
}

fn model() -> Model {
    let mut model = Model::default();
    let unsigned = |bits| Type::int(bits, false);
    let signed = |bits| Type::int(bits, true);
    let float = Type::Float { bits: 64 };
    let integers =
        [unsigned(64), unsigned(32), unsigned(16), unsigned(8), signed(8), signed(8), signed(64)].map(|ty| ("", ty));
    add(&mut model, "Integers", &integers);
    add(&mut model, "Texts", &[("text", text()), ("data", Type::Bytes)]);
    let person = [
        ("name", text()),
        ("birth_day", signed(64)),
        ("phone", text()),
        ("siblings", signed(32)),
        ("spouse", Type::Bool),
        ("money", float),
    ];
    add(&mut model, "Person", &person);
    add_choices(&mut model);
    model
}

/// Adds a struct whose fields have ordinals in their order.
fn add(model: &mut Model, name: &str, fields: &[(&str, Type)]) -> DeclId {
    let fields = fields.iter().zip(0..).map(|((name, ty), ordinal)| {
        let name = if name.is_empty() { format!("var{}", ordinal + 1) } else { (*name).to_owned() };
        let mut field = Field::new(&name, ty.clone());
        field.attrs.capnp_ordinal = Some(ordinal);
        field
    });
    declare(model, name, DeclKind::Struct(Struct { fields: fields.collect(), ..Struct::default() }))
}

fn add_choices(model: &mut Model) {
    let (int32, int64) = (Type::int(32, true), Type::int(64, true));
    let pair = add(model, "Pair", &[("left", int32.clone()), ("right", int64.clone())]);
    let one = [numbered(0, "pair", Type::Named(pair)), numbered(1, "short", int32.clone()), numbered(2, "long", int64)];
    let one = declare(model, "One", union(one.to_vec()));
    let two = [numbered(3, "number", int32.clone()), numbered(4, "numbers", Type::list(int32))];
    let two = declare(model, "Two", union(two.to_vec()));
    let fields = vec![Field::new("one", Type::Named(one)), Field::new("two", Type::Named(two))];
    declare(model, "Choices", DeclKind::Struct(Struct { fields, ..Struct::default() }));
}

fn numbered(ordinal: u16, name: &str, ty: Type) -> Case {
    let mut case = case(name, ty);
    case.attrs.capnp_ordinal = Some(ordinal);
    case
}
