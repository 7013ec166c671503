//! Types of members: that of the model, which is the same for all ABIs, and that of C.

use super::Maker;
use crate::c::measure;
use crate::c::tree::{Declared, EnumId, Length, Member, RecordId, Type as CTree};
use polywire_model::attr::StructAttrs;
use polywire_model::c::{CScalar, CText, CType};
use polywire_model::{BytesMeaning, DeclId, DeclKind, Field, Meaning, Struct, Text, Type};

/// What is known of a member besides its type.
#[derive(Clone, Copy)]
pub(super) struct Form {
    pub text: CText,
    /// Another member holds how many elements are used.
    pub is_counted: bool,
    /// Another member holds which member of the union is set.
    pub is_tagged: bool,
    /// Another member holds whether it has a value.
    pub is_optional: bool,
    /// It is at the end of a message.
    pub is_last: bool,
}

impl<'a> Maker<'a> {
    /// Returns the types of a member.
    pub(super) fn value(&mut self, it: &Member, form: Form) -> (Type, CType) {
        self.typed(it, &it.ty, form)
    }

    fn typed(&mut self, it: &Member, ty: &CTree, form: Form) -> (Type, CType) {
        match ty {
            CTree::Aligned(inner, align) => {
                let (ty, c) = self.typed(it, inner, form);
                (ty, CType::Aligned(Box::new(c), *align))
            }
            CTree::Array(element, length) => {
                let is_flexible = *length == Length::Flexible || form.is_last && *length == Length::Fixed(0);
                let len = match length {
                    Length::Fixed(len) if !is_flexible => Some(*len),
                    Length::Fixed(_) | Length::Flexible => None,
                };
                match form.is_counted || is_flexible {
                    true => self.list(it, element, len, form),
                    false => self.array(it, element, len.unwrap_or_default(), form),
                }
            }
            CTree::Scalar(scalar) => (number(*scalar), CType::Scalar(*scalar)),
            CTree::Character(scalar) => (character(*scalar), CType::Scalar(*scalar)),
            CTree::Complex(part) => (Type::Named(self.complex(*part)), CType::Named),
            CTree::Record(id) => self.record(it, *id, form),
            CTree::Enum(id) => (self.enum_type(*id), CType::Enum(self.unit.enums[id.0].facts)),
            // They have been reported where they are declared.
            CTree::Void | CTree::Pointer | CTree::Function | CTree::Unsupported(_) | CTree::Invalid => {
                (Type::Bytes, CType::Scalar(CScalar::Pointer { signed: false }))
            }
        }
    }

    fn element(&mut self, it: &Member, ty: &CTree, form: Form) -> (Type, CType) {
        self.typed(it, ty, Form { is_counted: false, is_last: false, ..form })
    }

    fn array(&mut self, it: &Member, element: &CTree, len: u32, form: Form) -> (Type, CType) {
        let (inner, c) = self.element(it, element, form);
        let ty = match element.plain() {
            CTree::Scalar(CScalar::Char) if form.text != CText::Bytes => {
                Type::Text(Text { max_len: Some(len), ..Text::default() })
            }
            CTree::Scalar(CScalar::Char | CScalar::Exact { bits: 8, signed: false }) => Type::fixed_bytes(len),
            _ => Type::Array(Box::new(inner), len),
        };
        (ty, CType::Array(Box::new(c), Some(len)))
    }

    /// An array of which a number of elements are used.
    fn list(&mut self, it: &Member, element: &CTree, len: Option<u32>, form: Form) -> (Type, CType) {
        let (inner, c) = self.element(it, element, form);
        let ty = match element.plain() {
            CTree::Scalar(CScalar::Char) if form.text != CText::Bytes => {
                Type::Text(Text { max_len: len, ..Text::default() })
            }
            CTree::Scalar(CScalar::Char | CScalar::Exact { bits: 8, signed: false }) => Type::Bytes,
            _ => Type::list(inner),
        };
        (ty, CType::Array(Box::new(c), len))
    }

    fn record(&mut self, it: &Member, id: RecordId, form: Form) -> (Type, CType) {
        if !self.unit.records[id.0].is_union || form.is_tagged {
            // Each one that is used has a declaration.
            return self.records.get(&id).map_or((Type::Bytes, CType::Named), |id| (Type::Named(*id), CType::Named));
        }
        match measure::record(self.unit, id) {
            Ok(record) => (Type::Bytes, CType::Record(Box::new(record))),
            Err(why) => {
                self.unmeasured(it, &why);
                (Type::Bytes, CType::Named)
            }
        }
    }

    pub(super) fn enum_type(&self, id: EnumId) -> Type {
        let Some(decl) = self.enums.get(&id) else { return Type::int(32, true) };
        match self.model.as_enum(*decl) {
            Some(it) if it.flags => Type::Int { bits: it.bits, signed: false, meaning: Meaning::Flags(*decl) },
            _ => Type::Named(*decl),
        }
    }

    /// Declares a complex number.
    fn complex(&mut self, part: CScalar) -> DeclId {
        if let Some(id) = self.complex.get(&part) {
            return *id;
        }
        let name = match part {
            CScalar::Float => "complex_float",
            CScalar::LongDouble => "complex_long_double",
            _ => "complex_double",
        };
        let mut fields = ["real", "imaginary"].map(|name| Field::new(name, number(part)));
        for (field, order) in fields.iter_mut().zip(0..) {
            field.attrs.order = Some(order);
        }
        let attrs = StructAttrs { c: Some(Box::new(measure::complex(part))), ..StructAttrs::default() };
        let kind = DeclKind::Struct(Struct { fields: fields.into(), attrs, ..Struct::default() });
        let place = Declared {
            file: self.unit.files.len().saturating_sub(1),
            is_system: true,
            tag: None,
            typedef: None,
            span: polywire_source::Span::default(),
            doc: String::new(),
            deprecated: false,
            notes: Vec::new(),
        };
        let id = self.add(&place, vec![name.to_owned()], kind);
        self.complex.insert(part, id);
        id
    }
}

/// Returns the type of numbers that is wide enough for all ABIs.
fn number(scalar: CScalar) -> Type {
    match scalar {
        CScalar::Bool => Type::Bool,
        CScalar::Char => Type::Int { bits: 8, signed: false, meaning: Meaning::Character },
        CScalar::Exact { bits: 128, .. } => Type::fixed_bytes(16),
        CScalar::Exact { bits, signed } => Type::int(bits, signed),
        CScalar::Short { signed } => Type::int(16, signed),
        CScalar::Int { signed } => Type::int(32, signed),
        CScalar::Long { signed } | CScalar::LongLong { signed } | CScalar::Pointer { signed } => Type::int(64, signed),
        CScalar::Fast { signed, .. } => Type::int(64, signed),
        CScalar::WideChar => Type::Int { bits: 32, signed: false, meaning: Meaning::Character },
        CScalar::Float => Type::Float { bits: 32 },
        CScalar::Double => Type::Float { bits: 64 },
        CScalar::LongDouble => Type::meant_bytes(BytesMeaning::Float128),
    }
}

fn character(scalar: CScalar) -> Type {
    let bits = match scalar {
        CScalar::Exact { bits, .. } => bits,
        _ => 32,
    };
    Type::Int { bits, signed: false, meaning: Meaning::Character }
}
