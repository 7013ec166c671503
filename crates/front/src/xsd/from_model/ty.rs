//! Types of values.

use super::Deriver;
use super::structure::ANY;
use crate::xsd::writer::attribute;
use polywire_model::{BytesMeaning, Type};

/// A UUID (RFC 9562, section 4), in small or capital letters.
const UUID: &str = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

/// A decimal number of 128 bits; bytes that are none are base64.
const DECIMAL: &str = r"[\-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][\-+]?[0-9]+)?|[A-Za-z0-9+/]{22}==";

impl Deriver<'_> {
    /// Returns the name of a type; `None` for one that stands inside of its element.
    pub(super) fn type_name(&self, ty: &Type) -> Option<String> {
        match ty {
            Type::Bool => Some("xs:boolean".to_owned()),
            Type::Int { bits, signed, .. } => Some(integer(*bits, *signed).to_owned()),
            Type::Float { bits: 32 } => Some("xs:float".to_owned()),
            Type::Float { .. } => Some("xs:double".to_owned()),
            Type::Text(_) => Some("xs:string".to_owned()),
            Type::Bytes => Some("xs:base64Binary".to_owned()),
            Type::Named(id) => Some(self.names.of_type(*id).to_owned()),
            Type::FixedBytes(..) | Type::List(_) | Type::Array(..) | Type::Map(_) => None,
        }
    }

    /// Prints a type that has no name.
    pub(super) fn inside(&mut self, ty: &Type) {
        match ty {
            Type::FixedBytes(_, BytesMeaning::Uuid) => self.restriction("xs:token", "pattern", UUID),
            Type::FixedBytes(_, BytesMeaning::Decimal) => self.restriction("xs:token", "pattern", DECIMAL),
            Type::FixedBytes(len, BytesMeaning::Bytes | BytesMeaning::Float128) => {
                self.restriction("xs:base64Binary", "length", &len.to_string());
            }
            Type::List(element) => self.items(element, ANY),
            Type::Map(entry) => self.items(&Type::Named(*entry), ANY),
            Type::Array(element, len) => self.items(element, (*len, Some(*len))),
            Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Text(_) | Type::Bytes | Type::Named(_) => {}
        }
    }

    fn restriction(&mut self, base: &str, facet: &str, value: &str) {
        self.out.open("simpleType", &[]);
        self.out.open("restriction", &[attribute("base", base)]);
        self.out.empty(facet, &[attribute("value", value)]);
        self.out.close("restriction");
        self.out.close("simpleType");
    }
}

/// Returns the type of integers of a width.
pub(super) fn integer(bits: u8, signed: bool) -> &'static str {
    match (bits, signed) {
        (8, true) => "xs:byte",
        (8, false) => "xs:unsignedByte",
        (16, true) => "xs:short",
        (16, false) => "xs:unsignedShort",
        (32, true) => "xs:int",
        (32, false) => "xs:unsignedInt",
        (_, true) => "xs:long",
        (_, false) => "xs:unsignedLong",
    }
}
