//! Type definitions.

use super::{Printer, attribute};
use crate::xsd::schema::{
    ComplexType, Content, Derivations, Facet, Method, Reference, Target, TypeId, TypeKind, Variety,
};

impl Printer<'_> {
    /// Prints a type; one inside of another component has no name.
    pub(super) fn ty(&mut self, id: TypeId, name: Option<&str>) {
        let it = self.schema.ty(id);
        let mut attributes: Vec<_> = name.into_iter().map(|name| attribute("name", name)).collect();
        let is_final = derivations(it.is_final).filter(|_| name.is_some());
        match &it.kind {
            TypeKind::Simple(variety) => {
                attributes.extend(is_final.map(|it| attribute("final", it)));
                self.out.open("simpleType", &attributes);
                self.out.doc(&it.head.doc);
                self.variety(variety);
                self.out.close("simpleType");
            }
            TypeKind::Complex(complex) => {
                let is_global = name.is_some();
                attributes.extend((complex.is_abstract && is_global).then(|| attribute("abstract", "true")));
                attributes.extend(complex.mixed.then(|| attribute("mixed", "true")));
                let block = derivations(Derivations { substitution: false, ..complex.block }).filter(|_| is_global);
                attributes.extend(block.map(|it| attribute("block", it)));
                let both = Derivations { list: false, union: false, ..it.is_final };
                attributes.extend(derivations(both).filter(|_| is_global).map(|it| attribute("final", it)));
                self.out.open("complexType", &attributes);
                self.out.doc(&it.head.doc);
                self.complex(complex);
                self.out.close("complexType");
            }
        }
    }

    fn variety(&mut self, it: &Variety) {
        match it {
            Variety::Builtin(_) => {}
            Variety::Restriction(base, facets) => {
                let named = self.type_reference(base).map(|it| attribute("base", it));
                self.out.open("restriction", &named.into_iter().collect::<Vec<_>>());
                self.inside(base);
                facets.iter().for_each(|it| self.facet(it));
                self.out.close("restriction");
            }
            Variety::List(item) => {
                let named = self.type_reference(item).map(|it| attribute("itemType", it));
                self.out.open("list", &named.into_iter().collect::<Vec<_>>());
                self.inside(item);
                self.out.close("list");
            }
            Variety::Union(members) => {
                let named: Vec<String> = members.iter().filter_map(|it| self.type_reference(it)).collect();
                let named = (!named.is_empty()).then(|| attribute("memberTypes", named.join(" ")));
                self.out.open("union", &named.into_iter().collect::<Vec<_>>());
                members.iter().for_each(|it| self.inside(it));
                self.out.close("union");
            }
        }
    }

    /// Prints a type that has no name.
    pub(super) fn inside(&mut self, it: &Reference<TypeId>) {
        if let Target::Known(id) = it.target
            && self.type_reference(it).is_none()
        {
            self.ty(id, None);
        }
    }

    fn facet(&mut self, it: &Facet) {
        let mut attributes = vec![attribute("value", &it.value.text)];
        attributes.extend(it.is_fixed.then(|| attribute("fixed", "true")));
        let prefix = it.value.text.split_once(':').map(|(prefix, _)| prefix.trim());
        if let (Some(prefix), Some(namespace)) = (prefix.filter(|it| *it != "xs"), &it.namespace) {
            attributes.push(attribute(&format!("xmlns:{prefix}"), namespace));
        }
        self.out.empty(it.kind.name(), &attributes);
    }

    fn complex(&mut self, it: &ComplexType) {
        let base = self.type_reference(&it.base).unwrap_or_default();
        let is_plain = base == "xs:anyType" && it.method == Method::Restriction;
        let (wrapper, particle) = match &it.content {
            Content::Elements(particle) if is_plain => {
                particle.iter().for_each(|it| self.particle(it));
                return self.attributes(&it.attributes);
            }
            Content::Elements(particle) => ("complexContent", particle.as_ref()),
            Content::Simple(..) => ("simpleContent", None),
        };
        let method = match it.method {
            Method::Restriction => "restriction",
            Method::Extension => "extension",
        };
        self.out.open(wrapper, &[]);
        self.out.open(method, &[attribute("base", base)]);
        if let Content::Simple(ty, facets) = &it.content {
            ty.iter().for_each(|it| self.inside(it));
            facets.iter().for_each(|it| self.facet(it));
        }
        particle.into_iter().for_each(|it| self.particle(it));
        self.attributes(&it.attributes);
        self.out.close(method);
        self.out.close(wrapper);
    }
}

/// Returns the words of a set; `None` if it is empty.
pub(super) fn derivations(it: Derivations) -> Option<String> {
    let words = [
        (it.extension, "extension"),
        (it.restriction, "restriction"),
        (it.substitution, "substitution"),
        (it.list, "list"),
        (it.union, "union"),
    ];
    let words: Vec<&str> = words.into_iter().filter(|(is_in, _)| *is_in).map(|(_, word)| word).collect();
    (!words.is_empty()).then(|| words.join(" "))
}
