//! Simple types as types of the model.

use super::{DeclId, Maker, TypeId};
use crate::xsd::Primitive;
use crate::xsd::simple::{Decimal, SimpleType, Value, VarietyKind};
use polywire_model::attr::{XmlForm, XmlSpace, XmlText};
use polywire_model::{Field, Literal, Meaning, NumberRange, Text, Type};

/// The built-in types whose values are texts of their own form.
const TEXTS: [&str; 28] = [
    "ENTITY",
    "ID",
    "IDREF",
    "NCName",
    "NMTOKEN",
    "NOTATION",
    "Name",
    "QName",
    "anyURI",
    "date",
    "dateTime",
    "decimal",
    "duration",
    "gDay",
    "gMonth",
    "gMonthDay",
    "gYear",
    "gYearMonth",
    "integer",
    "language",
    "negativeInteger",
    "nonNegativeInteger",
    "nonPositiveInteger",
    "normalizedString",
    "positiveInteger",
    "time",
    "token",
    "anySimpleType",
];

/// Built-in integers with their widths.
const SIZED: [(&str, u8, bool); 8] = [
    ("byte", 8, true),
    ("short", 16, true),
    ("int", 32, true),
    ("long", 64, true),
    ("unsignedByte", 8, false),
    ("unsignedShort", 16, false),
    ("unsignedInt", 32, false),
    ("unsignedLong", 64, false),
];

/// The most digits of a decimal of 64 bits.
const MOST_DIGITS: u32 = 18;

impl Maker<'_> {
    /// Returns a member with values of a simple type, in a struct.
    pub(super) fn simple_field(&mut self, place: (DeclId, &str), id: Option<TypeId>, ty: &SimpleType) -> Field {
        if let VarietyKind::List(item) = &ty.variety {
            let item = *item;
            return self.list(place, item, ty);
        }
        let decl = id.and_then(|id| self.enumeration(id, &[place]));
        self.value_field(place.1, decl, ty)
    }

    /// Returns a member that needs no declaration.
    pub(super) fn undeclared_field(&mut self, name: &str, ty: &SimpleType) -> Field {
        let VarietyKind::List(item) = &ty.variety else { return self.value_field(name, None, ty) };
        let Some(item) = self.types.simple(*item) else { return Field::new(name, Type::list(Type::Bytes)) };
        let field = self.undeclared_field(name, &item);
        self.list_of(field, &item, ty)
    }

    /// Returns a member with single values, of an enum if there is one.
    fn value_field(&mut self, name: &str, decl: Option<DeclId>, ty: &SimpleType) -> Field {
        let mut field = self.single_value(name, decl, ty);
        let is_text = matches!(field.ty, Type::Text(_));
        if !matches!(field.ty, Type::Named(_)) {
            let automata = self.automata(ty, is_text);
            let text = &mut field.attrs.xml.text;
            (text.automata, text.is_partly_checked) = (automata.all, automata.is_partial);
        }
        field
    }

    fn single_value(&mut self, name: &str, decl: Option<DeclId>, ty: &SimpleType) -> Field {
        let mut field = Field::new(name, Type::Text(Text::default()));
        field.attrs.xml.text = facts(ty);
        if let Some(decl) = decl {
            field.ty = Type::Named(decl);
            field.attrs.xml.text.values.clear();
            return field;
        }
        if let Some((number, range)) = number(ty) {
            (field.ty, field.range) = (number, range);
            return field;
        }
        let text = &mut field.attrs.xml.text;
        field.ty = match ty.primitive() {
            Some(Primitive::Boolean) => Type::Bool,
            Some(Primitive::HexBinary | Primitive::Base64Binary) => {
                if ty.primitive() == Some(Primitive::HexBinary) {
                    text.form = XmlForm::Hex;
                }
                ty.lengths.exact.map_or(Type::Bytes, Type::fixed_bytes)
            }
            _ => {
                let name = if ty.primitive().is_some() { ty.builtin.as_str() } else { "" };
                let form = TEXTS.iter().find(|it| **it == name);
                text.form = form.map_or(XmlForm::OfType, |it| XmlForm::BuiltIn(it));
                if let VarietyKind::Union(members) = &ty.variety
                    && self.is_collapsed(members)
                {
                    text.space = XmlSpace::Collapse;
                }
                Type::Text(Text::default())
            }
        };
        field
    }

    /// Lets a member have only the value that a text means.
    pub(super) fn set_fixed(&mut self, field: &mut Field, ty: &SimpleType, text: &str) {
        let text = ty.treated(text);
        let automata = self.automata_of_fixed(ty, &text);
        let xml = &mut field.attrs.xml;
        xml.text.is_partly_checked |= automata.is_partial;
        match &field.ty {
            Type::List(_) => xml.tokens.extend(automata.all),
            Type::Text(_) | Type::Bool | Type::Bytes | Type::FixedBytes(..) => xml.text.automata.extend(automata.all),
            // Compared as numbers, or as enumerators.
            Type::Int { .. } | Type::Float { .. } | Type::Named(_) | Type::Array(..) | Type::Map(_) => {}
        }
        xml.fixed = Some(text);
    }

    /// A list is one text with spaces between its values. The facts of texts are those of a value.
    fn list(&mut self, place: (DeclId, &str), item: TypeId, ty: &SimpleType) -> Field {
        let Some(simple) = self.types.simple(item) else { return Field::new(place.1, Type::list(Type::Bytes)) };
        let field = self.simple_field(place, Some(item), &simple);
        self.list_of(field, &simple, ty)
    }

    fn list_of(&mut self, mut field: Field, item: &SimpleType, ty: &SimpleType) -> Field {
        let automata = self.automata_of_list(item, ty);
        field.attrs.xml.text.is_partly_checked |= automata.is_partial;
        field.attrs.xml.tokens = automata.all;
        field.ty = Type::list(field.ty);
        field.attrs.xml.is_token_list = true;
        field.attrs.xml.min_occurs = ty.lengths.least();
        field.attrs.xml.max_occurs = ty.lengths.greatest();
        field
    }
}

