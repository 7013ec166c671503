//! Views of arrays and of the entries of groups. Entries with groups or data are found one after the other.

use super::plan::{EndKind, Form};
use super::view::{Results, Viewing, slot_of};
use crate::plan::{type_name, types_of, vars};
use crate::scalar::Scalar;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Type};
use polywire_ir::{ErrorCode, Expr, Function, ListView, Role, ValueType, VarId};

/// The place of a list.
struct ListPlace {
    count: VarId,
    entries: VarId,
    /// Of a group: the bytes of each block.
    size: Option<VarId>,
    version: Option<VarId>,
}

impl Viewing<'_, '_> {
    /// Returns the element types of all lists with views.
    pub(super) fn elements_of_lists(&self) -> Vec<Type> {
        let mut found: Vec<Type> = Vec::new();
        let arrays = self.own.records.iter().flat_map(|it| it.members.iter()).filter_map(|it| match &it.form {
            Form::Array(scalar, _) => Some(scalar.ty.clone()),
            Form::Scalar(_) | Form::Text(..) | Form::Composite(_) => None,
        });
        let groups = self.own.records.iter().flat_map(|it| it.ends.iter()).filter_map(|it| match &it.kind {
            EndKind::Group(_, entry) => Some(Type::Struct(*entry)),
            EndKind::Data(..) => None,
        });
        for element in arrays.chain(groups) {
            if !found.contains(&element) {
                found.push(element);
            }
        }
        found
    }

    /// The values that locate a list of such elements.
    pub(super) fn list_place(&self, element: &Type) -> Results {
        let list = [("count", ValueType::U64), ("entries", ValueType::Bytes)];
        let Type::Struct(id) = element else { return list.to_vec() };
        let version = self.has_versions(*id).then_some(("version", ValueType::U64));
        list.into_iter().chain([("size", ValueType::U64)]).chain(version).collect()
    }

    fn list_params(&self, b: &mut FunctionBuilder, element: &Type) -> ListPlace {
        let (count, entries) = (b.value_param("count", ValueType::U64), b.value_param("entries", ValueType::Bytes));
        let Type::Struct(id) = element else { return ListPlace { count, entries, size: None, version: None } };
        let size = Some(b.value_param("size", ValueType::U64));
        let version = self.has_versions(*id).then(|| b.value_param("version", ValueType::U64));
        ListPlace { count, entries, size, version }
    }

    pub(super) fn list_view(&self, module: &mut ModuleBuilder, element: &Type) -> ListView {
        let name = type_name(&self.own.scaffold, element);
        let next = match element {
            Type::Struct(id) if self.skips[id.0 as usize].is_some() => Some(module.add(self.next(&name, *id))),
            _ => None,
        };
        ListView {
            element: element.clone(),
            role: Role::Value,
            place: vars(&self.list_place(element)),
            object: None,
            get: module.add(self.element(&name, element)),
            next,
            cases: Vec::new(),
            slot: self.locate_element(&name, element).map(|it| slot_of(module.add(it), self.order())),
            key: Vec::new(),
        }
    }

    /// Finds the bytes of a number in an array; none if a message of an older version lacks the array.
    fn locate_element(&self, name: &str, element: &Type) -> Option<Function> {
        let scalar = Scalar::of(self.own.types, element).filter(|it| it.has_native_width(self.own.types))?;
        let width = u64::from(scalar.width());
        let mut b = self.function(format!("element_of_{name}_slot"));
        let place = self.list_params(&mut b, element);
        let index = b.value_param("index", ValueType::U64);
        b.check(index.below(place.count), ErrorCode::OutOfRange);
        let found = ("found", ValueType::Bytes);
        let exists = Expr::from(place.entries).bytes_len().is_not(0u64);
        let span = |b: &mut FunctionBuilder| {
            let read = |b: &mut FunctionBuilder| vec![b.read_span("bytes", width).into()];
            vec![b.at(place.entries, index * width, std::slice::from_ref(&found), read)[0].into()]
        };
        let none = |_: &mut FunctionBuilder| vec![Expr::from([].as_slice())];
        let bytes = b.if_yields(exists, std::slice::from_ref(&found), span, none)[0];
        Some(b.finish(vec![bytes.into()], vec![ValueType::Bytes]))
    }

    fn element(&self, name: &str, element: &Type) -> Function {
        let mut b = self.function(format!("element_of_{name}"));
        let place = self.list_params(&mut b, element);
        let index = b.value_param("index", ValueType::U64);
        b.check(index.below(place.count), ErrorCode::OutOfRange);
        let results = self.results(element);
        let yields = match (element, place.size) {
            (Type::Struct(id), Some(size)) => self.read_entry(&mut b, *id, &place, (size, index)),
            _ => match Scalar::of(self.own.types, element) {
                Some(scalar) => self.read_number(&mut b, &scalar, place.entries, index),
                None => Vec::new(),
            },
        };
        b.finish(yields, types_of(&results))
    }

    /// A message of an older version may lack an array.
    fn read_number(&self, b: &mut FunctionBuilder, scalar: &Scalar, entries: VarId, index: VarId) -> Vec<Expr> {
        let width = scalar.width();
        let at = (entries.into(), index * u64::from(width), u64::from(width).into());
        let section = b.section("element", at, vec![0; width.into()], ErrorCode::Truncated);
        vec![scalar.checked(b, self.own.types, Expr::Load { section, offset: 0, width, order: self.order() })]
    }

    fn read_entry(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        place: &ListPlace,
        (size, index): (VarId, VarId),
    ) -> Vec<Expr> {
        let version = place.version.map_or(u64::MAX.into(), Expr::from);
        let results = self.place(id);
        let is_sequential = self.skips[id.0 as usize].is_some();
        let at = if is_sequential { 0u64.into() } else { index * size };
        if is_sequential {
            b.charge(index);
        }
        let found = b.at(place.entries, at, &results, |b| {
            if is_sequential {
                self.skip_entries(b, id, index.into(), (size.into(), place.version));
            }
            self.read_place(b, id, (size.into(), version))
        });
        found.into_iter().map(Expr::from).collect()
    }

    /// `next_of_Name(place)`: moves to the second entry.
    fn next(&self, name: &str, id: StructId) -> Function {
        let mut b = self.function(format!("next_of_{name}"));
        let element = Type::Struct(id);
        let place = self.list_params(&mut b, &element);
        b.check(place.count.is_not(0u64), ErrorCode::OutOfRange);
        let entries = b.at(place.entries, 0u64, &[("entries", ValueType::Bytes)], |b| {
            let size = place.size.map_or(0u64.into(), Expr::from);
            self.call_skip(b, id, (size, place.version));
            vec![b.read_span("entries", Expr::Left).into()]
        })[0];
        let same = place.size.into_iter().chain(place.version).map(Expr::from);
        let yields = [place.count - 1u64, entries.into()].into_iter().chain(same).collect();
        b.finish(yields, types_of(&self.list_place(&element)))
    }
}
