//! Short ways to declare types.

use polywire_model::attr::{EnumAttrs, ProtobufField, ProtobufInt};
use polywire_model::{Case, Decl, DeclId, DeclKind, Enum, Enumerator, Field, Model, Struct, Text, Type, Union};
use polywire_source::Span;

/// Declares a type in the module `corner`.
pub fn declare(model: &mut Model, name: &str, kind: DeclKind) -> DeclId {
    let module = vec!["corner".to_owned()];
    model.add(Decl {
        module,
        name: vec![name.to_owned()],
        doc: String::new(),
        deprecated: false,
        span: Span::default(),
        kind,
    })
}

/// A struct that keeps what a decoder did not know.
pub fn record(fields: Vec<Field>) -> DeclKind {
    DeclKind::Struct(Struct { fields, keeps_unknown: true, ..Struct::default() })
}

/// An enum of 32 bits.
pub fn enumeration(open: bool, members: &[(&str, i64)]) -> DeclKind {
    let members = members.iter().map(|&(name, number)| Enumerator {
        name: name.to_owned(),
        number,
        doc: String::new(),
        deprecated: false,
        span: Span::default(),
    });
    DeclKind::Enum(Enum { bits: 32, signed: true, open, members: members.collect(), attrs: EnumAttrs::default() })
}

/// A union.
pub fn union(cases: Vec<Case>) -> DeclKind {
    DeclKind::Union(Union { cases })
}

/// A union's case without further facts.
pub fn case(name: &str, ty: Type) -> Case {
    Case {
        name: name.to_owned(),
        ty: Some(ty),
        default: None,
        boxed: false,
        doc: String::new(),
        deprecated: false,
        span: Span::default(),
        attrs: Default::default(),
    }
}

/// Verified text.
pub fn text() -> Type {
    Type::Text(Text::default())
}

/// A Protobuf field, of a varint where it is an integer.
pub fn protobuf(number: u32) -> ProtobufField {
    ProtobufField { number, encoding: ProtobufInt::Varint, packed: false, group: false }
}
