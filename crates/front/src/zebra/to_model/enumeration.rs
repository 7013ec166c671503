//! Integer types with named numbers: `type Kind uint8` and `const A Kind = 1`.

use super::built_in::scalar;
use super::is_deprecated;
use crate::zebra::tree::{File, TypeDecl, TypeKind};
use polywire_model::attr::EnumAttrs;
use polywire_model::{Enum, Enumerator, Type};

/// Returns the enum of a type that has constants. It is open, as a Go program may convert any number.
pub(super) fn enumeration(file: &File, decl: &TypeDecl) -> Option<Enum> {
    let TypeKind::Name(base) = &decl.ty.kind else { return None };
    let Some(Type::Int { bits, signed, .. }) = scalar(base) else { return None };
    let own = file.constants.iter().filter(|it| it.ty.as_deref() == Some(&decl.name.text) && it.name.text != "_");
    let mut members: Vec<Enumerator> = own
        .map(|it| Enumerator {
            name: it.name.text.clone(),
            // Unsigned numbers from 2^63 on have the same bits.
            number: it.value as i64,
            doc: it.doc.clone(),
            deprecated: is_deprecated(&it.doc),
            span: it.name.span,
        })
        .collect();
    // A new value is the first enumerator, and Go's is 0.
    let zero = members.iter().position(|it| it.number == 0)?;
    members[..=zero].rotate_right(1);
    Some(Enum { bits, signed, open: true, flags: false, members, attrs: EnumAttrs::default() })
}
