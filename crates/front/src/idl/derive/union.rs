//! Unions. One without labels has those that `cdr` writes: the places of its cases, from 1 on.

use super::enumeration::is_enum;
use super::order::boxed;
use super::record::member_name;
use super::ty::{Owner, Written};
use super::{Decl, DeclId, DeclKind, Printer, names, scope};
use polywire_model::attr::CorbaForm;
use polywire_model::{Case, Meaning, Type, Union};
use std::collections::HashSet;

impl Printer<'_> {
    pub(super) fn union(&mut self, id: DeclId, decl: &Decl, it: &Union) {
        if let Some(case) = boxed(decl) {
            return self.boxed_value(id, decl, case);
        }
        let scope = scope(decl);
        let stem = format!("{}_label", self.names.own(id));
        let owner = Owner { name: &stem, scope: &scope };
        let labels = it.discriminator.as_ref().map(|ty| match self.is_octet(ty) {
            true => "char".to_owned(),
            false => self.member_type(&owner, ty, &CorbaForm::default()).ty,
        });
        let mut taken = HashSet::from([self.names.own(id).to_lowercase()]);
        let mut cases = Vec::new();
        for (case, place) in it.cases.iter().zip(self.model.case_places(it)) {
            // A label that selects no member is not mentioned.
            if let Some(written) = self.case_type((id, &scope), case) {
                let labels = match &it.discriminator {
                    Some(ty) => self.labels(ty, case),
                    None => vec![format!("case {}:", place + 1)],
                };
                cases.push((labels, written, member_name(&case.name, &mut taken), case.doc.clone()));
            }
        }
        self.doc(&decl.doc);
        let labels = labels.unwrap_or_else(|| "unsigned long".to_owned());
        if cases.is_empty() {
            self.out.line(format!("typedef {labels} {};", names::escaped(self.names.own(id))));
            return;
        }
        self.out.open(&format!("union {} switch ({labels})", names::escaped(self.names.own(id))));
        for (labels, written, name, doc) in cases {
            self.doc(&doc);
            labels.iter().for_each(|label| self.out.line(label));
            self.out.enter();
            self.out.line(format!("{} {}{};", written.ty, names::escaped(&name), written.dimensions));
            self.out.exit();
        }
        self.out.leave("};");
    }

    fn boxed_value(&mut self, id: DeclId, decl: &Decl, case: &Case) {
        let Some(ty) = &case.ty else { return };
        let scope = scope(decl);
        let name = self.names.own(id).to_owned();
        let owner = Owner { name: &name, scope: &scope };
        let written = self.member_type(&owner, ty, &case.attrs.corba);
        let held = if written.dimensions.is_empty() { written.ty } else { self.typedef(&owner, &written) };
        self.doc(&decl.doc);
        self.out.line(format!("valuetype {} {held};", names::escaped(self.names.own(id))));
    }

    /// Returns the type of a member; `None` if the case takes no bytes.
    fn case_type(&mut self, (id, scope): (DeclId, &[String]), case: &Case) -> Option<Written> {
        let model = self.model;
        let stem = format!("{}_{}", self.names.own(id), case.name);
        let owner = Owner { name: &stem, scope };
        let ty = match case.ty.as_ref()? {
            Type::Named(kept) if case.keeps_label() => &model.as_struct(*kept)?.fields.get(1)?.ty,
            ty => ty,
        };
        if self.is_without_bytes(ty) {
            return None;
        }
        let written = self.member_type(&owner, ty, &case.attrs.corba);
        Some(self.without_anonymous(id, &owner, written))
    }

    fn labels(&self, ty: &Type, case: &Case) -> Vec<String> {
        let labels = case.labels.iter().map(|it| format!("case {}:", self.label(ty, *it)));
        labels.chain(case.is_default.then(|| "default:".to_owned())).collect()
    }

    /// Returns true for labels of 8 bits, which IDL 3.5 has only as characters.
    fn is_octet(&self, ty: &Type) -> bool {
        matches!(ty, Type::Int { bits: 8, .. }) && !self.is_idl
    }

    fn label(&self, ty: &Type, label: i128) -> String {
        match ty {
            ty if self.is_octet(ty) => character(label),
            Type::Bool => if label == 0 { "FALSE" } else { "TRUE" }.to_owned(),
            Type::Int { bits: 8, meaning: Meaning::Character, .. } => character(label),
            Type::Int { bits: 16, meaning: Meaning::Character, .. } => format!("L'\\u{label:04x}'"),
            Type::Named(id) => match &self.model.decl(*id).kind {
                DeclKind::Enum(it) if is_enum(it) => {
                    let place = it.members.iter().position(|member| i128::from(member.number) == label);
                    self.names.absolute_enumerator(*id, place.unwrap_or_default())
                }
                _ => label.to_string(),
            },
            _ => label.to_string(),
        }
    }
}

fn character(label: i128) -> String {
    format!("'\\x{:02x}'", label as u8)
}
