//! Particles and groups.

use super::{Printer, attribute, former};
use crate::xsd::schema::{Compositor, GroupId, Namespaces, Particle, Target, Term, Wildcard};
use polywire_model::attr::XmlName;

impl Printer<'_> {
    pub(super) fn group(&mut self, at: usize) {
        let it = &self.schema.groups[at];
        self.out.open("group", &[attribute("name", self.group_name(GroupId(at)))]);
        self.out.doc(&it.head.doc);
        self.particle(&it.particle);
        self.out.close("group");
    }

    fn group_name(&self, id: GroupId) -> String {
        let name = &self.schema.groups[id.0].head.name;
        former(&name.local, self.schema.named.groups.get(name) == Some(&id))
    }

    pub(super) fn particle(&mut self, it: &Particle) {
        let mut occurs = Vec::new();
        if it.min != 1 {
            occurs.push(attribute("minOccurs", it.min.to_string()));
        }
        if it.max != Some(1) {
            let max = it.max.map_or_else(|| "unbounded".to_owned(), |it| it.to_string());
            occurs.push(attribute("maxOccurs", max));
        }
        match &it.term {
            Term::Element(reference) => match &reference.target {
                Target::Name(name) => {
                    let named = [attribute("ref", self.name(name))];
                    self.out.empty("element", &[&named[..], &occurs].concat());
                }
                Target::Known(id) => self.element(self.schema.element(*id), &occurs),
            },
            Term::GroupReference(reference) => {
                let name = match &reference.target {
                    Target::Name(name) => self.name(name),
                    Target::Known(id) => {
                        let name = &self.schema.groups[id.0].head.name;
                        self.name(&XmlName { local: self.group_name(*id), ..name.clone() })
                    }
                };
                self.out.empty("group", &[&[attribute("ref", name)][..], &occurs].concat());
            }
            Term::Any(any) => {
                let wildcard = wildcard(any, self.namespace);
                self.out.empty("any", &[wildcard, occurs].concat());
            }
            Term::Group(compositor, parts) => {
                let name = match compositor {
                    Compositor::Sequence => "sequence",
                    Compositor::Choice => "choice",
                    Compositor::All => "all",
                };
                self.out.open(name, &occurs);
                parts.iter().for_each(|it| self.particle(it));
                self.out.close(name);
            }
        }
    }
}

/// Returns the attributes of a wildcard.
pub(super) fn wildcard(it: &Wildcard, own: &str) -> Vec<(String, String)> {
    let namespaces = match &it.namespaces {
        Namespaces::Any => "##any".to_owned(),
        Namespaces::Not(_) => "##other".to_owned(),
        Namespaces::OneOf(all) => {
            let word = |name: &String| match name.as_str() {
                "" => "##local".to_owned(),
                name if name == own => "##targetNamespace".to_owned(),
                name => name.to_owned(),
            };
            all.iter().map(word).collect::<Vec<_>>().join(" ")
        }
    };
    vec![attribute("namespace", namespaces), attribute("processContents", &it.process)]
}
