//! Redefinitions: a component takes the place of one of the same name, which it may use (section 4.2.2).

use super::Reader;
use super::form::{Form, stages};
use crate::xml::Element;
use crate::xsd::codes;
use crate::xsd::schema::{Compositor, Content, Particle, Target, Term, TypeKind, Variety};
use polywire_model::attr::XmlName;

impl Reader<'_> {
    /// Reads the components of a redefinition. The file that it is about is already read.
    pub fn redefinitions(mut self, element: &Element) {
        self.composition_form(element);
        let names = ["annotation", "simpleType", "complexType", "group", "attributeGroup"];
        for child in self.children(element, &[stages(&names)]) {
            let form = Form { element: child };
            let Some(name) = form.word("name") else {
                self.report_missing(child, "name");
                continue;
            };
            let name = XmlName { namespace: self.document.namespace.clone(), local: name.text };
            self.redefine(child, &name);
        }
    }

    fn composition_form(&mut self, element: &Element) {
        let form = self.form(element, &["schemaLocation"]);
        if form.word("schemaLocation").is_none() {
            self.report_missing(element, "schemaLocation");
        }
    }

    fn redefine(&mut self, child: &Element, name: &XmlName) {
        let is_known = match child.name.as_str() {
            "group" => {
                let old = self.schema.named.groups.remove(name);
                let new = self.global_group(child);
                if let (Some(old), Some(new)) = (old, new) {
                    retarget_groups(&mut self.schema.groups[new.0].particle, name, old);
                }
                old.is_some()
            }
            "attributeGroup" => {
                let old = self.schema.named.attribute_groups.remove(name);
                let new = self.global_attribute_group(child);
                if let (Some(old), Some(new)) = (old, new) {
                    for it in &mut self.schema.attribute_groups[new.0].attributes.groups {
                        retarget(&mut it.target, name, old);
                    }
                }
                old.is_some()
            }
            _ => self.redefine_type(child, name),
        };
        if !is_known {
            let message = format!("the redefined file has no such `{}`", name.local);
            self.report(codes::UNKNOWN_NAME, message, child.span, "declare it beside the redefinition");
        }
    }

    /// A redefined type is derived from the former one.
    fn redefine_type(&mut self, child: &Element, name: &XmlName) -> bool {
        let old = self.schema.named.types.remove(name);
        let new = match child.name.as_str() {
            "simpleType" => self.global_simple_type(child),
            _ => self.global_complex_type(child),
        };
        let (Some(old), Some(new)) = (old, new) else { return old.is_some() };
        let base = match &mut self.schema.types[new.0].kind {
            TypeKind::Simple(Variety::Restriction(base, _)) => Some(base),
            TypeKind::Simple(Variety::Builtin(_) | Variety::List(_) | Variety::Union(_)) => None,
            TypeKind::Complex(it) => match it.content {
                Content::Elements(_) | Content::Simple(..) => Some(&mut it.base),
            },
        };
        if !base.is_some_and(|base| retarget(&mut base.target, name, old)) {
            let message = format!("the redefined type `{}` is not derived from itself", name.local);
            let help = format!("its base has to be `{}`", name.local);
            self.report(codes::DERIVATION, message, child.span, &help);
        }
        true
    }
}

/// Turns a reference by name into one to the former component.
fn retarget<T: Copy>(target: &mut Target<T>, name: &XmlName, old: T) -> bool {
    let is_it = matches!(target, Target::Name(it) if it == name);
    if is_it {
        *target = Target::Known(old);
    }
    is_it
}

fn retarget_groups(particle: &mut Particle, name: &XmlName, old: crate::xsd::schema::GroupId) {
    match &mut particle.term {
        Term::GroupReference(it) => drop(retarget(&mut it.target, name, old)),
        Term::Group(Compositor::Sequence | Compositor::Choice | Compositor::All, parts) => {
            parts.iter_mut().for_each(|it| retarget_groups(it, name, old));
        }
        Term::Element(_) | Term::Any(_) => {}
    }
}
