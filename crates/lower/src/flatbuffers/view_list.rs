//! Views of vectors and arrays.

use super::offset::element_target;
use super::table::{Element, OFFSET, element};
use super::view::{Viewing, slot};
use super::view_read::bits_in;
use super::view_table::{LIST, span};
use crate::plan::{type_name, types_of, vars};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{CaseType, Type, UnionId};
use polywire_ir::{ErrorCode, Expr, Function, Getter, ListView, Role, Step, ValueType, VarId};

/// The values that locate a vector of unions: the first number of a case, and the first offset to a value.
pub(super) const UNIONS: [(&str, ValueType); 5] = [
    ("count", ValueType::U64),
    ("buffer", ValueType::Bytes),
    ("kinds", ValueType::U64),
    ("values", ValueType::U64),
    ("levels", ValueType::U64),
];

/// The place of a list.
struct ListPlace {
    count: VarId,
    buffer: VarId,
    first: VarId,
    levels: VarId,
}

/// The place of a vector of unions, and the index of an element.
struct UnionsPlace {
    buffer: VarId,
    kinds: VarId,
    values: VarId,
    levels: VarId,
    index: VarId,
}

impl UnionsPlace {
    fn params(b: &mut FunctionBuilder) -> Self {
        let [count, buffer, kinds, values, levels] = UNIONS.map(|(name, ty)| b.value_param(name, ty));
        let index = b.value_param("index", ValueType::U64);
        b.check(index.below(count), ErrorCode::OutOfRange);
        Self { buffer, kinds, values, levels, index }
    }
}

