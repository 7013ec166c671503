//! Maps: objects whose members are named by the keys.

use super::Json;
use super::level::Level;
use super::read::read_label;
use super::skip::each_item;
use super::write_value::write_text;
use crate::plan::{arm, block, check_range};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Const, ErrorCode, Expr, Place, ReadLeaf, ValueType, VarId, WriteLeaf};

impl Json<'_> {
    pub(super) fn write_map(&self, b: &mut FunctionBuilder, entry: StructId, place: Place, level: &Level) {
        let (key, value) = self.types.entry(entry);
        let inner = level.inner();
        b.write_bytes(b"{");
        b.each(place.clone(), ("entry", Type::Struct(entry)), None, |b, item, index| {
            b.when(index.is_not(0u64), |b| b.write_bytes(b","));
            inner.start_line(b);
            let item = Place::from(item);
            write_key(b, key, Expr::Get(item.field(0)));
            level.write_colon(b);
            self.write_value(b, value, item.field(1), &inner);
        });
        level.start_last_line(b, Expr::Len(place).is_not(0u64));
        b.write_bytes(b"}");
    }

    /// Reads the members into a new map; of equal keys, the last one wins.
    pub(super) fn read_map(&self, b: &mut FunctionBuilder, entry: StructId, place: Place) {
        let (key, value) = self.types.entry(entry);
        b.expect(b"{", ErrorCode::WrongKind);
        each_item(b, b"}", |b| {
            b.skip_leaf(ReadLeaf::JsonSpace);
            let name = read_label(b, "name");
            b.skip_leaf(ReadLeaf::JsonSpace);
            if let Type::Enum(id) = value {
                let (number, known) = self.read_enum(b, *id);
                return b.when(known, |b| {
                    b.push(place, ("entry", Type::Struct(entry)), |b, item| {
                        let item = Place::from(item);
                        read_key(b, key, name, item.field(0));
                        b.set(item.field(1), number);
                    });
                });
            }
            b.push(place, ("entry", Type::Struct(entry)), |b, item| {
                let item = Place::from(item);
                read_key(b, key, name, item.field(0));
                self.read_value(b, value, item.field(1));
            });
        });
    }
}

/// Member names are texts, whatever the key type.
fn write_key(b: &mut FunctionBuilder, ty: &Type, key: Expr) {
    match ty {
        Type::Bool => b.if_else(key, |b| b.write_bytes(b"\"true\""), |b| b.write_bytes(b"\"false\"")),
        Type::Text { verified } => write_text(b, *verified, key),
        ty => {
            let signed = matches!(ty, Type::Int { signed: true, .. });
            b.write_bytes(b"\"");
            b.write_leaf(if signed { WriteLeaf::DecimalInt } else { WriteLeaf::DecimalUint }, vec![key]);
            b.write_bytes(b"\"");
        }
    }
}

/// Sets a key from the name of a member.
fn read_key(b: &mut FunctionBuilder, ty: &Type, name: VarId, place: Place) {
    match ty {
        Type::Text { .. } => b.set_trusted(place, name),
        Type::Bool => {
            let arms = [(b"true".as_slice(), true), (b"false", false)];
            let arms = arms.map(|(text, value)| {
                let place = place.clone();
                arm(b, vec![Const::Bytes(text.to_vec())], |b| b.set(place, value))
            });
            let other = block(b, |b| b.fail(ErrorCode::WrongKind));
            b.switch(name.into(), arms.into(), other, &[]);
        }
        Type::Int { bits, signed, .. } => {
            let number = read_number(b, name, *signed);
            check_range(b, &number, *bits, *signed);
            b.set(place, number);
        }
        _ => b.fail(ErrorCode::WrongKind),
    }
}

/// Reads the integer that fills a text.
fn read_number(b: &mut FunctionBuilder, text: VarId, signed: bool) -> Expr {
    let (leaf, ty) = if signed { (ReadLeaf::JsonInt, ValueType::I64) } else { (ReadLeaf::JsonUint, ValueType::U64) };
    let number = b.at(text, 0u64, &[("number", ty)], |b| {
        let quoted = Expr::from(b.peek("next")).is(u64::from(b'"'));
        b.check(!quoted, ErrorCode::Syntax);
        let number = b.read_leaf("digits", leaf);
        b.check(Expr::Left.is(0u64), ErrorCode::Syntax);
        vec![number.into()]
    });
    number[0].into()
}
