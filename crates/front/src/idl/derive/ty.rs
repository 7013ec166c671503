//! Types of members and parameters.

use super::order::boxed;
use super::{CorbaKind, DeclId, DeclKind, Printer, kind_of, names};
use polywire_model::attr::{CorbaForm, CorbaText};
use polywire_model::{BytesMeaning, Meaning, Type, pascal_case};

/// A type in front of a name, and the dimensions behind it.
pub(super) struct Written {
    pub ty: String,
    pub dimensions: String,
}

/// What names the types that have to have a name.
pub(super) struct Owner<'o> {
    /// The beginning of such names.
    pub name: &'o str,
    /// The scope that is open.
    pub scope: &'o [String],
}

impl Printer<'_> {
    /// Returns how a member of a type is declared. Typedefs that it needs are printed.
    pub(super) fn member_type(&mut self, owner: &Owner<'_>, ty: &Type, form: &CorbaForm) -> Written {
        let mut dimensions = String::new();
        let mut inner = ty;
        while let Type::Array(element, len) = inner {
            dimensions += &format!("[{len}]");
            inner = element;
        }
        if let Type::FixedBytes(len, meaning) = inner
            && !self.is_long_double(*meaning)
        {
            return Written { ty: "octet".to_owned(), dimensions: format!("{dimensions}[{len}]") };
        }
        Written { ty: self.element(owner, inner, (form, 0)), dimensions }
    }

    /// Returns the type of an element; `level` is the number of sequences around it.
    fn element(&mut self, owner: &Owner<'_>, ty: &Type, (form, level): (&CorbaForm, usize)) -> String {
        let bound = form.bounds.get(level).filter(|it| **it != 0).map_or_else(String::new, |it| format!(", {it}"));
        match ty {
            Type::Bool => "boolean".to_owned(),
            Type::Int { bits, signed, meaning } => {
                integer(*bits, *signed, (self.meaning(*bits, *meaning), form), self.is_idl)
            }
            Type::Float { bits: 32 } => "float".to_owned(),
            Type::Float { .. } => "double".to_owned(),
            Type::Text(it) => {
                let bound = it.max_len.map_or_else(String::new, |len| format!("<{len}>"));
                match (form.fixed, form.text) {
                    (Some(it), _) => format!("fixed<{}, {}>", it.digits, it.scale),
                    (None, CorbaText::Wide) => format!("wstring{bound}"),
                    (None, CorbaText::Narrow | CorbaText::Utf8) => format!("string{bound}"),
                }
            }
            Type::Bytes => format!("sequence<octet{bound}>"),
            Type::FixedBytes(_, meaning) if self.is_long_double(*meaning) => "long double".to_owned(),
            Type::FixedBytes(..) | Type::Array(..) => self.named_array(owner, ty, form),
            Type::List(element) if self.is_without_bytes(element) => "unsigned long".to_owned(),
            Type::List(element) => {
                let element = self.element(owner, element, (form, level + 1));
                sequence(&element, &bound)
            }
            Type::Map(entry) => sequence(&self.names.absolute(*entry), &bound),
            Type::Named(id) => self.named(owner, *id),
        }
    }

    /// Floats of 128 bits of other schema languages are 16 octets in CDR.
    fn is_long_double(&self, meaning: BytesMeaning) -> bool {
        meaning == BytesMeaning::Float128 && self.is_idl
    }

    /// UTF-16 code units of other schema languages are numbers in CDR.
    fn meaning(&self, bits: u8, meaning: Meaning) -> Meaning {
        if bits == 16 && !self.is_idl { Meaning::Number } else { meaning }
    }

    fn named(&mut self, owner: &Owner<'_>, id: DeclId) -> String {
        let model = self.model;
        let decl = model.decl(id);
        match (kind_of(decl), &decl.kind) {
            (CorbaKind::Any, _) => "any".to_owned(),
            (CorbaKind::Object, _) => "Object".to_owned(),
            (CorbaKind::TypeCode, _) => "CORBA::TypeCode".to_owned(),
            (CorbaKind::AnyOfValue, _) if boxed(decl).is_none() => {
                let of = decl.corba().and_then(|it| self.value_type(&it.repository_id));
                of.map_or_else(|| "ValueBase".to_owned(), |id| self.names.absolute(id))
            }
            (_, DeclKind::Struct(it)) if it.is_nullable => match it.fields.first() {
                Some(value) => {
                    let element = self.element(owner, &value.ty, (&value.attrs.corba, 0));
                    sequence(&element, ", 1")
                }
                None => "octet".to_owned(),
            },
            _ => self.names.absolute(id),
        }
    }

    /// An array in a sequence needs a name.
    fn named_array(&mut self, owner: &Owner<'_>, ty: &Type, form: &CorbaForm) -> String {
        let written = self.member_type(owner, ty, &CorbaForm { bounds: Vec::new(), ..form.clone() });
        self.typedef(owner, &written)
    }

    /// Declares a name for a type.
    pub(super) fn typedef(&mut self, owner: &Owner<'_>, written: &Written) -> String {
        let name = self.names.taken.claim(owner.scope, &(pascal_case(owner.name) + "Type"));
        self.out.line(format!("typedef {} {}{};", written.ty, names::escaped(&name), written.dimensions));
        names::absolute(&[owner.scope, &[name]].concat())
    }
}

pub(super) fn sequence(element: &str, bound: &str) -> String {
    let space = if bound.is_empty() && element.ends_with('>') { " " } else { "" };
    // `<:` would be read as a bracket by some preprocessors.
    let first = if element.starts_with(':') { " " } else { "" };
    format!("sequence<{first}{element}{bound}{space}>")
}

/// Returns the type of an integer. IDL 3.5 has no signed one of 8 bits.
pub(super) fn integer(bits: u8, signed: bool, (meaning, form): (Meaning, &CorbaForm), is_idl: bool) -> String {
    if let Some(fixed) = form.fixed {
        return format!("fixed<{}, {}>", fixed.digits, fixed.scale);
    }
    let word = match (bits, meaning) {
        (8, Meaning::Character) => return "char".to_owned(),
        (16, Meaning::Character) => return "wchar".to_owned(),
        (8, _) if signed && is_idl => return "int8".to_owned(),
        (8, _) => return "octet".to_owned(),
        (16, _) => "short",
        (32, _) => "long",
        _ => "long long",
    };
    if signed { word.to_owned() } else { format!("unsigned {word}") }
}
