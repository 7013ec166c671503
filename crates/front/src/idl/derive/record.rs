//! Structs, exceptions and valuetypes.

use super::ty::{Owner, Written, sequence};
use super::{CorbaKind, Decl, DeclId, Printer, kind_of, names, scope};
use polywire_model::{Field, OrderBy, Presence, Struct};
use std::collections::HashSet;

impl Printer<'_> {
    pub(super) fn structure(&mut self, id: DeclId, decl: &Decl, it: &Struct) {
        if kind_of(decl) == CorbaKind::Native {
            self.doc(&decl.doc);
            return self.out.line(format!("native {};", names::escaped(self.names.own(id))));
        }
        let scope = scope(decl);
        let mut taken = HashSet::from([self.names.own(id).to_lowercase()]);
        let mut members = Vec::new();
        for index in self.model.fields_in_order(it, OrderBy::Lock).into_iter().skip(self.inherited(decl)) {
            let field = &it.fields[index];
            if self.is_without_bytes(&field.ty) && field.presence != Presence::Optional {
                continue;
            }
            let stem = format!("{}_{}", self.names.own(id), field.name);
            let owner = Owner { name: &stem, scope: &scope };
            let written = self.field_type(&owner, field);
            let written = self.without_anonymous(id, &owner, written);
            members.push((member_name(&field.name, &mut taken), written, field.doc.clone()));
        }
        self.doc(&decl.doc);
        let (word, access) = match (kind_of(decl), decl.corba()) {
            (CorbaKind::Exception, _) => ("exception", ""),
            (CorbaKind::Value, Some(it)) if it.value.is_custom => ("custom valuetype", "public "),
            (CorbaKind::Value, _) => ("valuetype", "public "),
            _ => ("struct", ""),
        };
        self.out.open(&format!("{word} {}{}", names::escaped(self.names.own(id)), self.extended(decl)));
        for (name, written, doc) in members {
            self.doc(&doc);
            self.out.line(format!("{access}{} {}{};", written.ty, names::escaped(&name), written.dimensions));
        }
        self.out.leave("};");
    }

    /// Returns the number of members that a valuetype has from its base.
    fn inherited(&self, decl: &Decl) -> usize {
        self.base(decl).and_then(|id| self.model.as_struct(id)).map_or(0, |base| base.fields.len())
    }

    fn extended(&self, decl: &Decl) -> String {
        let is_truncatable = decl.corba().is_some_and(|it| !it.value.truncates_to.is_empty());
        let word = if is_truncatable { "truncatable " } else { "" };
        self.base(decl).map_or_else(String::new, |id| format!(" : {word}{}", self.names.absolute(id)))
    }

    /// Gives a name to a sequence of the type that is being declared.
    pub(super) fn without_anonymous(&mut self, id: DeclId, owner: &Owner<'_>, written: Written) -> Written {
        match written.ty.starts_with("sequence<") && written.ty.contains(&self.names.absolute(id)) {
            true => Written { ty: self.typedef(owner, &written), dimensions: String::new() },
            false => written,
        }
    }

    /// An optional member is a sequence of at most one element.
    pub(super) fn field_type(&mut self, owner: &Owner<'_>, field: &Field) -> Written {
        let written = match field.attrs.cdr_encapsulated {
            true => Written { ty: "sequence<octet>".to_owned(), dimensions: String::new() },
            false => self.member_type(owner, &field.ty, &field.attrs.corba),
        };
        if field.presence != Presence::Optional {
            return written;
        }
        if self.is_without_bytes(&field.ty) {
            return Written { ty: "unsigned long".to_owned(), dimensions: String::new() };
        }
        let element = if written.dimensions.is_empty() { written.ty } else { self.typedef(owner, &written) };
        Written { ty: sequence(&element, ", 1"), dimensions: String::new() }
    }
}

/// Returns a name that no other member has, nor the type itself.
pub(super) fn member_name(name: &str, taken: &mut HashSet<String>) -> String {
    let mut name = names::plain(name);
    while !taken.insert(name.to_lowercase()) {
        name.push('_');
    }
    name
}
