//! Types of values.

use super::Maker;
use super::value::ValueOf;
use crate::idl::tree::{self, Bitset, DefId, Definition, Kind};
use polywire_model::attr::{CorbaFixed, CorbaForm, CorbaText};
use polywire_model::{BytesMeaning, DecimalText, Decl, DeclKind, Field, Meaning, Struct, Text, Type, pascal_case};
use polywire_source::Span;

/// Decimal numbers of up to this many digits are integers of 64 bits.
const MOST_DIGITS: u8 = 18;

/// Where a type is used.
pub(super) struct Place<'p, 'a> {
    /// The definition that contains the use.
    pub owner: &'a Definition,
    /// The beginning of names of types that the schema does not name.
    pub stem: &'p str,
    /// The member.
    pub span: Span,
}

/// A type of the model.
pub(super) struct Resolved {
    pub ty: Type,
    pub form: CorbaForm,
}

impl Resolved {
    fn plain(ty: Type) -> Self {
        Self { ty, form: CorbaForm::default() }
    }

    fn text(text: CorbaText, max_len: Option<u32>) -> Self {
        let ty = Type::Text(Text { max_len, ..Text::default() });
        Self { form: CorbaForm { text, ..CorbaForm::default() }, ..Self::plain(ty) }
    }
}

impl<'a> Maker<'a> {
    pub(super) fn resolved(&mut self, place: &Place<'_, 'a>, ty: &tree::Type) -> Resolved {
        let ty = self.meant(ty);
        let character = |bits| Type::Int { bits, signed: false, meaning: Meaning::Character };
        Resolved::plain(match ty {
            tree::Type::Boolean => Type::Bool,
            tree::Type::Octet => Type::int(8, false),
            tree::Type::Char => character(8),
            tree::Type::WChar => character(16),
            tree::Type::Int { bits, signed } => Type::int(*bits, *signed),
            tree::Type::Float(128) => Type::meant_bytes(BytesMeaning::Float128),
            tree::Type::Float(bits) => Type::Float { bits: *bits },
            tree::Type::Fixed { digits, scale } => return fixed(*digits, *scale),
            tree::Type::AnyFixed => return fixed(31, 0),
            tree::Type::String { is_wide: false, bound } => return Resolved::text(CorbaText::Narrow, *bound),
            tree::Type::String { is_wide: true, bound } => return Resolved::text(CorbaText::Wide, *bound),
            tree::Type::Sequence(element, bound) => return self.sequence(place, element, *bound),
            tree::Type::Array(element, len) => return self.array(place, element, *len),
            tree::Type::Map(key, value, bound) => return self.map(place, (key, value), *bound),
            tree::Type::Any => Type::Named(self.standard().any),
            tree::Type::Object => Type::Named(self.standard().object),
            tree::Type::TypeCode => Type::Named(self.standard().type_code),
            tree::Type::ValueBase => self.value_union(place, ValueOf::Any),
            tree::Type::Named(id) => return self.named(place, *id),
        })
    }

    fn named(&mut self, place: &Place<'_, 'a>, id: DefId) -> Resolved {
        let definition = self.definition(id);
        match &definition.kind {
            Kind::Bitset(it) => Resolved::plain(Type::int(self.width(it), false)),
            Kind::Interface(it) if it.is_abstract => Resolved::plain(self.abstract_reference(place, id)),
            Kind::Interface(_) | Kind::Undefined(_) => Resolved::plain(Type::Named(self.standard().object)),
            Kind::ValueBox(_) | Kind::ValueType(_) => Resolved::plain(self.value_union(place, ValueOf::Type(id))),
            Kind::Bitmask(it) => {
                let (bits, id) = (width_of(it.bits.into()), self.declared[&id]);
                Resolved::plain(Type::Int { bits, signed: false, meaning: Meaning::Flags(id) })
            }
            Kind::Struct(_) | Kind::Exception(_) | Kind::Union(_) | Kind::Enum(_) | Kind::Native => {
                Resolved::plain(Type::Named(self.declared[&id]))
            }
            // The resolver refuses the one; the other was followed.
            Kind::Constant(..) | Kind::Typedef(_) => Resolved::plain(Type::Bytes),
        }
    }

