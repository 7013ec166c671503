//! Messages: a struct, which can end with a flexible array.

use super::Memory;
use super::plan::{Flexible, Record};
use super::read::known_part;
use super::text::{check_no_nul, span};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, Datum, ErrorCode, Expr, Place, PureLeaf, VarId};

impl Memory<'_> {
    /// Adds the functions that write and read a message.
    pub(super) fn add_entry(&self, module: &mut ModuleBuilder, id: StructId) {
        let record = self.record(id);
        let encode = self.scaffold.encode_message(id, |b, value| self.encode(b, id, record, value));
        let decode = self.scaffold.decode_entry(id, |b, value| self.decode(b, id, record, value));
        let (encode, decode) = (module.add(encode), module.add(decode));
        module.entry(id, Some(encode), decode, None);
    }

    fn encode(&self, b: &mut FunctionBuilder, id: StructId, record: &Record, value: VarId) {
        let length = self.length(record, &value.into());
        b.section_block(length, |b| {
            b.call(self.codecs[id].encode, vec![Arg::Place(value.into())], &[]);
            if let Some(flexible) = &record.flexible {
                self.put_flexible(b, flexible, Place::from(value).field(flexible.index));
            }
        });
    }

    fn put_flexible(&self, b: &mut FunctionBuilder, flexible: &Flexible, place: Place) {
        match &flexible.ty {
            Type::Text { .. } | Type::Bytes => {
                if flexible.count.is_none() && matches!(flexible.ty, Type::Text { .. }) {
                    check_no_nul(b, &place);
                }
                b.put(flexible.at, Datum::Span(Expr::Get(place)));
            }
            _ => {
                let (ty, element) = &flexible.element;
                self.put_elements(b, (ty, element), flexible.stride, flexible.at, place);
            }
        }
    }

    fn decode(&self, b: &mut FunctionBuilder, id: StructId, record: &Record, value: VarId) {
        let start = record.flexible.as_ref().map(|flexible| (flexible, b.let_("start", Expr::Pos)));
        let block = self.read_block(b, record);
        b.call(self.codecs[id].read, vec![Arg::Value(block.into()), Arg::Place(value.into())], &[]);
        if let Some((flexible, start)) = start {
            self.read_flexible(b, (record, flexible), (block, start), Place::from(value).field(flexible.index));
        }
    }

    /// Reads the bytes of a struct without its flexible array; those of a longer one are skipped, those of a shorter one are zero.
    fn read_block(&self, b: &mut FunctionBuilder, record: &Record) -> VarId {
        let Some(cell) = record.length.as_ref().filter(|_| record.flexible.is_none()) else {
            return b.read_section("block", record.size);
        };
        let head = cell.end().div_ceil(8);
        b.check(Expr::from(head).at_most(Expr::Left), ErrorCode::Truncated);
        let zeros = vec![0; record.size as usize];
        let start = b.let_("start", Expr::Pos);
        let first = b.section("head", (Expr::Input, start.into(), head.into()), zeros.clone(), None);
        let length = Expr::from(b.let_("length", self.load(first, cell)));
        b.check(Expr::from(head).at_most(length.clone()), ErrorCode::BadLength);
        let known = known_part(b, record, length.clone());
        let bytes = Expr::from(b.read_span("bytes", known.clone()));
        b.skip(length - known);
        b.section("block", (bytes.clone(), 0u64.into(), bytes.bytes_len()), zeros, None)
    }

    fn read_flexible(
        &self,
        b: &mut FunctionBuilder,
        (record, flexible): (&Record, &Flexible),
        (block, start): (VarId, VarId),
        place: Place,
    ) {
        let (size, at, stride) = (u64::from(record.size), u64::from(flexible.at), u64::from(flexible.stride));
        let behind = size - at;
        let rest = match &flexible.count {
            Some(cell) => {
                let count = Expr::from(b.let_("count", self.load(block, cell)));
                let most = (Expr::Left + behind) / stride.max(1);
                b.check(count.clone().at_most(most), ErrorCode::Truncated);
                let bytes = Expr::from(b.let_("bytes", count.clone() * stride));
                let beyond = bytes.clone().below(behind).choose(0u64, bytes - behind);
                b.skip(beyond);
                count
            }
            None => {
                let bytes = Expr::from(b.let_("rest", Expr::Left + behind));
                let count = bytes.clone() / stride.max(1);
                if stride > 1 {
                    b.check((count.clone() * stride).is(bytes), ErrorCode::BadLength);
                }
                let count = b.let_("count", count);
                b.skip(Expr::Left);
                count.into()
            }
        };
        if let Some(cell) = &record.length {
            let length = self.load(block, cell);
            b.check(length.is(Expr::Pos - start), ErrorCode::BadLength);
        }
        let from = Expr::from(start) + at;
        match &flexible.ty {
            Type::Text { .. } if flexible.count.is_none() => {
                let bytes = span(b, Expr::Input, from, rest);
                b.set(place, Expr::Leaf(PureLeaf::UntilNul, vec![bytes.into()]));
            }
            Type::Text { .. } | Type::Bytes => {
                let bytes = span(b, Expr::Input, from, rest);
                b.set(place, bytes);
            }
            _ => {
                let (ty, element) = &flexible.element;
                let bytes = span(b, Expr::Input, from, rest.clone() * stride);
                self.read_elements(b, (ty, element, flexible.stride), (bytes.into(), rest), place);
            }
        }
    }
}
