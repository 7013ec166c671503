//! Ranges that a schema states for numbers. Decoders refuse other numbers where they set a field, encoders before they write
//! anything. This is the same for all formats, whose lowerings know nothing of it.
//!
//! Design: docs/decisions/0103-ranges-and-null-values.md

mod encode;

use polywire_ir::types::{StructId, Type, Types};
use polywire_ir::{
    Access, Block, ErrorCode, Expr, Function, Module, Op, Place, PlaceType, SiteId, Step, ValueType, Var, VarId,
};
use polywire_model::{DeclKind, Literal, Model, NumberRange};
use std::collections::HashMap;

/// The ranges of fields, by struct and field.
struct Ranges(HashMap<(StructId, u32), NumberRange>);

/// Adds checks to the decoders and encoders of a model.
pub(crate) fn check(module: &mut Module, model: &Model) {
    let ranges = Ranges::of(model);
    if ranges.0.is_empty() {
        return;
    }
    let types = module.types.clone();
    for function in &mut module.functions {
        check_decoder(function, &types, &ranges);
    }
    encode::check(module, &types, &ranges);
    keep_in_place(module, &ranges);
}

/// Nothing would check a number that is changed in place.
fn keep_in_place(module: &mut Module, ranges: &Ranges) {
    for view in &mut module.views.structs {
        for (access, index) in view.fields.iter_mut().zip(0..) {
            if let (Access::Value(getter), true) = (access, ranges.0.contains_key(&(view.record, index))) {
                getter.slot = None;
            }
        }
    }
}

impl Ranges {
    fn of(model: &Model) -> Self {
        let structs = model.decls.iter().filter_map(|decl| match &decl.kind {
            DeclKind::Struct(it) => Some(it),
            DeclKind::Enum(_) | DeclKind::Union(_) | DeclKind::Constant(_) => None,
        });
        let fields = structs.zip((0..).map(StructId)).flat_map(|(it, id)| {
            let limited = it.fields.iter().zip(0..).filter(|(field, _)| !field.range.is_everything());
            limited.map(move |(field, index)| ((id, index), field.range.clone()))
        });
        Self(fields.collect())
    }

    /// Returns the range of the field at a place, or in an optional field at it.
    fn at(&self, function: &Function, types: &Types, place: &Place) -> Option<NumberRange> {
        let steps = place.steps.strip_suffix(&[Step::Some]).unwrap_or(&place.steps);
        let (Step::Field(index), owner) = steps.split_last()? else { return None };
        let owner = Place { root: place.root, steps: owner.to_vec() };
        let Some(PlaceType::Value(Type::Struct(id))) = types.at(function, &owner) else { return None };
        self.0.get(&(*id, *index)).cloned()
    }
}

/// Tests whether a number is in a range. Floats are compared by bits in an order that is that of numbers.
fn is_within(ty: &Type, value: Expr, range: &NumberRange) -> Expr {
    let number = match ty {
        Type::Int { bits, signed: true, .. } => value.sign_extended(*bits),
        Type::Int { bits, .. } => value.low_bits(*bits),
        Type::Float { bits } => ordered(*bits, value.low_bits(*bits)),
        _ => return true.into(),
    };
    let above = range.min.as_ref().map(|min| limit(ty, min, true).at_most(number.clone()));
    let below = range.max.as_ref().map(|max| number.at_most(limit(ty, max, false)));
    above.into_iter().chain(below).reduce(|one, other| one & other).unwrap_or(true.into())
}

fn limit(ty: &Type, literal: &Literal, is_min: bool) -> Expr {
    match ty {
        Type::Int { signed: true, .. } => (integer(literal) as i64).into(),
        Type::Float { bits } => float_limit(*bits, literal, is_min),
        _ => (integer(literal) as u64).into(),
    }
}

fn integer(literal: &Literal) -> i128 {
    match literal {
        Literal::Int(number) => *number,
        Literal::Bool(_) | Literal::Float(_) | Literal::Text(_) | Literal::Bytes(_) => 0,
    }
}

/// The bits of a float as a U64 that is greater for greater numbers.
fn ordered(bits: u8, value: Expr) -> Expr {
    let (all, sign) = (u64::MAX >> (64 - bits), 1u64 << (bits - 1));
    (value.clone() & sign).is(0u64).choose(value.clone() | sign, value ^ all)
}

/// Zeros of both signs are the same number.
fn float_limit(width: u8, literal: &Literal, is_min: bool) -> Expr {
    let number = match literal {
        Literal::Float(bits) => f64::from_bits(*bits),
        other => integer(other) as f64,
    };
    let number = match (number == 0.0, is_min) {
        (true, true) => -0.0,
        (true, false) => 0.0,
        (false, _) => number,
    };
    let value = if width == 32 { u64::from((number as f32).to_bits()) } else { number.to_bits() };
    let (all, sign) = (u64::MAX >> (64 - width), 1u64 << (width - 1));
    Expr::from(if value & sign == 0 { value | sign } else { value ^ all })
}

/// Checks each number of a limited field before it is set.
fn check_decoder(function: &mut Function, types: &Types, ranges: &Ranges) {
    let mut body = std::mem::take(&mut function.body);
    let mut checks = Checks { types, ranges, sites: body.sites(), held: HashMap::new(), vars: Vec::new() };
    checks.block(&mut body, function);
    function.vars.append(&mut checks.vars);
    function.body = body;
}

struct Checks<'r> {
    types: &'r Types,
    ranges: &'r Ranges,
    sites: u32,
    /// Variables that are bound to the value of a limited field.
    held: HashMap<VarId, NumberRange>,
    /// New variables, behind those of the function.
    vars: Vec<Var>,
}

impl Checks<'_> {
    fn block(&mut self, block: &mut Block, function: &Function) {
        for mut op in std::mem::take(&mut block.ops) {
            if let Op::Open { place, bind, .. } = &op
                && let Some(range) = self.ranges.at(function, self.types, place)
            {
                self.held.insert(*bind, range);
            }
            op.blocks_mut().into_iter().for_each(|inner| self.block(inner, function));
            if let Op::Set { place, value, .. } = &mut op
                && let Some((ty, range)) = self.limited(function, place)
            {
                let signed = matches!(ty, Type::Int { signed: true, .. });
                let var = VarId((function.vars.len() + self.vars.len()) as u32);
                let value_type = if signed { ValueType::I64 } else { ValueType::U64 };
                self.vars.push(Var { name: "limited".to_owned(), ty: value_type });
                block.ops.push(Op::Let { var, value: std::mem::replace(value, var.into()) });
                let site = SiteId(self.sites);
                self.sites += 1;
                block.ops.push(Op::Check {
                    cond: is_within(&ty, var.into(), &range),
                    code: ErrorCode::OutOfRange,
                    site,
                });
            }
            block.ops.push(op);
        }
    }

    fn limited(&self, function: &Function, place: &Place) -> Option<(Type, NumberRange)> {
        let bound = if place.steps.is_empty() { self.held.get(&place.root).cloned() } else { None };
        let range = bound.or_else(|| self.ranges.at(function, self.types, place))?;
        match self.types.at(function, place)? {
            PlaceType::Value(ty) => Some((ty.clone(), range)),
            PlaceType::Optional(field) => Some((field.clone(), range)),
            _ => None,
        }
    }
}