impl Viewing<'_> {
    /// Returns the element types of all lists with views.
    pub(super) fn elements_of_lists(&self) -> Vec<Type> {
        let types = self.flatbuffers.types();
        let mut found: Vec<Type> = Vec::new();
        let mut add = |ty: &Type| {
            if let Some(element) = ty.element().filter(|element| self.is_shown(element))
                && !found.contains(&element)
            {
                found.push(element);
            }
        };
        for id in self.shown() {
            types.record(id).fields.iter().for_each(|field| add(&field.ty));
            add(&Type::List(Box::new(Type::Struct(id))));
        }
        found
    }

    pub(super) fn list_view(&self, module: &mut ModuleBuilder, ty: &Type) -> ListView {
        let name = format!("element_of_{}", type_name(&self.flatbuffers.scaffold, ty));
        if let Type::Union(id) = ty {
            return self.union_list_view(module, *id, &name);
        }
        let slot = match element(&self.flatbuffers.schema, ty) {
            Element::Scalar(scalar) if scalar.has_native_width(self.flatbuffers.types()) => {
                Some(slot(module.add(self.locate_element(&name, scalar.width()))))
            }
            Element::Scalar(_) | Element::Inline(_) | Element::Text(_) | Element::Table(_) => None,
        };
        ListView {
            element: ty.clone(),
            role: Role::Value,
            place: vars(&LIST),
            object: None,
            get: module.add(self.element(name, ty)),
            next: None,
            cases: Vec::new(),
            slot,
            key: self.key(ty),
        }
    }

    /// Returns the fields that lead to the value by which vectors of a type are sorted.
    fn key(&self, ty: &Type) -> Vec<u32> {
        let Type::Struct(id) = ty else { return Vec::new() };
        let steps = self.flatbuffers.schema.key(*id).unwrap_or_default().iter();
        steps.filter_map(|step| if let Step::Field(index) = step { Some(*index) } else { None }).collect()
    }

    /// Returns the bytes of a scalar; none if a table lacks its array.
    fn locate_element(&self, name: &str, width: u8) -> Function {
        let mut b = self.function(format!("{name}_slot"));
        let [count, buffer, first, _] = LIST.map(|(name, ty)| b.value_param(name, ty));
        let index = b.value_param("index", ValueType::U64);
        b.check(index.below(count), ErrorCode::OutOfRange);
        let exists = Expr::from(buffer).bytes_len().is_not(0u64);
        let read = |b: &mut FunctionBuilder| {
            let pos = b.let_("pos", first + index * u64::from(width));
            vec![span(b, buffer, pos, u64::from(width).into()).into()]
        };
        let absent = |_: &mut FunctionBuilder| vec![Expr::from([].as_slice())];
        let found = b.if_yields(exists, &[("found", ValueType::Bytes)], read, absent);
        b.finish(vec![found[0].into()], vec![ValueType::Bytes])
    }

    fn element(&self, name: String, ty: &Type) -> Function {
        let mut b = self.function(name);
        let [count, buffer, first, levels] = LIST.map(|(name, ty)| b.value_param(name, ty));
        let index = b.value_param("index", ValueType::U64);
        let place = ListPlace { count, buffer, first, levels };
        b.check(index.below(place.count), ErrorCode::OutOfRange);
        let results = self.results(ty);
        let yields = match self.may_lack_elements(ty) {
            true => {
                let exists = Expr::from(buffer).bytes_len().is_not(0u64);
                let read = |b: &mut FunctionBuilder| self.read_element(b, &place, ty, index);
                let found = b.if_yields(exists, &results, read, |_| self.absent((ty, None), levels));
                found.into_iter().map(Expr::from).collect()
            }
            false => self.read_element(&mut b, &place, ty, index),
        };
        b.finish(yields, types_of(&results))
    }

    /// Returns true if a table of an older writer can lack an array of such elements, which then consists of new values.
    fn may_lack_elements(&self, element: &Type) -> bool {
        let is_lacked = |ty: &Type| matches!(ty, Type::Array(inner, _) if **inner == *element);
        self.shown()
            .filter(|id| self.flatbuffers.schema.inline(*id).is_none())
            .any(|id| self.flatbuffers.types().record(id).fields.iter().any(|field| is_lacked(&field.ty)))
    }

    fn read_element(&self, b: &mut FunctionBuilder, place: &ListPlace, ty: &Type, index: VarId) -> Vec<Expr> {
        let flatbuffers = self.flatbuffers;
        let form = element(&flatbuffers.schema, ty);
        let pos = b.let_("pos", place.first + index * u64::from(self.stride(&form)));
        match form {
            Element::Scalar(scalar) => {
                let bits = bits_in(b, place.buffer, pos.into(), scalar.width());
                vec![scalar.checked(b, flatbuffers.types(), bits)]
            }
            Element::Inline(id) => {
                let size = flatbuffers.schema.inline(id).map_or(0, |it| it.size);
                vec![span(b, place.buffer, pos, u64::from(size).into()).into()]
            }
            Element::Text(ty) => {
                let offset = bits_in(b, place.buffer, pos.into(), OFFSET as u8);
                let offset = b.let_("offset", offset);
                vec![self.text(b, &ty, place.buffer, (pos, offset)).into()]
            }
            Element::Table(id) => {
                let offset = bits_in(b, place.buffer, pos.into(), OFFSET as u8);
                let offset = b.let_("offset", offset);
                let table = element_target(b, pos, offset);
                self.enter(b, id, (place.buffer, table), place.levels)
            }
        }
    }

    fn union_list_view(&self, module: &mut ModuleBuilder, id: UnionId, name: &str) -> ListView {
        let get = module.add(self.element_held(name, id));
        let cases = self.flatbuffers.types().union(id).cases.iter().map(|case| {
            let ty = case.ty.as_ref().filter(|ty| self.is_shown(ty))?;
            Some(Getter::of(module.add(self.element_case(name, (case, ty)))))
        });
        let cases = cases.collect();
        let (element, place) = (Type::Union(id), vars(&UNIONS));
        ListView {
            element,
            role: Role::Value,
            place,
            object: None,
            get,
            next: None,
            cases,
            slot: None,
            key: Vec::new(),
        }
    }

    fn element_held(&self, name: &str, id: UnionId) -> Function {
        let mut b = self.function(name.to_owned());
        let place = UnionsPlace::params(&mut b);
        let width = self.flatbuffers.schema.tag(id).width;
        let pos = place.kinds + place.index * u64::from(width);
        let number = bits_in(&mut b, place.buffer, pos, width);
        let held = self.case_of(&mut b, id, number);
        b.finish(vec![held], vec![ValueType::U64])
    }

    fn element_case(&self, name: &str, (case, ty): (&CaseType, &Type)) -> Function {
        let mut b = self.function(format!("{name}_{}", case.name));
        let place = UnionsPlace::params(&mut b);
        let pos = b.let_("pos", place.values + place.index * u64::from(OFFSET));
        let offset = bits_in(&mut b, place.buffer, pos.into(), OFFSET as u8);
        let offset = b.let_("offset", offset);
        let results = self.results(ty);
        let read = |b: &mut FunctionBuilder| self.case_value(b, ty, (place.buffer, (pos, offset)), place.levels);
        let absent = |_: &mut FunctionBuilder| self.absent((ty, None), place.levels);
        let found = b.if_yields(offset.is_not(0u64), &results, read, absent);
        b.finish(found.into_iter().map(Expr::from).collect(), types_of(&results))
    }
}
