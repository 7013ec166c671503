//! Names of elements and attributes in written documents.

use super::plan::{Content, Item};
use super::texts::escaped;
use super::tokens::{XML, XSI, is_ncname, scope_of};
use super::unsupported::NO_NAME;
use crate::Unsupported;
use crate::plan::struct_decls;
use polywire_ir::Expr;
use polywire_ir::types::{StructId, Type};
use polywire_model::Model;
use polywire_model::attr::{XmlKind, XmlName};
use std::collections::{BTreeSet, HashSet};

/// The names of documents, and the prefixes of namespaces.
pub(super) struct Names {
    /// By struct.
    roots: Vec<XmlName>,
    /// All namespaces but the empty one, each with its prefix; an empty prefix is that of all elements.
    prefixes: Vec<(String, String)>,
    /// The namespace of all elements.
    default: Option<String>,
}

impl Names {
    /// Chooses prefixes for the names of a model. If all elements have one namespace, it is the default.
    pub fn of<'c>(
        model: &Model,
        contents: impl Iterator<Item = &'c Content> + Clone,
        problems: &mut Vec<Unsupported>,
    ) -> Self {
        let of_kind = |kind: XmlKind| {
            let items = contents.clone().flat_map(Content::items);
            items.filter(move |item| item.member.xml.kind == kind).map(|item| item.name.namespace.as_str())
        };
        let named = |namespace: &&str| !namespace.is_empty() && *namespace != XML;
        let stated = struct_decls(model).into_iter().filter_map(|owner| owner.it.attrs.xml.element.as_ref());
        let elements: BTreeSet<&str> = of_kind(XmlKind::Element)
            .chain(of_kind(XmlKind::Typed))
            .chain(stated.map(|root| root.namespace.as_str()))
            .collect();
        let default = match elements.iter().collect::<Vec<_>>().as_slice() {
            [one] if named(one) => Some((**one).to_owned()),
            _ => None,
        };
        let bare = elements.iter().copied().filter(|it| default.as_deref() != Some(it));
        let all: BTreeSet<&str> =
            bare.chain(of_kind(XmlKind::Attribute)).filter(named).filter(|it| *it != XSI).collect();
        let has_xsi = contents.clone().flat_map(Content::items).any(Item::uses_xsi);
        let prefixes =
            all.into_iter().zip(1..).map(|(namespace, number)| (namespace.to_owned(), format!("ns{number}")));
        Self {
            prefixes: prefixes.chain(has_xsi.then(|| (XSI.to_owned(), "xsi".to_owned()))).collect(),
            roots: roots(model, default.as_deref(), problems),
            default,
        }
    }

    /// The name of an element that the format adds.
    pub fn added(&self, local: &str) -> XmlName {
        XmlName { namespace: self.default.clone().unwrap_or_default(), local: local.to_owned() }
    }

    /// The name of a document.
    pub fn root(&self, id: StructId) -> &XmlName {
        &self.roots[id.0 as usize]
    }

    /// Returns the name of an element as it is written.
    pub fn element(&self, name: &XmlName) -> String {
        match self.default.as_ref() == Some(&name.namespace) {
            true => name.local.clone(),
            false => self.qualified(name),
        }
    }

    /// Returns the name of an attribute of XML Schema, such as that of null values.
    pub fn xsi(&self, local: &str) -> String {
        self.qualified(&XmlName { namespace: XSI.to_owned(), local: local.to_owned() })
    }

    /// Returns that of an attribute.
    pub fn attribute(&self, item: &Item) -> String {
        self.qualified(&item.name)
    }

    fn qualified(&self, name: &XmlName) -> String {
        let found = self.prefixes.iter().find(|(namespace, _)| *namespace == name.namespace);
        match found {
            Some((_, prefix)) => format!("{prefix}:{}", name.local),
            None if name.namespace == XML => format!("xml:{}", name.local),
            None => name.local.clone(),
        }
    }

    /// Returns all namespaces with prefixes.
    pub fn namespaces(&self) -> impl Iterator<Item = &str> {
        self.prefixes.iter().map(|(namespace, _)| namespace.as_str())
    }

    /// Returns the prefixes that documents declare, with their namespaces.
    pub fn declared(&self) -> Vec<(&str, &str)> {
        let default = self.default.iter().map(|namespace| ("", namespace.as_str()));
        let others = self.prefixes.iter().map(|(namespace, prefix)| (prefix.as_str(), namespace.as_str()));
        default.chain(others).collect()
    }

    /// Returns all of them as a scope.
    pub fn scope(&self) -> Expr {
        scope_of(&self.declared())
    }

    /// Returns the declarations of the prefixes that a document may have, as attributes.
    pub fn declarations(&self, used: &BTreeSet<&str>) -> String {
        let default = self.default.iter().map(|namespace| format!(" xmlns=\"{}\"", escaped(namespace, true)));
        let others = self.prefixes.iter().filter(|(namespace, _)| used.contains(namespace.as_str()));
        let others = others.map(|(namespace, prefix)| format!(" xmlns:{prefix}=\"{}\"", escaped(namespace, true)));
        default.chain(others).collect()
    }
}

/// The namespaces of the names in documents of a type.
pub(super) struct Used<'c> {
    structs: &'c [Content],
    unions: &'c [Content],
    /// The namespaces found.
    pub found: BTreeSet<&'c str>,
    seen: HashSet<(bool, u32)>,
}

impl<'c> Used<'c> {
    /// Finds nothing yet.
    pub fn new(structs: &'c [Content], unions: &'c [Content]) -> Self {
        Self { structs, unions, found: BTreeSet::new(), seen: HashSet::new() }
    }

    /// Adds those of values of a type.
    pub fn add(&mut self, ty: &Type) {
        let (key, content) = match ty {
            Type::Struct(id) | Type::Map(id) => ((true, id.0), self.structs.get(id.0 as usize)),
            Type::Union(id) => ((false, id.0), self.unions.get(id.0 as usize)),
            Type::List(element) | Type::Array(element, _) => return self.add(element),
            Type::Bool
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Text { .. }
            | Type::Bytes
            | Type::FixedBytes(..)
            | Type::Enum(_) => return,
        };
        if !self.seen.insert(key) {
            return;
        }
        for item in content.into_iter().flat_map(Content::items) {
            self.found.insert(&item.name.namespace);
            self.found.extend(item.uses_xsi().then_some(XSI));
            self.add(&item.member.ty);
        }
    }
}

/// Returns the names of documents. Those that no schema states are in the namespace of all elements.
fn roots(model: &Model, default: Option<&str>, problems: &mut Vec<Unsupported>) -> Vec<XmlName> {
    let root = |owner: crate::plan::StructDecl<'_>| {
        let local = owner.decl.name.last().cloned().unwrap_or_default();
        let plain = XmlName { namespace: default.unwrap_or_default().to_owned(), local };
        let root = owner.it.attrs.xml.element.clone().unwrap_or(plain);
        if owner.it.is_declared() && !is_ncname(&root.local) {
            problems.push(NO_NAME.at(owner.decl.span, owner.decl.path()));
        }
        root
    };
    struct_decls(model).into_iter().map(root).collect()
}
