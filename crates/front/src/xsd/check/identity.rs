//! Identity constraints (section 3.11.6).

use super::{Check, codes, shown, xpath};
use crate::xsd::schema::{Constraint, ConstraintKind, Word};
use polywire_model::attr::XmlName;
use polywire_source::closest;
use std::collections::HashMap;

impl Check<'_> {
    pub(super) fn identity_constraints(&self) {
        let all = || self.schema.elements.iter().flat_map(|it| &it.constraints);
        let mut known: HashMap<&XmlName, &Constraint> = HashMap::new();
        for it in all() {
            if let Some(first) = known.insert(&it.head.name, it) {
                let message = format!("there are two keys {}", shown(&it.head.name));
                let other = (first.head.span, "first declared here");
                self.report_both(codes::DUPLICATE_NAME, message, it.head.span, other, "rename one of them");
            }
        }
        for it in all() {
            self.path(it, &it.selector, false);
            it.fields.iter().for_each(|field| self.path(it, field, true));
            self.key_reference(it, &known);
        }
    }

    fn path(&self, it: &Constraint, path: &Word, is_field: bool) {
        let is_declared = |prefix: &str| {
            prefix == "xml" || it.prefixes.iter().any(|(declared, _)| declared.as_deref() == Some(prefix))
        };
        if let Some(why) = xpath::problem(&path.text, is_field, &is_declared) {
            let message = format!("`{}` is not a path of a key", path.text);
            self.report(codes::PATH, message, path.span, &why);
        }
    }

    fn key_reference(&self, it: &Constraint, known: &HashMap<&XmlName, &Constraint>) {
        let ConstraintKind::KeyReference(name, span) = &it.kind else { return };
        let key = known.get(name).filter(|it| !matches!(it.kind, ConstraintKind::KeyReference(..)));
        let Some(key) = key else {
            let near = closest(&name.local, known.keys().map(|it| it.local.as_str()));
            let help = near.map_or_else(|| "declare a key".to_owned(), |near| format!("do you mean `{near}`?"));
            return self.report(codes::UNKNOWN_NAME, format!("there is no key {}", shown(name)), *span, &help);
        };
        if key.fields.len() != it.fields.len() {
            let message = format!("there are {} fields, but the key has {}", it.fields.len(), key.fields.len());
            let other = (key.head.span, "the key");
            self.report_both(codes::IDENTITY, message, it.head.span, other, "refer to all fields of the key");
        }
    }
}
