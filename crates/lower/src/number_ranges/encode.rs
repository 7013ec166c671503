use super::{Ranges, is_within};
use crate::plan::{Recursion, arm};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{Named, StructId, Type, Types, UnionId};
use polywire_ir::{Arg, Block, Const, ErrorCode, Expr, FuncId, Module, Place};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Gives each encoder of a type with limited fields a function around it, which checks the whole value first.
pub(super) fn check(module: &mut Module, types: &Arc<Types>, ranges: &Ranges) {
    let limited = limited(types, ranges);
    let first = module.functions.len() as u32;
    let functions: HashMap<Named, FuncId> = limited.iter().copied().zip((first..).map(FuncId)).collect();
    let walk = Walk { types, ranges, functions: &functions };
    module.functions.extend(limited.iter().zip(0..).map(|(named, number)| walk.function(*named, number)));
    for index in 0..module.entries.len() {
        let entry = &module.entries[index];
        let record = entry.record;
        let (Some(encode), Some(check)) = (entry.encode, functions.get(&Named::Struct(record))) else { continue };
        let name = format!("checked_{}", module.functions[encode.0 as usize].name);
        let mut b = FunctionBuilder::with_types(name, types.clone());
        let value = Place::from(b.read_param("value", Type::Struct(record)));
        b.call(*check, vec![Arg::Place(value.clone())], &[]);
        b.call(encode, vec![Arg::Place(value)], &[]);
        module.entries[index].encode = Some(FuncId(module.functions.len() as u32));
        module.functions.push(b.finish(vec![], vec![]));
    }
}

/// Returns the structs and unions that have, or contain, a limited field.
fn limited(types: &Types, ranges: &Ranges) -> Vec<Named> {
    let mut found: Vec<Named> = ranges.0.keys().map(|(id, _)| Named::Struct(*id)).collect::<Vec<_>>();
    found.sort_by_key(|named| number(*named));
    found.dedup();
    loop {
        let known: BTreeSet<(bool, u32)> = found.iter().map(|named| number(*named)).collect();
        let is_limited = |ty: &Type| named_in(ty).is_some_and(|named| known.contains(&number(named)));
        let structs = (0..types.structs.len() as u32)
            .map(StructId)
            .filter(|id| types.record(*id).fields.iter().any(|field| is_limited(&field.ty)));
        let unions = (0..types.unions.len() as u32)
            .map(UnionId)
            .filter(|id| types.union(*id).cases.iter().filter_map(|case| case.ty.as_ref()).any(is_limited));
        let more: Vec<Named> = structs.map(Named::Struct).chain(unions.map(Named::Union)).collect();
        let more: Vec<Named> = more.into_iter().filter(|named| !known.contains(&number(*named))).collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

/// Orders structs before unions.
fn number(named: Named) -> (bool, u32) {
    match named {
        Named::Struct(id) => (false, id.0),
        Named::Union(id) => (true, id.0),
        Named::Enum(_) | Named::Constant(_) => (true, u32::MAX),
    }
}

/// Returns the struct or union whose values a type contains.
fn named_in(ty: &Type) -> Option<Named> {
    match ty {
        Type::Struct(id) | Type::Map(id) => Some(Named::Struct(*id)),
        Type::Union(id) => Some(Named::Union(*id)),
        Type::List(element) | Type::Array(element, _) => named_in(element),
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text { .. }
        | Type::Bytes
        | Type::FixedBytes(..)
        | Type::Enum(_) => None,
    }
}

struct Walk<'w> {
    types: &'w Arc<Types>,
    ranges: &'w Ranges,
    functions: &'w HashMap<Named, FuncId>,
}

impl Walk<'_> {
    /// Returns the function that checks the numbers in a value.
    fn function(&self, named: Named, number: usize) -> polywire_ir::Function {
        let mut b = FunctionBuilder::with_types(format!("check_numbers_{number}"), self.types.clone());
        let recursion = Recursion::of(self.types);
        let (ty, nests) = match named {
            Named::Union(id) => (Type::Union(id), recursion.of_union(id)),
            Named::Struct(id) => (Type::Struct(id), recursion.of_struct(id)),
            Named::Enum(id) => (Type::Enum(id), false),
            Named::Constant(_) => (Type::Bool, false),
        };
        let value = Place::from(b.read_param("value", ty));
        if nests {
            b.nests();
        }
        match named {
            Named::Struct(id) => self.record(&mut b, id, &value),
            Named::Union(id) => self.union(&mut b, id, &value),
            Named::Enum(_) | Named::Constant(_) => {}
        }
        b.finish(vec![], vec![])
    }

    fn record(&self, b: &mut FunctionBuilder, id: StructId, value: &Place) {
        for (field, index) in self.types.record(id).fields.iter().zip(0..) {
            let range = self.ranges.0.get(&(id, index));
            if range.is_none() && !self.holds(&field.ty) {
                continue;
            }
            let place = value.field(index);
            let check = |b: &mut FunctionBuilder, place: Place| match range {
                Some(range) => b.check(is_within(&field.ty, Expr::Get(place), range), ErrorCode::OutOfRange),
                None => self.value(b, &field.ty, place),
            };
            match field.optional {
                true => b.when(Expr::Present(place.clone()), |b| check(b, place.some())),
                false => check(b, place),
            }
        }
    }

    fn union(&self, b: &mut FunctionBuilder, id: UnionId, place: &Place) {
        let mut arms = Vec::new();
        for (case, index) in self.types.union(id).cases.iter().zip(0u32..) {
            if let Some(ty) = case.ty.as_ref().filter(|ty| self.holds(ty)) {
                arms.push(arm(b, vec![Const::U64(u64::from(index) + 1)], |b| self.value(b, ty, place.case(index))));
            }
        }
        b.switch(Expr::Case(place.clone()), arms, Block::default(), &[]);
    }

    /// Checks a value that contains limited fields.
    fn value(&self, b: &mut FunctionBuilder, ty: &Type, place: Place) {
        match ty {
            Type::Struct(id) => self.call(b, Named::Struct(*id), place),
            Type::Union(id) => self.call(b, Named::Union(*id), place),
            Type::List(element) | Type::Array(element, _) => self.elements(b, element, place),
            Type::Map(entry) => self.elements(b, &Type::Struct(*entry), place),
            Type::Bool
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Text { .. }
            | Type::Bytes
            | Type::FixedBytes(..)
            | Type::Enum(_) => {}
        }
    }

    fn elements(&self, b: &mut FunctionBuilder, element: &Type, place: Place) {
        b.each(place, ("element", element.clone()), None, |b, item, _| self.value(b, element, item.into()));
    }

    fn call(&self, b: &mut FunctionBuilder, named: Named, place: Place) {
        if let Some(check) = self.functions.get(&named) {
            b.call(*check, vec![Arg::Place(place)], &[]);
        }
    }

    fn holds(&self, ty: &Type) -> bool {
        named_in(ty).is_some_and(|named| self.functions.contains_key(&named))
    }
}
