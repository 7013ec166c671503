//! The built-in types as components (XML Schema Part 2, section 3).

use super::Primitive;
use crate::xsd::schema::{
    AttributeDeclaration, AttributeId, Attributes, ComplexType, Compositor, Content, Derivations, Facet, FacetKind,
    Head, Method, Namespaces, Particle, Reference, Schema, Target, Term, TypeDefinition, TypeId, TypeKind, Variety,
    Wildcard, Word, XML, XSD,
};
use polywire_model::attr::XmlName;
use polywire_source::Span;

/// The root of all types.
pub(in crate::xsd) const ANY_TYPE: TypeId = TypeId(0);

/// The root of all simple types.
pub(in crate::xsd) const ANY_SIMPLE_TYPE: TypeId = TypeId(1);

/// A derived type: name, base, facets.
type Derived = (&'static str, &'static str, &'static [(FacetKind, &'static str)]);

/// The derived types that are restrictions.
const DERIVED: [Derived; 22] = {
    use FacetKind::{FractionDigits, MaxInclusive, MinInclusive, Pattern, WhiteSpace};
    [
        ("normalizedString", "string", &[(WhiteSpace, "replace")]),
        ("token", "normalizedString", &[(WhiteSpace, "collapse")]),
        ("language", "token", &[(Pattern, "[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*")]),
        ("NMTOKEN", "token", &[(Pattern, r"\c+")]),
        ("Name", "token", &[(Pattern, r"\i\c*")]),
        ("NCName", "Name", &[(Pattern, r"[\i-[:]][\c-[:]]*")]),
        ("ID", "NCName", &[]),
        ("IDREF", "NCName", &[]),
        ("ENTITY", "NCName", &[]),
        ("integer", "decimal", &[(FractionDigits, "0"), (Pattern, r"[\-+]?[0-9]+")]),
        ("nonPositiveInteger", "integer", &[(MaxInclusive, "0")]),
        ("negativeInteger", "nonPositiveInteger", &[(MaxInclusive, "-1")]),
        ("long", "integer", &[(MinInclusive, "-9223372036854775808"), (MaxInclusive, "9223372036854775807")]),
        ("int", "long", &[(MinInclusive, "-2147483648"), (MaxInclusive, "2147483647")]),
        ("short", "int", &[(MinInclusive, "-32768"), (MaxInclusive, "32767")]),
        ("byte", "short", &[(MinInclusive, "-128"), (MaxInclusive, "127")]),
        ("nonNegativeInteger", "integer", &[(MinInclusive, "0")]),
        ("unsignedLong", "nonNegativeInteger", &[(MaxInclusive, "18446744073709551615")]),
        ("unsignedInt", "unsignedLong", &[(MaxInclusive, "4294967295")]),
        ("unsignedShort", "unsignedInt", &[(MaxInclusive, "65535")]),
        ("unsignedByte", "unsignedShort", &[(MaxInclusive, "255")]),
        ("positiveInteger", "nonNegativeInteger", &[(MinInclusive, "1")]),
    ]
};

/// The derived types that are lists, with their items.
const LISTS: [(&str, &str); 3] = [("NMTOKENS", "NMTOKEN"), ("IDREFS", "IDREF"), ("ENTITIES", "ENTITY")];

/// Returns a schema with the built-in types, and with the attributes of the namespace of `xml`.
pub(in crate::xsd) fn with_builtins() -> Schema {
    let mut schema = Schema::default();
    schema.files.push(crate::xsd::schema::File { namespace: XSD.to_owned(), ..Default::default() });
    add(&mut schema, "anyType", TypeKind::Complex(any_type()));
    for (primitive, name) in Primitive::ALL {
        add(&mut schema, name, TypeKind::Simple(Variety::Builtin(primitive)));
    }
    for (name, base, facets) in DERIVED {
        let facets = facets.iter().map(|(kind, value)| facet(*kind, value)).collect();
        let variety = Variety::Restriction(named(base), facets);
        add(&mut schema, name, TypeKind::Simple(variety));
    }
    for (name, item) in LISTS {
        let list = TypeKind::Simple(Variety::List(named(item)));
        let list = definition("", list);
        schema.types.push(list);
        let base = known(TypeId(schema.types.len() - 1));
        let facets = vec![facet(FacetKind::MinLength, "1")];
        add(&mut schema, name, TypeKind::Simple(Variety::Restriction(base, facets)));
    }
    for (name, ty) in [("lang", "language"), ("base", "anyURI"), ("id", "ID"), ("space", "NCName")] {
        xml_attribute(&mut schema, name, ty);
    }
    schema
}

fn add(schema: &mut Schema, name: &str, kind: TypeKind) {
    let definition = definition(name, kind);
    schema.named.types.insert(definition.head.name.clone(), TypeId(schema.types.len()));
    schema.types.push(definition);
}

fn definition(name: &str, kind: TypeKind) -> TypeDefinition {
    let head = Head { name: xsd(name), ..Head::default() };
    TypeDefinition { head, is_final: Derivations::default(), kind }
}

fn xsd(local: &str) -> XmlName {
    XmlName { namespace: XSD.to_owned(), local: local.to_owned() }
}

fn named(local: &str) -> Reference<TypeId> {
    Reference { span: Span::default(), target: Target::Name(xsd(local)) }
}

fn known(id: TypeId) -> Reference<TypeId> {
    Reference { span: Span::default(), target: Target::Known(id) }
}

fn facet(kind: FacetKind, value: &str) -> Facet {
    let value = Word { text: value.to_owned(), span: Span::default() };
    Facet { kind, value, is_fixed: kind == FacetKind::FractionDigits, namespace: None }
}

/// The type of elements with any content.
fn any_type() -> ComplexType {
    let wildcard = || Wildcard { namespaces: Namespaces::Any, process: "lax".to_owned(), span: Span::default() };
    let once = |term| Particle { term, min: 1, max: Some(1), span: Span::default() };
    let any = Particle { min: 0, max: None, ..once(Term::Any(wildcard())) };
    ComplexType {
        is_abstract: false,
        mixed: true,
        block: Derivations::default(),
        base: known(ANY_TYPE),
        method: Method::Restriction,
        content: Content::Elements(Some(once(Term::Group(Compositor::Sequence, vec![any])))),
        attributes: Attributes { any: Some(wildcard()), ..Attributes::default() },
    }
}

/// Imports of the namespace of `xml` need no file: it has these attributes.
fn xml_attribute(schema: &mut Schema, local: &str, ty: &str) {
    let name = XmlName { namespace: XML.to_owned(), local: local.to_owned() };
    let head = Head { name: name.clone(), ..Head::default() };
    let ty = Some(named(ty));
    let id = AttributeId(schema.attributes.len());
    schema.attributes.push(AttributeDeclaration { head, is_global: true, ty, default: None, fixed: None });
    schema.named.attributes.insert(name, id);
}
