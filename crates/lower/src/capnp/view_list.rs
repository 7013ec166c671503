//! Views of lists.

use super::list::Elements;
use super::pointee::Pointee;
use super::pointer::Pointer;
use super::record::{self, Field};
use super::view::{Viewing, sections, word_if};
use super::view_object::{is_object, object_elements, role_of};
use super::view_scalar::load;
use crate::scalar::Scalar;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{ErrorCode, Expr, ValueType, VarId};
use polywire_model::attr::CapnpOpaque;

/// The values that locate a list. An element has `data` bytes of data and `pointers` bytes of pointers. For bits,
/// `data` is 1; for elements that are all absent, 0.
pub(super) const LIST: [(&str, ValueType); 7] = [
    ("count", ValueType::U64),
    ("message", ValueType::Bytes),
    ("segment", ValueType::Bytes),
    ("first", ValueType::U64),
    ("data", ValueType::U64),
    ("pointers", ValueType::U64),
    ("levels", ValueType::U64),
];

/// The place of a list.
pub(super) struct ListPlace {
    message: VarId,
    elements: Elements,
    levels: VarId,
}

impl ListPlace {
    /// Declares the parameters of an accessor.
    pub fn params(b: &mut FunctionBuilder) -> Self {
        let [count, message, segment, first, data, pointers, levels] = LIST.map(|(name, ty)| b.value_param(name, ty));
        Self { message, elements: Elements { segment, first, count, data, pointers }, levels }
    }
}

/// An element, and its meaning.
type Element = (Type, Option<CapnpOpaque>);

impl Viewing<'_, '_> {
    /// Returns the element types of all lists in members, and of those that objects can be read as.
    pub(super) fn elements_of_lists(&self) -> Vec<Element> {
        let members = self.members();
        let structs = self.capnp.structs.iter().map(|it| it.id).filter(|id| self.is_message(*id));
        let mut read: Vec<Type> = structs.map(Type::Struct).collect();
        if members.iter().any(|(_, opaque)| is_object(*opaque)) {
            read.extend(object_elements());
        }
        let of_objects = read.into_iter().map(|element| (Type::List(Box::new(element)), None));
        let mut open: Vec<Element> = members.into_iter().chain(of_objects).collect();
        open.reverse();
        let mut found: Vec<Element> = Vec::new();
        while let Some((ty, opaque)) = open.pop() {
            let Some(element) = ty.element() else { continue };
            let is_known = |(known, role): &Element| *known == element && role_of(*role) == role_of(opaque);
            if !found.iter().any(is_known) {
                open.push((element.clone(), opaque));
                found.push((element, opaque));
            }
        }
        found
    }

    /// The types of fields and cases.
    fn members(&self) -> Vec<Element> {
        let mut found = Vec::new();
        for id in self.capnp.structs.iter().map(|it| it.id) {
            let fields = self.capnp.types.record(id).fields.iter();
            for (field, placed) in fields.zip(&self.capnp.record(id).fields) {
                match (&field.ty, placed) {
                    (Type::Union(union), Field::Union(placed)) => {
                        let cases = self.capnp.types.union(*union).cases.iter().zip(&placed.cases);
                        found.extend(cases.filter_map(|(case, placed)| Some((case.ty.clone()?, placed.opaque))));
                    }
                    (ty, Field::Plain(plain)) => found.push((ty.clone(), plain.opaque)),
                    (ty, _) => found.push((ty.clone(), None)),
                }
            }
        }
        found
    }

    /// Resolves the list behind a pointer; null means an empty one, or an array of new elements.
    pub(super) fn follow_list(
        &self,
        b: &mut FunctionBuilder,
        element: Pointee<'_>,
        len: Option<u32>,
        pointer: &Pointer,
        levels: VarId,
    ) -> Vec<Expr> {
        let absent = || {
            let nothing = Expr::from([].as_slice());
            let count = u64::from(len.unwrap_or(0)).into();
            vec![count, pointer.message.into(), nothing, 0u64.into(), 0u64.into(), 0u64.into(), levels.into()]
        };
        let found = |b: &mut FunctionBuilder| {
            let (elements, data) = self.elements(b, element, pointer);
            if let Some(len) = len {
                b.check(elements.count.is(u64::from(len)), ErrorCode::BadLength);
            }
            let Elements { segment, first, count, pointers, .. } = elements;
            let place = [count, pointer.message, segment, first].map(Expr::from);
            [place.as_slice(), &[data, pointers.into(), levels.into()]].concat()
        };
        let present = pointer.word.is_not(0u64);
        b.if_yields(present, &LIST, found, |_| absent()).into_iter().map(Expr::from).collect()
    }

