//! What both directions read in the TypeCodes of values with parts.

use super::super::Cdr;
use super::super::length::Limit;
use super::super::read::Layout;
use super::super::type_code::TypeCodes;
use super::super::type_code::walk::{Resolved, Spot, skip_text};
use super::super::values::id::read_characters;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, ValueType, VarId};

/// The members in a TypeCode.
#[derive(Clone, Copy)]
pub(super) struct Members {
    pub types: VarId,
    /// Where the next one is: U64.
    pub next: VarId,
    /// Their number: U64.
    pub count: VarId,
    pub layout: Layout<'static>,
    /// Behind the type of each is whether it is public, as in a valuetype.
    pub have_visibility: bool,
}

impl Members {
    /// The member of a valuetype at a position, with the origin of alignment and the byte order there.
    pub fn at(spot: Spot, (origin, little): (VarId, VarId), next: VarId) -> Self {
        let layout = Layout { minor: spot.minor, ..Layout::new(origin, little) };
        Self { types: spot.types, next, count: next, layout, have_visibility: true }
    }

    /// Returns the place of the TypeCode at a position.
    fn spot(self, at: VarId) -> Spot {
        Spot { types: self.types, at, little: self.layout.little, minor: self.layout.minor }
    }
}

/// The results of a body that finds members.
const FOUND: [(&str, ValueType); 4] = [
    ("next", ValueType::U64),
    ("count", ValueType::U64),
    ("parameters", ValueType::U64),
    ("typed_little", ValueType::Bool),
];

/// The parameters of a union.
pub(super) struct UnionParameters {
    pub discriminator: Resolved,
    /// The place of the member for all other labels: U64, a negative number for none.
    pub default: VarId,
    pub members: Members,
}

/// The elements of a sequence or array.
pub(super) struct Elements {
    pub spot: Spot,
    /// The kind of the elements.
    pub kind: VarId,
    /// The length or the bound: U64.
    pub length: VarId,
}

/// Returns the members of a struct or exception, or the enumerators of an enum.
pub(super) fn members(b: &mut FunctionBuilder, spot: Spot) -> Members {
    let found = spot.parameters(b, &FOUND, |b, layout| {
        skip_text(b, layout);
        skip_text(b, layout);
        let count = layout.read(b, "count", 4);
        vec![Expr::Pos, count, layout.origin.into(), layout.little.into()]
    });
    of_found(spot, &found)
}

fn of_found(spot: Spot, found: &[VarId]) -> Members {
    let layout = Layout { minor: spot.minor, ..Layout::new(found[2], found[3]) };
    Members { types: spot.types, next: found[0], count: found[1], layout, have_visibility: false }
}

pub(super) fn union_parameters(b: &mut FunctionBuilder, it: &TypeCodes, spot: Spot) -> UnionParameters {
    let more = [("discriminator", ValueType::U64), ("default", ValueType::U64)];
    let found = spot.parameters(b, &[&FOUND[..], &more].concat(), |b, layout| {
        skip_text(b, layout);
        skip_text(b, layout);
        b.read_align(4u64, layout.origin);
        let discriminator = b.let_("discriminator", Expr::Pos);
        it.skip(b, layout);
        let default = layout.read(b, "default", 4).sign_extended(32).reinterpret();
        let count = layout.read(b, "count", 4);
        vec![Expr::Pos, count, layout.origin.into(), layout.little.into(), discriminator.into(), default]
    });
    let members = of_found(spot, &found);
    let discriminator = it.resolve(b, (spot.types.into(), found[4].into()), (members.layout.little, spot.minor));
    UnionParameters { discriminator, default: found[5], members }
}

/// Returns the TypeCode of the member that a label selects; its position is 0 for none.
pub(super) fn selected(b: &mut FunctionBuilder, it: &TypeCodes, union: &UnionParameters, label: VarId) -> Spot {
    let members = union.members;
    let results = [("chosen", ValueType::U64), ("other", ValueType::U64)];
    let found = b.at(members.types, members.next, &results, |b| {
        let carried = ["index", "chosen", "other"].map(|name| (name, ValueType::U64, Expr::from(0u64))).to_vec();
        let end = b.loop_while(
            carried,
            |carried| carried[0].below(members.count),
            |b, carried| {
                let layout = members.layout;
                let kind = union.discriminator.kind.into();
                let own = layout.call_for(b, it.read_label, kind, ("own", ValueType::I64));
                skip_text(b, layout);
                b.read_align(4u64, layout.origin);
                let at = b.let_("at", Expr::Pos);
                it.skip(b, layout);
                let is_default = Expr::from(b.let_("is_default", carried[0].is(union.default)));
                let is_chosen = !is_default.clone() & own.is(label);
                let chosen = (is_chosen & carried[1].is(0u64)).choose(at, carried[1]);
                vec![carried[0] + 1u64, chosen, is_default.choose(at, carried[2])]
            },
        );
        vec![end[1].into(), end[2].into()]
    });
    let at = found[0].is(0u64).choose(found[1], found[0]);
    members.spot(b.let_("selected", at))
}

