//! Go's own types.

use super::Maker;
use polywire_model::attr::{MsgpackForm, WellKnown};
use polywire_model::{Decl, DeclId, DeclKind, Field, Literal, Meaning, Struct, Text, TimeUnit, Type};
use polywire_source::Span;

/// The module of Go's own types that are structs here.
const MODULE: &str = "golang";

/// Go's zero time is the first moment of the year 1, in seconds since 1970.
const ZERO_TIME: i128 = -62_135_596_800;

/// Returns the type of a name that needs no declaration.
pub(super) fn scalar(name: &str) -> Option<Type> {
    Some(match name {
        "bool" => Type::Bool,
        "string" => Type::Text(Text::default()),
        "int" | "int64" => Type::int(64, true),
        "int8" => Type::int(8, true),
        "int16" => Type::int(16, true),
        "int32" => Type::int(32, true),
        "uint" | "uint64" => Type::int(64, false),
        "uint8" | "byte" => Type::int(8, false),
        "uint16" => Type::int(16, false),
        "uint32" => Type::int(32, false),
        "rune" => Type::Int { bits: 32, signed: true, meaning: Meaning::Number },
        "float32" => Type::Float { bits: 32 },
        "float64" => Type::Float { bits: 64 },
        "time.Duration" => Type::Int { bits: 64, signed: true, meaning: Meaning::Duration(TimeUnit::Nanoseconds) },
        _ => return None,
    })
}

/// Names that a program does not declare, and that messages cannot contain.
pub(super) fn is_without_messages(name: &str) -> bool {
    matches!(name, "error" | "uintptr" | "unsafe.Pointer")
}

impl Maker<'_, '_> {
    /// Returns the struct that a name of Go stands for.
    pub(super) fn built_in(&mut self, name: &str) -> Option<DeclId> {
        let (key, form, make): (&'static str, MsgpackForm, fn() -> Struct) = match name {
            "time.Time" => ("Time", MsgpackForm::Extension(5), time),
            "complex64" => ("Complex64", MsgpackForm::Extension(3), || complex(32)),
            "complex128" => ("Complex128", MsgpackForm::Extension(4), || complex(64)),
            "any" | "interface{}" => ("Value", MsgpackForm::Any, value),
            _ => return None,
        };
        if let Some(id) = self.built_in.get(key) {
            return Some(*id);
        }
        let mut it = make();
        it.attrs.msgpack = form;
        for (field, order) in it.fields.iter_mut().zip(0..) {
            field.attrs.order = Some(order);
        }
        let id = self.model.add(Decl {
            file: self.files.first().map(|it| it.path.clone()).unwrap_or_default(),
            module: vec![MODULE.to_owned()],
            name: vec![key.to_owned()],
            doc: format!("Go's `{name}`."),
            deprecated: false,
            span: Span::default(),
            kind: DeclKind::Struct(it),
        });
        self.built_in.insert(key, id);
        Some(id)
    }
}

fn time() -> Struct {
    let seconds = Field { default: Some(Literal::Int(ZERO_TIME)), ..Field::new("seconds", Type::int(64, true)) };
    let mut it = Struct { fields: vec![seconds, Field::new("nanos", Type::int(32, true))], ..Struct::default() };
    it.attrs.well_known = Some(WellKnown::Timestamp);
    it
}

fn complex(bits: u8) -> Struct {
    let part = |name| Field::new(name, Type::Float { bits });
    Struct { fields: vec![part("re"), part("im")], ..Struct::default() }
}

fn value() -> Struct {
    Struct { fields: vec![Field::new("msgpack", Type::Bytes)], ..Struct::default() }
}
