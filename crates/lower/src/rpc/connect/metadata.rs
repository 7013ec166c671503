//! Metadata in JSON: an object whose members are lists of values, by names.

use super::super::Rpc;
use super::super::header::{check_all, is_of_name, is_of_value};
use super::super::metadata::{field, write_checked_value};
use super::Connect;
use super::error::each_member;
use crate::json::skip::each_item;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Arg, ErrorCode, Expr, Place, ReadLeaf, ValueType, VarId, WriteLeaf};

/// More than libraries of HTTP accept. Names are compared with each other.
const MOST: u64 = 1024;

impl Rpc {
    /// Reads an object into a list of metadata.
    pub(super) fn read_json_metadata(&self, b: &mut FunctionBuilder, connect: &Connect, list: &Place) {
        each_member(b, |b, text| {
            let name = b.call(connect.text, vec![Arg::Value(text.into())], &[("name", ValueType::Bytes)])[0];
            b.expect(b"[", ErrorCode::WrongKind);
            each_item(b, b"]", |b| {
                b.skip_leaf(ReadLeaf::JsonSpace);
                let value = b.read_leaf("value", ReadLeaf::JsonString);
                check_all(b, value.into(), is_of_value);
                // Each value has the name.
                b.charge(Expr::from(name).bytes_len());
                b.push(list.clone(), ("metadata", Type::Struct(self.ids.metadata)), |b, it| {
                    let args = vec![Arg::Place(it.into()), Arg::Value(name.into()), Arg::Value(value.into())];
                    b.call(self.functions.read_metadata, args, &[]);
                });
            });
        });
    }

    /// Appends an object with a list of metadata.
    pub(super) fn write_json_metadata(&self, b: &mut FunctionBuilder, connect: &Connect, list: &Place) {
        b.check(Expr::Len(list.clone()).at_most(MOST), ErrorCode::BadLength);
        b.write_bytes(b"{");
        b.each(list.clone(), ("metadata", Type::Struct(self.ids.metadata)), None, |b, it, index| {
            let name = Expr::Get(Place::from(it).field(field::NAME));
            let is_known = self.stands_before(b, list, (name.clone(), index));
            b.when(!is_known, |b| {
                b.when(index.is_not(0u64), |b| b.write_bytes(b","));
                b.check(name.clone().bytes_len().is_not(0u64), ErrorCode::MissingField);
                check_all(b, name.clone(), is_of_name);
                b.write_leaf(WriteLeaf::JsonString, vec![name.clone()]);
                b.write_bytes(b":[");
                self.write_values(b, connect, (list, name, index));
                b.write_bytes(b"]");
            });
        });
        b.write_bytes(b"}");
    }

    /// Tests whether metadata in front of an index has a name.
    fn stands_before(&self, b: &mut FunctionBuilder, list: &Place, (name, index): (Expr, VarId)) -> Expr {
        let first = vec![("is_known", ValueType::Bool, false.into())];
        let item = ("earlier", Type::Struct(self.ids.metadata));
        let last = b.each_carry(list.clone(), item, None, first, |_, other, at, carried| {
            let is_same = Expr::Get(Place::from(other).field(field::NAME)).is(name);
            vec![Expr::from(carried[0]) | (at.below(index) & is_same)]
        });
        last[0].into()
    }

    /// Appends the values of a name, which begin at an index, between commas.
    fn write_values(&self, b: &mut FunctionBuilder, connect: &Connect, (list, name, index): (&Place, Expr, VarId)) {
        b.each(list.clone(), ("same", Type::Struct(self.ids.metadata)), None, |b, other, at| {
            let other = Place::from(other);
            b.when(Expr::Get(other.field(field::NAME)).is(name.clone()), |b| {
                b.when(at.is_not(index), |b| b.write_bytes(b","));
                let value = b.scratch("value", |b| {
                    write_checked_value(b, connect.parts, (name, other.field(field::VALUE)));
                });
                b.write_leaf(WriteLeaf::JsonString, vec![value.into()]);
            });
        });
    }
}
