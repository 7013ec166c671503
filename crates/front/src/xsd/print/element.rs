//! Element declarations and their keys.

use super::attribute::values;
use super::ty::derivations;
use super::{Printer, attribute};
use crate::xsd::schema::{Constraint, ConstraintKind, Derivations, ElementDeclaration, Target};

impl Printer<'_> {
    pub(super) fn element(&mut self, it: &ElementDeclaration, occurs: &[(String, String)]) {
        let mut attributes = vec![attribute("name", &it.head.name.local)];
        if !it.is_global && !it.head.name.namespace.is_empty() {
            attributes.push(attribute("form", "qualified"));
        }
        attributes.extend(it.ty.as_ref().and_then(|it| self.type_reference(it)).map(|it| attribute("type", it)));
        if let Some(Target::Name(name)) = it.substitution.as_ref().map(|it| &it.target) {
            attributes.push(attribute("substitutionGroup", self.name(name)));
        }
        attributes.extend(values(it.default.as_ref(), it.fixed.as_ref()));
        attributes.extend(it.nillable.then(|| attribute("nillable", "true")));
        attributes.extend(it.is_abstract.then(|| attribute("abstract", "true")));
        attributes.extend(derivations(it.block).map(|it| attribute("block", it)));
        let is_final = Derivations { list: false, union: false, ..it.is_final };
        attributes.extend(derivations(is_final).filter(|_| it.is_global).map(|it| attribute("final", it)));
        attributes.extend(occurs.iter().cloned());
        self.out.open("element", &attributes);
        self.out.doc(&it.head.doc);
        it.ty.iter().for_each(|it| self.inside(it));
        it.constraints.iter().for_each(|it| self.constraint(it));
        self.out.close("element");
    }

    fn constraint(&mut self, it: &Constraint) {
        let (name, refer) = match &it.kind {
            ConstraintKind::Key => ("key", None),
            ConstraintKind::Unique => ("unique", None),
            ConstraintKind::KeyReference(key, _) => ("keyref", Some(attribute("refer", self.name(key)))),
        };
        let mut attributes = vec![attribute("name", &it.head.name.local)];
        attributes.extend(refer);
        self.out.open(name, &attributes);
        self.out.doc(&it.head.doc);
        self.path(it, "selector", &it.selector.text);
        it.fields.iter().for_each(|field| self.path(it, "field", &field.text));
        self.out.close(name);
    }

    /// Prints a path with the prefixes that it uses; `xs` stands for another namespace only inside of paths, which no schema needs.
    fn path(&mut self, it: &Constraint, name: &str, path: &str) {
        let mut attributes = vec![attribute("xpath", path)];
        for (prefix, namespace) in &it.prefixes {
            let Some(prefix) = prefix.as_ref().filter(|it| *it != "xs" && *it != "xml") else { continue };
            if path.contains(&format!("{prefix}:")) {
                attributes.push(attribute(&format!("xmlns:{prefix}"), namespace));
            }
        }
        self.out.empty(name, &attributes);
    }
}