fn facts(ty: &SimpleType) -> XmlText {
    // What built-in types say is known by their names.
    let patterns = &ty.patterns[ty.builtin_patterns.min(ty.patterns.len())..];
    let texts = |group: &Vec<(String, _)>| group.iter().map(|(text, _)| text.clone()).collect();
    let is_text = ty.primitive().is_some_and(|it| matches!(it, Primitive::String | Primitive::AnySimpleType));
    let is_usual = ty.space == if is_text { XmlSpace::Preserve } else { XmlSpace::Collapse };
    XmlText {
        form: XmlForm::OfType,
        space: if is_usual { XmlSpace::OfType } else { ty.space },
        patterns: patterns.iter().map(texts).collect(),
        values: ty.values.iter().flatten().map(|(text, ..)| text.clone()).collect(),
        length: (ty.lengths.least(), ty.lengths.greatest()),
        digits: (ty.total_digits, ty.fraction_digits.filter(|_| ty.builtin == "decimal")),
        ..XmlText::default()
    }
}

/// Returns the type of a number that the model can hold without loss, and its range.
fn number(ty: &SimpleType) -> Option<(Type, NumberRange)> {
    match ty.primitive()? {
        Primitive::Float => Some((Type::Float { bits: 32 }, float_range(ty))),
        Primitive::Double => Some((Type::Float { bits: 64 }, float_range(ty))),
        Primitive::Decimal if ty.builtin == "decimal" => decimal(ty),
        Primitive::Decimal => integer(ty),
        _ => None,
    }
}

fn integer(ty: &SimpleType) -> Option<(Type, NumberRange)> {
    let (min, max) = (limit(ty, false, 0), limit(ty, true, 0));
    let sized = SIZED.iter().find(|(name, ..)| *name == ty.builtin).map(|(_, bits, signed)| (*bits, *signed));
    let fits = |low: i128, high: i128| min.is_some_and(|it| it >= low) && max.is_some_and(|it| it <= high);
    let few_digits = ty.total_digits.is_some_and(|it| it <= MOST_DIGITS);
    let (bits, signed) = match sized {
        Some(sized) => sized,
        None if fits(i64::MIN.into(), i64::MAX.into()) || few_digits => (64, true),
        None if fits(0, u64::MAX.into()) => (64, false),
        None => return None,
    };
    let (low, high) = match (bits, signed) {
        (bits, true) => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
        (bits, false) => (0, (1_i128 << bits) - 1),
    };
    let range = NumberRange {
        min: min.filter(|it| *it > low).map(Literal::Int),
        max: max.filter(|it| *it < high).map(Literal::Int),
    };
    Some((Type::int(bits, signed), range))
}

fn decimal(ty: &SimpleType) -> Option<(Type, NumberRange)> {
    let scale = ty.fraction_digits.filter(|it| *it <= MOST_DIGITS)?;
    let (min, max) = (limit(ty, false, scale), limit(ty, true, scale));
    let fits = |it: Option<i128>| it.is_some_and(|it| i64::try_from(it).is_ok());
    if ty.total_digits.is_none_or(|it| it > MOST_DIGITS) && !(fits(min) && fits(max)) {
        return None;
    }
    let meaning = Meaning::Decimal { scale: scale as u8 };
    let range = NumberRange { min: min.map(Literal::Int), max: max.map(Literal::Int) };
    Some((Type::Int { bits: 64, signed: true, meaning }, range))
}

/// Returns the least or greatest number, with this many digits behind the point.
fn limit(ty: &SimpleType, is_max: bool, scale: u32) -> Option<i128> {
    let bound = if is_max { &ty.max } else { &ty.min };
    let bound = bound.as_ref()?;
    let number = Decimal::parse(&bound.text)?.scaled(scale as usize)?;
    Some(match (bound.is_inclusive, is_max) {
        (true, _) => number,
        (false, true) => number - 1,
        (false, false) => number + 1,
    })
}

/// The model has only ranges that include their ends.
fn float_range(ty: &SimpleType) -> NumberRange {
    let bound = |it: &Option<crate::xsd::simple::Bound>| match it.as_ref().filter(|it| it.is_inclusive)?.value {
        Value::Float(it) if it.is_finite() => Some(Literal::Float(it.to_bits())),
        _ => None,
    };
    NumberRange { min: bound(&ty.min), max: bound(&ty.max) }
}
