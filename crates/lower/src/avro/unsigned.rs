//! Unsigned integers of 64 bits of other languages' schemas, which `long` cannot hold all. By choice they are decimal numbers: the
//! big-endian two's complement in a `fixed`, with a byte for the sign.

use polywire_model::Type;
use polywire_model::attr::{AvroFixed, AvroForm, AvroOptions};
use std::borrow::Cow;

/// The name of the `fixed`.
pub(super) const NAME: &str = "Unsigned64";

/// Its length in bytes.
pub(super) const SIZE: u32 = 9;

/// The digits of 2⁶⁴ − 1.
pub(super) const PRECISION: u32 = 20;

/// Returns the form of a value, or of the innermost elements of a list, given that which the schema states.
pub(super) fn form_of<'f>(options: AvroOptions, ty: &Type, stated: &'f AvroForm) -> Cow<'f, AvroForm> {
    match ty {
        Type::List(element) | Type::Array(element, _) => form_of(options, element, stated),
        Type::Int { bits: 64, signed: false, .. } if options.has_decimal_unsigned => {
            Cow::Owned(AvroForm::Fixed(AvroFixed { name: NAME.to_owned(), aliases: Vec::new(), size: SIZE }))
        }
        _ => Cow::Borrowed(stated),
    }
}
