//! The form of a value that its type does not tell.

use super::wide;
use polywire_model::attr::{CdrOptions, CorbaFixed, CorbaForm, CorbaKind, CorbaText, TextEncoding};
use polywire_model::{Decl, DeclKind, Meaning, Model, Struct, Type};

/// The form of a value, or of the elements inside of it.
#[derive(Clone, Copy)]
pub(crate) struct Form<'f> {
    /// What texts are.
    pub text: CorbaText,
    /// The largest length of a text: of octets, or of wide characters.
    pub longest: Option<u32>,
    /// A decimal number.
    pub fixed: Option<CorbaFixed>,
    /// The largest length of each sequence from this one on; 0 if it is not limited.
    bounds: &'f [u32],
}

impl<'f> Form<'f> {
    /// That of a value whose type tells all.
    pub const PLAIN: Self = Self { text: CorbaText::Utf8, longest: None, fixed: None, bounds: &[] };

    /// That of a field or case of a type.
    pub fn of(ty: &Type, corba: &'f CorbaForm) -> Self {
        let longest = if corba.text == CorbaText::Utf8 { None } else { longest(ty) };
        Self { text: corba.text, longest, fixed: corba.fixed, bounds: &corba.bounds }
    }

    /// Returns the largest length of the sequence.
    pub fn bound(self) -> Option<u32> {
        self.bounds.first().copied().filter(|bound| *bound != 0)
    }

    /// Returns the form of the elements of the sequence.
    pub fn of_elements(self) -> Self {
        Self { bounds: self.bounds.get(1..).unwrap_or_default(), ..self }
    }
}

fn longest(ty: &Type) -> Option<u32> {
    match innermost(ty) {
        Type::Text(text) => text.max_len,
        _ => None,
    }
}

/// Returns the type of the innermost elements of lists and arrays.
pub(super) fn innermost(ty: &Type) -> &Type {
    match ty {
        Type::List(element) | Type::Array(element, _) => innermost(element),
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text(_)
        | Type::Bytes
        | Type::FixedBytes(..)
        | Type::Named(_)
        | Type::Map(_) => ty,
    }
}

/// The forms that values of a schema have.
pub(crate) struct Forms {
    has_narrow_texts: bool,
    has_wide_texts: bool,
    has_wide_characters: bool,
    /// Decimal numbers that are texts in the model.
    pub has_decimal_texts: bool,
}

impl Forms {
    pub fn of(model: &Model) -> Self {
        let all: Vec<_> = model.decls.iter().flat_map(values).collect();
        let has_any = corba_decl(model, CorbaKind::Any).is_some();
        let has = |text| all.iter().any(|(_, corba)| corba.text == text);
        Self {
            has_narrow_texts: has(CorbaText::Narrow),
            has_wide_texts: has(CorbaText::Wide),
            has_wide_characters: all.iter().any(|(ty, _)| is_wide_char(innermost(ty)))
                || model.decls.iter().filter_map(discriminator).any(is_wide_char),
            has_decimal_texts: has_any
                || all.iter().any(|(ty, corba)| matches!(innermost(ty), Type::Text(_)) && corba.fixed.is_some()),
        }
    }

    /// Returns true if the version of GIOP decides on the form of a value.
    pub fn are_wide(&self) -> bool {
        self.has_wide_texts || self.has_wide_characters
    }

    /// Returns the encodings of texts other than UTF-8.
    pub fn encodings(&self, options: CdrOptions) -> impl Iterator<Item = TextEncoding> + use<> {
        let narrow = (self.has_narrow_texts && !options.has_utf8_strings).then_some(TextEncoding::Latin1);
        let wide = self.has_wide_texts.then_some(wide::ENCODINGS);
        narrow.into_iter().chain(wide.into_iter().flatten())
    }
}

fn discriminator(decl: &Decl) -> Option<&Type> {
    match &decl.kind {
        DeclKind::Union(it) => it.discriminator.as_ref(),
        DeclKind::Struct(_) | DeclKind::Enum(_) | DeclKind::Constant(_) => None,
    }
}

pub(super) fn is_wide_char(ty: &Type) -> bool {
    matches!(ty, Type::Int { bits: 16, meaning: Meaning::Character, .. })
}

/// Returns true if values of a struct of GIOP are encapsulations.
pub(super) fn is_encapsulation_decl(it: &Struct) -> bool {
    it.attrs.corba.as_ref().is_some_and(|it| it.kind == CorbaKind::Encapsulation)
}

/// Returns the index of the declaration of a kind of which a schema has at most one.
pub(crate) fn corba_decl(model: &Model, kind: CorbaKind) -> Option<usize> {
    model.decls.iter().position(|decl| decl.corba_kind() == Some(kind))
}

/// Returns the types of the members of a declaration, and their forms.
pub(crate) fn values(decl: &Decl) -> Vec<(&Type, &CorbaForm)> {
    match &decl.kind {
        DeclKind::Struct(it) => it.fields.iter().map(|field| (&field.ty, &field.attrs.corba)).collect(),
        DeclKind::Union(it) => {
            it.cases.iter().filter_map(|case| Some((case.ty.as_ref()?, &case.attrs.corba))).collect()
        }
        DeclKind::Enum(_) | DeclKind::Constant(_) => Vec::new(),
    }
}
