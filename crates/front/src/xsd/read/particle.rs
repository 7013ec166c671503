//! Particles: groups, elements and wildcards with their occurrence.

use super::Reader;
use super::form::{Form, stage, stages};
use crate::xml::Element;
use crate::xsd::codes;
use crate::xsd::schema::{
    Compositor, GroupDefinition, GroupId, Namespaces, Particle, Reference, Target, Term, Wildcard,
};

/// What sequences and choices consist of.
const PARTS: &[&str] = &["element", "group", "choice", "sequence", "any"];

impl Reader<'_> {
    pub(super) fn global_group(&mut self, element: &Element) -> Option<GroupId> {
        let form = self.form(element, &["name"]);
        let head = self.global_head(element, &form);
        let children = self.children(element, &[stage(&["annotation"]), stage(&["all", "choice", "sequence"])]);
        let Some(child) = children.first() else {
            let help = "add a `<sequence>`";
            self.report(codes::ELEMENT, "a group has a sequence, a choice or an `<all>`", element.span, help);
            return None;
        };
        let form = self.form(child, &[]);
        let particle = self.group_of(child, &form)?;
        let head = head?;
        let id = GroupId(self.schema.groups.len());
        let first = self.schema.named.groups.get(&head.name).map(|it| self.schema.groups[it.0].head.clone());
        self.report_duplicate("group", &head, first);
        self.schema.named.groups.entry(head.name.clone()).or_insert(id);
        self.schema.groups.push(GroupDefinition { head, particle });
        Some(id)
    }

    /// Reads a group of a type.
    pub(super) fn particle(&mut self, element: &Element) -> Option<Particle> {
        match element.name.as_str() {
            "element" => self.local_element(element),
            "group" => self.group_reference(element),
            "any" => {
                let form = self.form(element, &["namespace", "processContents", "minOccurs", "maxOccurs"]);
                let (min, max) = self.occurrence(&form);
                self.children(element, &[stage(&["annotation"])]);
                let term = Term::Any(self.wildcard(element, &form));
                Some(Particle { term, min, max, span: element.span })
            }
            _ => {
                let form = self.form(element, &["minOccurs", "maxOccurs"]);
                self.group_of(element, &form)
            }
        }
    }

    /// Reads a sequence, a choice or an `all`.
    fn group_of(&mut self, element: &Element, form: &Form<'_>) -> Option<Particle> {
        let (min, max) = self.occurrence(form);
        let (compositor, parts) = match element.name.as_str() {
            "sequence" => (Compositor::Sequence, PARTS),
            "choice" => (Compositor::Choice, PARTS),
            _ => (Compositor::All, &["element"][..]),
        };
        if compositor == Compositor::All && (min > 1 || max != Some(1)) {
            let help = "`minOccurs` can be 0 or 1, `maxOccurs` only 1";
            self.report(codes::OCCURRENCE, "an `<all>` occurs at most once", element.span, help);
        }
        let children = self.children(element, &[stage(&["annotation"]), stages(parts)]);
        let particles = children.into_iter().filter_map(|it| self.particle(it));
        // What does not occur is no component (section 3.9.2).
        let particles: Vec<Particle> = particles.filter(|it| it.max != Some(0)).collect();
        if compositor == Compositor::All {
            for particle in particles.iter().filter(|it| it.max.is_none_or(|max| max > 1)) {
                let help = "use a `<choice maxOccurs=\"unbounded\">`";
                self.report(codes::OCCURRENCE, "an element in `<all>` occurs at most once", particle.span, help);
            }
        }
        Some(Particle { term: Term::Group(compositor, particles), min, max, span: element.span })
    }

    fn group_reference(&mut self, element: &Element) -> Option<Particle> {
        let form = self.form(element, &["ref", "minOccurs", "maxOccurs"]);
        let (min, max) = self.occurrence(&form);
        self.children(element, &[stage(&["annotation"])]);
        if form.word("ref").is_none() {
            self.report_missing(element, "ref");
        }
        let reference = self.reference(&form, "ref")?;
        Some(Particle { term: Term::GroupReference(reference), min, max, span: element.span })
    }

    /// Returns how often something occurs.
    pub(super) fn occurrence(&mut self, form: &Form<'_>) -> (u32, Option<u32>) {
        let min = form.word("minOccurs").map_or(Some(1), |word| {
            let number = number(&word.text);
            if number.is_none() {
                self.not_a_value("minOccurs", &word, "a number");
            }
            number
        });
        let max = form.word("maxOccurs").map_or(Some(Some(1)), |word| match word.text.as_str() {
            "unbounded" => Some(None),
            text => {
                let number = number(text);
                if number.is_none() {
                    self.not_a_value("maxOccurs", &word, "a number or `unbounded`");
                }
                number.map(Some)
            }
        });
        let (Some(min), Some(max)) = (min, max) else { return (1, Some(1)) };
        if max.is_some_and(|max| min > max) {
            let shown = max.unwrap_or_default();
            let span = form.word("minOccurs").or(form.word("maxOccurs")).map_or(form.element.span, |it| it.span);
            let message = format!("`minOccurs` is {min}, which is more than `maxOccurs`, {shown}");
            self.report(codes::OCCURRENCE, message, span, "raise `maxOccurs`");
            return (min, Some(min));
        }
        (min, max)
    }

    /// Returns which names a wildcard stands for.
    pub(super) fn wildcard(&mut self, element: &Element, form: &Form<'_>) -> Wildcard {
        let own = self.document.namespace.clone();
        let namespaces = match form.word("namespace") {
            None => Namespaces::Any,
            Some(word) => match word.text.as_str() {
                "##any" => Namespaces::Any,
                "##other" => Namespaces::Not(own),
                list => {
                    let mut names: Vec<String> = Vec::new();
                    for name in list.split_whitespace() {
                        names.push(match name {
                            "##targetNamespace" => own.clone(),
                            "##local" => String::new(),
                            name if name.starts_with("##") => {
                                let help = "`##any`, `##other`, or some of: ##targetNamespace ##local and namespaces";
                                self.not_a_value("namespace", &word, help);
                                continue;
                            }
                            name => name.to_owned(),
                        });
                    }
                    Namespaces::OneOf(names)
                }
            },
        };
        let process = form.word("processContents").map_or_else(
            || "strict".to_owned(),
            |word| {
                if !matches!(word.text.as_str(), "strict" | "lax" | "skip") {
                    self.not_a_value("processContents", &word, "`strict`, `lax` or `skip`");
                }
                word.text
            },
        );
        Wildcard { namespaces, process, span: element.span }
    }

    /// Returns a particle that is an element.
    pub(super) fn element_particle(
        &mut self,
        element: &Element,
        (min, max): (u32, Option<u32>),
        target: Target<crate::xsd::schema::ElementId>,
    ) -> Particle {
        let term = Term::Element(Reference { span: element.span, target });
        Particle { term, min, max, span: element.span }
    }
}

/// Numbers that are too great to count with become the greatest one.
fn number(text: &str) -> Option<u32> {
    let digits = text.strip_prefix('+').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u32::MAX))
}
