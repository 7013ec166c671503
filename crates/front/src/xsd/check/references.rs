//! Names that refer to nothing, and components that contain themselves.

use super::{Check, codes, shown};
use crate::xsd::effective::MAX_BASES;
use crate::xsd::schema::{
    Attributes, Content, ElementId, Particle, Reference, Target, Term, TypeId, TypeKind, Variety,
};
use polywire_model::attr::XmlName;
use polywire_model::graph::on_cycles;
use polywire_source::{Diagnostic, Span, closest};
use std::collections::HashMap;

impl Check<'_> {
    pub(super) fn references(&self) {
        for it in &self.schema.types {
            match &it.kind {
                TypeKind::Simple(Variety::Builtin(_)) => {}
                TypeKind::Simple(Variety::Restriction(base, _)) => self.type_reference(base),
                TypeKind::Simple(Variety::List(item)) => self.type_reference(item),
                TypeKind::Simple(Variety::Union(members)) => members.iter().for_each(|it| self.type_reference(it)),
                TypeKind::Complex(it) => {
                    self.type_reference(&it.base);
                    self.attribute_references(&it.attributes);
                    match &it.content {
                        Content::Elements(particle) => particle.iter().for_each(|it| self.particle_references(it)),
                        Content::Simple(ty, _) => ty.iter().for_each(|it| self.type_reference(it)),
                    }
                }
            }
        }
        for it in &self.schema.elements {
            it.ty.iter().for_each(|it| self.type_reference(it));
            it.substitution.iter().for_each(|it| self.reference(it, &self.schema.named.elements, "element"));
        }
        let attribute_types = self.schema.attributes.iter().filter_map(|it| it.ty.as_ref());
        attribute_types.for_each(|it| self.type_reference(it));
        self.schema.groups.iter().for_each(|it| self.particle_references(&it.particle));
        self.schema.attribute_groups.iter().for_each(|it| self.attribute_references(&it.attributes));
        self.cycles();
    }

    fn type_reference(&self, it: &Reference<TypeId>) {
        self.reference(it, &self.schema.named.types, "type");
    }

    fn attribute_references(&self, it: &Attributes) {
        for used in &it.uses {
            self.reference(&used.attribute, &self.schema.named.attributes, "attribute");
        }
        for group in &it.groups {
            self.reference(group, &self.schema.named.attribute_groups, "attribute group");
        }
    }

    fn particle_references(&self, it: &Particle) {
        match &it.term {
            Term::Element(it) => self.reference(it, &self.schema.named.elements, "element"),
            Term::Group(_, parts) => parts.iter().for_each(|it| self.particle_references(it)),
            Term::GroupReference(it) => self.reference(it, &self.schema.named.groups, "group"),
            Term::Any(_) => {}
        }
    }

    fn reference<T: Copy>(&self, it: &Reference<T>, named: &HashMap<XmlName, T>, what: &str) {
        let Target::Name(name) = &it.target else { return };
        if named.contains_key(name) {
            return;
        }
        let same = |other: &&XmlName| other.namespace == name.namespace;
        let near = closest(&name.local, named.keys().filter(same).map(|it| it.local.as_str()));
        let problem = Diagnostic::error(codes::UNKNOWN_NAME, format!("there is no {what} {}", shown(name)));
        let help = match (near, named.keys().find(|it| it.local == name.local)) {
            (_, Some(other)) => format!("there is one of the namespace `{}`", other.namespace),
            (Some(near), None) => format!("do you mean `{near}`?"),
            (None, None) => "declare it, or include or import the file that declares it".to_owned(),
        };
        self.push(problem.at(it.span, "").help(help));
    }

    fn cycles(&self) {
        let types = |id: TypeId| match &self.schema.ty(id).kind {
            TypeKind::Simple(Variety::Builtin(_)) => Vec::new(),
            TypeKind::Simple(Variety::Restriction(it, _) | Variety::List(it)) => vec![it.clone()],
            TypeKind::Simple(Variety::Union(members)) => members.clone(),
            TypeKind::Complex(it) => vec![it.base.clone()],
        };
        let edges = self.type_ids().map(|id| {
            let all = types(id).iter().filter_map(|it| self.schema.find_type(it)).collect::<Vec<_>>();
            // Only the root is its own base.
            all.into_iter().filter(|it| it.0 != 0).map(|it| it.0 as u32).collect()
        });
        self.cycle("type", &edges.collect::<Vec<_>>(), |at| self.schema.types[at].head.span);
        let deep = self.type_ids().find(|id| self.types.bases(*id).len() > MAX_BASES);
        let has_errors = self.diagnostics.borrow().has_errors();
        if let Some(id) = deep.filter(|_| !has_errors) {
            let message = format!("a type has more than {MAX_BASES} bases behind each other");
            self.report(codes::CYCLE, message, self.schema.ty(id).head.span, "derive it from fewer types");
        }
        let groups = self.schema.groups.iter().map(|it| {
            let mut found = Vec::new();
            self.groups_in(&it.particle, &mut found);
            found
        });
        self.cycle("group", &groups.collect::<Vec<_>>(), |at| self.schema.groups[at].head.span);
        let named = &self.schema.named.attribute_groups;
        let groups = self
            .schema
            .attribute_groups
            .iter()
            .map(|it| it.attributes.groups.iter().filter_map(|it| it.find(named)).map(|it| it.0 as u32).collect());
        let span = |at: usize| self.schema.attribute_groups[at].head.span;
        self.cycle("attribute group", &groups.collect::<Vec<_>>(), span);
        let heads = self.schema.elements.iter().map(|it| {
            let head = it.substitution.as_ref().and_then(|it| it.find(&self.schema.named.elements));
            head.into_iter().map(|ElementId(id)| id as u32).collect()
        });
        self.cycle("substitution group", &heads.collect::<Vec<_>>(), |at| self.schema.elements[at].head.span);
    }

    fn groups_in(&self, it: &Particle, found: &mut Vec<u32>) {
        match &it.term {
            Term::GroupReference(it) => found.extend(it.find(&self.schema.named.groups).map(|it| it.0 as u32)),
            Term::Group(_, parts) => parts.iter().for_each(|it| self.groups_in(it, found)),
            Term::Element(_) | Term::Any(_) => {}
        }
    }

    fn cycle(&self, what: &str, edges: &[Vec<u32>], span: impl Fn(usize) -> Span) {
        for (at, is_on_cycle) in on_cycles(edges).into_iter().enumerate() {
            if is_on_cycle {
                let message = format!("this {what} refers to itself");
                self.report(codes::CYCLE, message, span(at), "remove one of the references");
            }
        }
    }
}
