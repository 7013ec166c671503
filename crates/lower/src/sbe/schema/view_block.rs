//! Views of members of blocks.

use super::plan::{Form, Member};
use super::view::{PRESENT, Placed, Results, Viewing};
use crate::plan::types_of;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::StructId;
use polywire_ir::{ErrorCode, Expr, Function, ValueType};
use polywire_model::Presence;

impl Viewing<'_, '_> {
    /// Reads a member of a block; it is absent in blocks of older versions, and if it is null.
    pub(super) fn member(&self, name: String, id: StructId, member: &Member) -> Function {
        let mut b = self.function(name);
        let place = self.params(&mut b, id);
        let ty = &self.own.types.record(id).fields[member.index as usize].ty;
        let present = (member.presence == Presence::Optional).then_some(PRESENT);
        let results: Results = present.into_iter().chain(self.results(ty)).collect();
        let yields =
            match member.is_there(place.version.map(|version| (version.into(), Expr::from(place.block).bytes_len()))) {
                None => self.read_member(&mut b, id, member, &place),
                Some(is_there) => {
                    let read = |b: &mut FunctionBuilder| self.read_member(b, id, member, &place);
                    let found = b.if_yields(is_there, &results, read, |_| self.absent(&results));
                    found.into_iter().map(Expr::from).collect()
                }
            };
        b.finish(yields, types_of(&results))
    }

    /// Finds the bytes of a number, unless it is null at some value: a number that is changed in place would become absent.
    pub(super) fn locate_member(&self, name: &str, id: StructId, member: &Member) -> Option<Function> {
        let Form::Scalar(scalar) = &member.form else { return None };
        if member.presence == Presence::Optional || !scalar.has_native_width(self.own.types) {
            return None;
        }
        let mut b = self.function(format!("{name}_slot"));
        let place = self.params(&mut b, id);
        let found = ("found", ValueType::Bytes);
        let span = |b: &mut FunctionBuilder| {
            let read = |b: &mut FunctionBuilder| vec![b.read_span("bytes", u64::from(member.size)).into()];
            vec![b.at(place.block, u64::from(member.at), std::slice::from_ref(&found), read)[0].into()]
        };
        // Sets of older versions are empty, not absent.
        let bytes =
            match member.is_there(place.version.map(|version| (version.into(), Expr::from(place.block).bytes_len()))) {
                None => span(&mut b),
                Some(is_there) => {
                    let none = |_: &mut FunctionBuilder| vec![Expr::from([].as_slice())];
                    vec![b.if_yields(is_there, std::slice::from_ref(&found), span, none)[0].into()]
                }
            };
        Some(b.finish(bytes, vec![ValueType::Bytes]))
    }

    fn read_member(&self, b: &mut FunctionBuilder, id: StructId, member: &Member, place: &Placed) -> Vec<Expr> {
        let order = self.own.order(id);
        let (at, size) = (u64::from(member.at), u64::from(member.size));
        let bytes = (place.block.into(), at.into(), size.into());
        let section = b.section("member", bytes, vec![0; member.size as usize], ErrorCode::Truncated);
        // The section begins with the member.
        let is_null = || self.own.is_null(&Member { at: 0, ..member.clone() }, (section, order), 0);
        let present = (member.presence == Presence::Optional).then(|| !is_null());
        let present = present.map(|it| Expr::from(b.let_("present", it)));
        let span = |b: &mut FunctionBuilder| {
            b.at(place.block, at, &[("bytes", ValueType::Bytes)], |b| vec![b.read_span("bytes", size).into()])[0]
        };
        let value = match &member.form {
            Form::Scalar(scalar) => {
                let bits = Expr::Load { section, offset: 0, width: scalar.width(), order };
                vec![scalar.checked(b, self.own.types, bits)]
            }
            Form::Text(_, encoding) => {
                let bytes = span(b);
                vec![self.fixed_text(b, *encoding, bytes).into()]
            }
            Form::Array(_, len) => vec![u64::from(*len).into(), span(b).into()],
            Form::Composite(inner) => {
                let version = self.has_versions(*inner).then(|| place.version.map_or(u64::MAX.into(), Expr::from));
                [span(b).into()].into_iter().chain(version).collect()
            }
        };
        present.into_iter().chain(value).collect()
    }
}
