//! Elements and attributes of any name: they are kept as the trees of `xml_tree`.

use super::Xml;
use super::level::Level;
use super::plan::{Content, Item, Shape};
use super::tokens::{Attribute, XMLNS, XSI, constant};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{Type, Types};
use polywire_ir::{ErrorCode, Expr, Place, VarId};
use polywire_model::attr::{XmlKind, XmlMember, XmlNamespaces};
use polywire_model::{DeclKind, Model, xml};

impl Item {
    /// Returns true if its elements may have any name.
    pub fn is_any(&self) -> bool {
        self.member.xml.kind == XmlKind::AnyElement
    }
}

/// Wildcards of different namespaces in one sequence: each has a bit.
pub(super) const MOST_WILDCARDS: usize = 64;

/// Returns true if elements or attributes may have any name.
pub(super) fn has_wildcards(model: &Model) -> bool {
    let is_any = |xml: &XmlMember| matches!(xml.kind, XmlKind::AnyElement | XmlKind::AnyAttributes);
    model.decls.iter().any(|decl| match &decl.kind {
        DeclKind::Struct(it) => it.fields.iter().any(|field| is_any(&field.attrs.xml)),
        DeclKind::Union(it) => it.cases.iter().any(|case| is_any(&case.attrs.xml)),
        DeclKind::Enum(_) | DeclKind::Constant(_) => false,
    })
}

/// Tests whether a wildcard has the names of a namespace (XML Schema 1.0 Part 1, section 3.10.4).
pub(super) fn accepts(namespaces: &XmlNamespaces, namespace: VarId) -> Expr {
    let is = |name: &str| match name {
        "" => Expr::from(namespace).bytes_len().is(0u64),
        name => namespace.is(constant(name)),
    };
    let is_one_of = |names: &[String]| {
        let all = names.iter().map(|name| is(name));
        all.reduce(|any, it| any | it).unwrap_or(false.into())
    };
    match namespaces {
        XmlNamespaces::Any => true.into(),
        XmlNamespaces::Not(name) if name.is_empty() => !is(""),
        XmlNamespaces::Not(name) => !(is("") | is(name)),
        XmlNamespaces::OneOf(names) => is_one_of(names),
    }
}

/// Returns the bits of the wildcards that have the names of a namespace.
pub(super) fn wildcards_of(any: &[&XmlNamespaces], namespace: VarId) -> Expr {
    let bits = any.iter().enumerate().map(|(bit, it)| match it {
        XmlNamespaces::Any => Expr::from(1u64 << bit),
        it => accepts(it, namespace).choose(1u64 << bit, 0u64),
    });
    bits.reduce(|all, bit| all | bit).unwrap_or(0u64.into())
}

/// As [`wildcards_of`], for a namespace that is known.
pub(super) fn mask(any: &[&XmlNamespaces], namespace: &str) -> u64 {
    any.iter().enumerate().filter(|(_, it)| it.has(namespace)).map(|(bit, _)| 1u64 << bit).sum()
}

/// Returns true for the type that a wildcard of this kind holds, or a list of it.
pub(super) fn is_tree(types: &Types, kind: XmlKind, ty: &Type) -> bool {
    let is_named = |ty: &Type, name| matches!(ty, Type::Struct(id) if types.record(*id).name.dotted() == name);
    match (kind, ty) {
        (XmlKind::AnyAttributes, Type::List(element)) => is_named(element, xml::ATTRIBUTE),
        (XmlKind::AnyElement, Type::List(element)) => is_named(element, xml::ELEMENT),
        (XmlKind::AnyElement, ty) => is_named(ty, xml::ELEMENT),
        _ => false,
    }
}

impl Xml<'_> {
    /// Writes the elements of a wildcard.
    pub(super) fn write_any(&self, b: &mut FunctionBuilder, item: &Item, owner: &Place, level: &Level) {
        let Some(tree) = &self.tree else { return b.fail(ErrorCode::Internal) };
        let place = item.member.value_place(owner);
        let write = |b: &mut FunctionBuilder, place: Place| {
            level.start_line(b);
            tree.write_any(b, place, &item.member.xml.namespaces, self.names.scope());
        };
        match (item.shape, &item.member.ty) {
            (Shape::Repeated, Type::List(element)) => {
                b.each(place, ("element", (**element).clone()), None, |b, it, _| write(b, it.into()));
            }
            _ => write(b, place),
        }
    }

    /// Writes the attributes of a wildcard. None may be one of the declared attributes.
    pub(super) fn write_any_attributes(&self, b: &mut FunctionBuilder, content: &Content, owner: &Place) {
        let (Some(attributes), Some(item)) = (&self.attributes, &content.any_attributes) else { return };
        let names: Vec<_> = content.attributes.iter().map(|it| &it.name).collect();
        let scope = b.let_("scope", self.names.scope());
        let namespaces = &item.member.xml.namespaces;
        attributes.write_others(b, item.member.value_place(owner), (&names, namespaces), scope);
    }

    /// Reads an attribute into the list of a wildcard; yields false if it is none of those.
    pub(super) fn read_any_attribute(
        &self,
        b: &mut FunctionBuilder,
        (content, prefix): (&Content, VarId),
        (attributes, attribute): (VarId, &Attribute),
        owner: &Place,
    ) -> Expr {
        let (Some(own), Some(item)) = (&self.attributes, &content.any_attributes) else { return false.into() };
        let is_known = attribute.namespace.is(constant(XMLNS)) | attribute.namespace.is(constant(XSI));
        let is_it = !is_known & accepts(&item.member.xml.namespaces, attribute.namespace);
        let is_it = b.let_("is_any", is_it);
        b.when(is_it.into(), |b| {
            self.tokens.check_first(b, attributes, attribute);
            if item.member.selected {
                own.push(b, item.member.place(owner), prefix, attribute);
            }
        });
        is_it.into()
    }
}