pub(super) fn elements(b: &mut FunctionBuilder, it: &TypeCodes, spot: Spot) -> Elements {
    let results = [("element", ValueType::U64), ("length", ValueType::U64), ("typed_little", ValueType::Bool)];
    let found = spot.parameters(b, &results, |b, layout| {
        b.read_align(4u64, layout.origin);
        let element = b.let_("element", Expr::Pos);
        it.skip(b, layout);
        let length = layout.read(b, "length", 4);
        vec![element.into(), length, layout.little.into()]
    });
    let resolved = it.resolve(b, (spot.types.into(), found[0].into()), (found[2], spot.minor));
    Elements { spot: resolved.spot, kind: resolved.kind, length: found[1] }
}

/// Skips the number that tells whether a member is public.
pub(super) fn skip_visibility(b: &mut FunctionBuilder, layout: Layout) {
    layout.read(b, "visibility", 2);
}

/// The parameters of a valuetype.
pub(super) struct State {
    /// Where its base is, a TypeCode of the kind null if there is none.
    pub base: Spot,
    pub members: Members,
}

/// Returns the base and the members of a valuetype. What the code of custom valuetypes writes is not known.
pub(super) fn state(b: &mut FunctionBuilder, it: &TypeCodes, spot: Spot) -> State {
    const CUSTOM: u64 = 1;
    let results = [&FOUND[..], &[("modifier", ValueType::U64), ("base", ValueType::U64)]].concat();
    let found = spot.parameters(b, &results, |b, layout| {
        skip_text(b, layout);
        skip_text(b, layout);
        let modifier = layout.read(b, "modifier", 2);
        b.read_align(4u64, layout.origin);
        let base = b.let_("base", Expr::Pos);
        it.skip(b, layout);
        let count = layout.read(b, "count", 4);
        vec![Expr::Pos, count, layout.origin.into(), layout.little.into(), modifier, base.into()]
    });
    b.check(found[4].is_not(CUSTOM), ErrorCode::Unsupported);
    let members = Members { have_visibility: true, ..of_found(spot, &found) };
    State { base: members.spot(found[5]), members }
}

/// Returns the repository id in the TypeCode of a value, as it is written.
pub(super) fn repository_id(b: &mut FunctionBuilder, spot: Spot) -> VarId {
    spot.parameters(b, &[("id", ValueType::Bytes)], |b, layout| {
        let len = layout.read(b, "len", 4);
        vec![read_characters(b, len)]
    })[0]
}

/// Returns the TypeCode of what is in a boxed value.
pub(super) fn content(b: &mut FunctionBuilder, it: &TypeCodes, spot: Spot) -> Spot {
    let results = [("content", ValueType::U64), ("typed_little", ValueType::Bool)];
    let found = spot.parameters(b, &results, |b, layout| {
        skip_text(b, layout);
        skip_text(b, layout);
        b.read_align(4u64, layout.origin);
        let content = b.let_("content", Expr::Pos);
        it.skip(b, layout);
        vec![content.into(), layout.little.into()]
    });
    Spot { at: found[0], little: found[1], ..spot }
}

impl Cdr<'_> {
    /// Returns the name of the next member, its TypeCode, and where the one behind it is.
    pub(super) fn next_member(
        &self,
        b: &mut FunctionBuilder,
        it: &TypeCodes,
        members: Members,
        next: VarId,
    ) -> (VarId, Spot, VarId) {
        let results = [("name", ValueType::Bytes), ("at", ValueType::U64), ("next", ValueType::U64)];
        let layout = members.layout;
        let found = b.at(members.types, next, &results, |b| {
            let name = self.read_narrow_text(b, Limit::NONE, layout);
            b.read_align(4u64, layout.origin);
            let at = b.let_("at", Expr::Pos);
            it.skip(b, layout);
            if members.have_visibility {
                skip_visibility(b, layout);
            }
            vec![name, at.into(), Expr::Pos]
        });
        (found[0], members.spot(found[1]), found[2])
    }

    /// Returns the name of the enumerator with this number, which is one of them, and where it ends.
    pub(super) fn enumerator(&self, b: &mut FunctionBuilder, enumerators: Members, number: VarId) -> [VarId; 2] {
        let results = [("name", ValueType::Bytes), ("end", ValueType::U64)];
        let found = b.at(enumerators.types, enumerators.next, &results, |b| {
            let layout = enumerators.layout;
            b.loop_while(
                vec![("index", ValueType::U64, 0u64.into())],
                |carried| carried[0].below(number),
                |b, carried| {
                    skip_text(b, layout);
                    vec![carried[0] + 1u64]
                },
            );
            let name = self.read_narrow_text(b, Limit::NONE, layout);
            vec![name, Expr::Pos]
        });
        [found[0], found[1]]
    }
}
