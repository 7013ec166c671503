//! What XML Schemas state about the members of a model.

use polywire_model::attr::XmlMember;
use polywire_model::{Case, Decl, DeclKind, Field};

/// Returns the names and facts of the members of a struct, or of the cases of a union.
pub(super) fn facts(decl: &Decl) -> impl Iterator<Item = (&str, &XmlMember)> {
    let (fields, cases): (&[Field], &[Case]) = match &decl.kind {
        DeclKind::Struct(it) => (&it.fields, &[]),
        DeclKind::Union(it) => (&[], &it.cases),
        DeclKind::Enum(_) | DeclKind::Constant(_) => (&[], &[]),
    };
    let fields = fields.iter().map(|it| (it.name.as_str(), &it.attrs.xml));
    fields.chain(cases.iter().map(|it| (it.name.as_str(), &it.attrs.xml)))
}
