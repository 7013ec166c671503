//! The trade model: the domain of the published comparison of C++ serializers, shared by tests and benchmarks.

use crate::attr::{EnumAttrs, ProtobufField, ProtobufInt, SbeMessage};
use crate::{Decl, DeclKind, Enum, Enumerator, Field, Model, Presence, Struct, Text, Type};
use polywire_source::Span;

/// Builds the model of `Account`, `Balance`, `Order` and the enums `Side` and `Kind`, with the facts of every format as
/// in the official files: fields numbered in declaration order, SBE's fixed texts of ten characters.
pub fn model() -> Model {
    let mut model = Model::default();
    let mut declare = |name: &str, kind: DeclKind| {
        model.add(Decl {
            file: String::new(),
            module: vec!["trade".into()],
            name: vec![name.into()],
            doc: String::new(),
            deprecated: false,
            span: Span::default(),
            kind,
        })
    };
    let side = declare("Side", numbered(&["buy", "sell"]));
    let kind = declare("Type", numbered(&["market", "limit", "stop"]));
    let double = Type::Float { bits: 64 };
    let int32 = Type::int(32, true);
    let text = Type::Text(Text::default());
    let fixed = |name| {
        let mut field = Field::new(name, text.clone());
        field.attrs.sbe_length = Some(10);
        field
    };
    let order = declare(
        "Order",
        record(vec![
            Field::new("id", int32.clone()),
            fixed("symbol"),
            Field::new("side", Type::Named(side)),
            Field::new("type", Type::Named(kind)),
            Field::new("price", double.clone()),
            Field::new("volume", double.clone()),
        ]),
    );
    let balance = declare("Balance", record(vec![fixed("currency"), Field::new("amount", double)]));
    let mut wallet = Field::new("wallet", Type::Named(balance));
    wallet.presence = Presence::Optional;
    let mut account = record(vec![
        Field::new("id", int32),
        Field::new("name", text),
        wallet,
        Field::new("orders", Type::list(Type::Named(order))),
    ]);
    if let DeclKind::Struct(it) = &mut account {
        it.attrs.sbe_message = Some(SbeMessage { template_id: 1, schema_id: 1, version: 1 });
    }
    declare("Account", account);
    model
}

fn numbered(names: &[&str]) -> DeclKind {
    let members = names
        .iter()
        .zip(0..)
        .map(|(name, number)| Enumerator {
            name: (*name).into(),
            number,
            doc: String::new(),
            deprecated: false,
            span: Span::default(),
        })
        .collect();
    DeclKind::Enum(Enum { bits: 32, signed: true, open: true, flags: false, members, attrs: EnumAttrs::default() })
}

fn record(mut fields: Vec<Field>) -> DeclKind {
    for (field, number) in fields.iter_mut().zip(1..) {
        field.attrs.protobuf =
            Some(ProtobufField { number, encoding: ProtobufInt::Varint, packed: false, group: false });
        field.attrs.capnp_ordinal = Some(number as u16 - 1);
    }
    DeclKind::Struct(Struct { fields, keeps_unknown: true, ..Struct::default() })
}