    /// Returns what a typedef stands for, which is none itself; other types are what they are.
    pub(super) fn meant<'t>(&self, ty: &'t tree::Type) -> &'t tree::Type
    where
        'a: 't,
    {
        let mut ty = ty;
        while let tree::Type::Named(id) = ty
            && let Kind::Typedef(other) = &self.definition(*id).kind
        {
            ty = other;
        }
        ty
    }

    /// Returns the width of the integer that holds all fields of a bitset.
    fn width(&self, it: &'a Bitset) -> u8 {
        let mut bits: u32 = it.fields.iter().map(|field| u32::from(field.bits)).sum();
        let mut base = it.base;
        while let Some(Kind::Bitset(it)) = base.map(|base| &self.definition(base).kind) {
            bits += it.fields.iter().map(|field| u32::from(field.bits)).sum::<u32>();
            base = it.base;
        }
        width_of(bits)
    }

    fn sequence(&mut self, place: &Place<'_, 'a>, element: &tree::Type, bound: Option<u32>) -> Resolved {
        let found = self.resolved(place, element);
        let mut form = found.form;
        form.bounds.insert(0, bound.unwrap_or(0));
        let ty = if *self.meant(element) == tree::Type::Octet { Type::Bytes } else { Type::list(found.ty) };
        Resolved { form, ..Resolved::plain(ty) }
    }

    fn array(&mut self, place: &Place<'_, 'a>, element: &tree::Type, len: u32) -> Resolved {
        if *self.meant(element) == tree::Type::Octet {
            return Resolved::plain(Type::fixed_bytes(len));
        }
        let found = self.resolved(place, element);
        Resolved { ty: Type::Array(Box::new(found.ty), len), ..found }
    }

    fn map(&mut self, place: &Place<'_, 'a>, (key, value): (&tree::Type, &tree::Type), bound: Option<u32>) -> Resolved {
        let fields = [("key", key), ("value", value)].map(|(name, ty)| {
            let found = self.resolved(place, ty);
            let mut field = Field::new(name, found.ty);
            field.attrs.corba = found.form;
            field
        });
        let [key, value] = fields;
        let mut entry = Struct::entry(key, value);
        for (field, order) in entry.fields.iter_mut().zip(0..) {
            field.attrs.order = Some(order);
        }
        let decl = self.nested(place, "Entry", DeclKind::Struct(entry));
        let ty = self.model.add_map(decl);
        let form = CorbaForm { bounds: vec![bound.unwrap_or(0)], ..CorbaForm::default() };
        Resolved { form, ..Resolved::plain(ty) }
    }

    /// Creates a declaration that the schema does not name.
    fn nested(&mut self, place: &Place<'_, 'a>, suffix: &str, kind: DeclKind) -> Decl {
        self.nested_decl(place.owner, pascal_case(place.stem) + suffix, place.span, kind)
    }
}

/// Returns the width of the integer that holds this many bits.
pub(super) fn width_of(bits: u32) -> u8 {
    bits.next_power_of_two().clamp(8, 64) as u8
}

fn fixed(digits: u8, scale: u8) -> Resolved {
    let ty = match digits {
        0..=MOST_DIGITS => Type::Int { bits: 64, signed: true, meaning: Meaning::Decimal { scale } },
        _ => {
            let decimal = DecimalText::Of { precision: digits.into(), scale: scale.into() };
            Type::Text(Text { decimal: Some(decimal), ..Text::default() })
        }
    };
    let form = CorbaForm { fixed: Some(CorbaFixed { digits, scale }), ..CorbaForm::default() };
    Resolved { form, ..Resolved::plain(ty) }
}

/// Returns a decimal number as text, with all digits behind the point.
pub(in crate::idl) fn decimal_text(digits: i128, scale: u8) -> String {
    polywire_model::decimal_text(digits < 0, &digits.unsigned_abs().to_string(), scale.into())
}