    /// Returns the elements behind a pointer, and the bytes of data in each.
    fn elements(&self, b: &mut FunctionBuilder, element: Pointee<'_>, pointer: &Pointer) -> (Elements, Expr) {
        let lists = &self.capnp.lists;
        if *element.ty == Type::Bool {
            let [segment, first, count] = lists.bits(b, pointer);
            let none = b.let_("pointers", 0u64);
            return (Elements { segment, first, count, data: none, pointers: none }, 1u64.into());
        }
        let elements = lists.elements(b, pointer);
        match (element.ty, self.scalar_of(element)) {
            (Type::Struct(_), _) => {}
            (_, Some(scalar)) => {
                let width = u64::from(scalar.width());
                b.check(Expr::from(width).at_most(elements.data), ErrorCode::WrongKind);
            }
            (_, None) => b.check(elements.pointers.is_not(0u64), ErrorCode::WrongKind),
        }
        (elements, elements.data.into())
    }

    /// Returns the scalar type of an element, unless the element is stored behind a pointer.
    fn scalar_of(&self, element: Pointee<'_>) -> Option<Scalar> {
        record::scalar(self.capnp.types, element.ty).filter(|_| element.opaque.is_none())
    }

    /// The element at an index.
    pub(super) fn element(
        &self,
        b: &mut FunctionBuilder,
        element: Pointee<'_>,
        place: &ListPlace,
        index: VarId,
    ) -> Vec<Expr> {
        let list = &place.elements;
        b.check(index.below(list.count), ErrorCode::OutOfRange);
        if *element.ty == Type::Bool {
            return vec![bit(b, list, index)];
        }
        let step = list.data + list.pointers;
        let at = b.let_("at", list.first + index * step);
        match (element.ty, self.scalar_of(element)) {
            (Type::Struct(id), _) => self.element_struct(b, *id, place, at),
            (_, Some(scalar)) => {
                let width = scalar.width();
                let bits = or_zero(b, Expr::from(u64::from(width)).at_most(list.data), |b| {
                    load(b, (list.segment.into(), at.into(), u64::from(width).into()), width)
                });
                vec![self.capnp.scalar_value(b, (&scalar, None), bits.into())]
            }
            (_, None) => {
                let pos = b.let_("pos", at + list.data);
                let is_there = list.pointers.is_not(0u64);
                let word = word_if(b, is_there, list.segment, pos);
                let pointer = Pointer { message: place.message, segment: list.segment, pos, word };
                self.follow(b, (element, None), &pointer, place.levels)
            }
        }
    }

    fn element_struct(&self, b: &mut FunctionBuilder, id: StructId, place: &ListPlace, at: VarId) -> Vec<Expr> {
        let levels = self.descend(b, id, place.levels);
        let list = &place.elements;
        sections(b, (place.message, list.segment), (at, list.data, list.pointers), levels)
    }
}

/// Returns the bit at an index, counted from the lowest of each byte. Shift distances are constant, so the byte is
/// shifted down in three steps.
fn bit(b: &mut FunctionBuilder, list: &Elements, index: VarId) -> Expr {
    let byte = or_zero(b, list.data.is_not(0u64), |b| {
        let at = list.first + (index >> 3u64);
        load(b, (list.segment.into(), at, 1u64.into()), 1)
    });
    let shifted = [4u64, 2, 1].into_iter().fold(byte, |byte, shift| {
        let is_above = (index & shift).is_not(0u64);
        b.let_("bits", is_above.choose(byte >> shift, byte))
    });
    (shifted & 1u64).is_not(0u64)
}

/// Reads a value if it exists, else yields 0.
fn or_zero(b: &mut FunctionBuilder, is_there: Expr, read: impl FnOnce(&mut FunctionBuilder) -> Expr) -> VarId {
    b.if_yields(is_there, &[("bits", ValueType::U64)], |b| vec![read(b)], |_| vec![0u64.into()])[0]
}
