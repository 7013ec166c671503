//! Enums and unions.

use super::{Builder, float};
use crate::fbs::ast::{self, Word};
use crate::fbs::codes;
use crate::fbs::schema::{Base, Enum, EnumId, EnumValue, Scalar, Shape};

impl Builder<'_> {
    pub(super) fn enumeration(&mut self, it: &ast::Enum) {
        let name = &it.head.name;
        let full = self.home.full_name(&name.text);
        if let Some(first) = self.names.declared.get(&full).copied() {
            return self.duplicate("type", name, first);
        }
        self.names.declared.insert(full.clone(), name.span);
        let underlying = self.underlying(it);
        let head = self.head(&it.head);
        let id = EnumId(self.schema.enums.len());
        self.names.enums.insert(full, id);
        let home = self.home.clone();
        self.schema.enums.push(Enum { head, home, is_union: it.is_union, underlying, values: Vec::new() });
        if it.is_union || it.values.is_empty() {
            self.schema.enums[id.0].values.push(EnumValue::none());
        }
        let mut next = i128::from(it.is_union);
        for value in &it.values {
            self.value(id, value, &mut next);
        }
        if self.schema.enumeration(id).is_flags() {
            self.flags(id);
        }
    }

    /// Turns the numbers of flags, which are those of their bits, into the flags.
    fn flags(&mut self, id: EnumId) {
        let bits = self.schema.enumeration(id).scalar().size() * 8;
        let is_signed = self.schema.enumeration(id).scalar().is_signed();
        let mut values = std::mem::take(&mut self.schema.enums[id.0].values);
        for value in &mut values {
            let most = i64::from(bits) - 1 - i64::from(is_signed);
            if !(0..=most).contains(&value.number) {
                let message = format!("bit {} of `{}` is not from 0 to {most}", value.number, value.head.name);
                let help = "number flags by their bits, or give the enum a wider unsigned type";
                self.error(codes::ENUM_VALUE, message, value.head.span, help);
            }
            value.number = 1i64.wrapping_shl(value.number as u32);
        }
        self.schema.enums[id.0].values = values;
    }

    fn underlying(&mut self, it: &ast::Enum) -> Option<Scalar> {
        let Some(ty) = &it.underlying else {
            if !it.is_union {
                let help = "write it behind the name: `: short` was the default of old versions";
                self.error(codes::TYPE, "an enum states its integer type", it.head.name.span, help);
            }
            return (!it.is_union).then_some(Scalar::Short);
        };
        match self.ty(ty).map(|ty| (ty.base, ty.shape)) {
            Some((Base::Scalar(scalar), Shape::One)) if !scalar.is_float() && scalar != Scalar::Bool => Some(scalar),
            Some((Base::Enum(id), Shape::One)) => Some(self.schema.enumeration(id).scalar()),
            _ => {
                let help = "the types are byte, ubyte, short, ushort, int, uint, long and ulong";
                self.error(codes::TYPE, "this is not the type of an integer", ty.span, help);
                Some(Scalar::Int)
            }
        }
    }

    fn value(&mut self, id: EnumId, it: &ast::EnumValue, next: &mut i128) {
        let mut head = self.head(&it.head);
        // Names of types in namespaces become names of values.
        head.name = head.name.replace('.', "_");
        let is_union = self.schema.enumeration(id).is_union;
        let ty = if is_union { self.union_type(it) } else { None };
        let number = match &it.number {
            Some(number) => float::integer(&number.text),
            None => Some(*next),
        };
        let scalar = self.schema.enumeration(id).scalar();
        let (least, most) = scalar.range();
        let Some(number) = number.filter(|it| (least..=most).contains(it)) else {
            let span = it.number.as_ref().map_or(head.span, |number| number.span);
            let message = format!("the number of `{}` is not from {least} to {most}", head.name);
            return self.error(codes::ENUM_VALUE, message, span, "change it, or give the enum a wider type");
        };
        *next = number + 1;
        if let Some(first) = self.schema.enumeration(id).values.iter().find(|other| other.head.name == head.name) {
            let first = first.head.span;
            return self.duplicate("value", &Word { text: head.name, span: head.span }, first);
        }
        let value = EnumValue { head, number: number as i64, ty, is_stated: it.number.is_some() };
        self.schema.enums[id.0].values.push(value);
    }

    fn union_type(&mut self, it: &ast::EnumValue) -> Option<Base> {
        let Some(ty) = &it.ty else { return Some(Base::Object(self.object_named(&it.head.name))) };
        match self.ty(ty).map(|ty| (ty.base, ty.shape)) {
            Some((base @ (Base::Object(_) | Base::String), Shape::One)) => Some(base),
            _ => {
                let help = "wrap the value in a table or struct";
                self.error(codes::UNION, "a union has tables, structs and strings", ty.span, help);
                None
            }
        }
    }
}
