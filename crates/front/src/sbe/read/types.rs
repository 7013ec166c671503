use super::Reader;
use super::attributes::Attributes;
use crate::sbe::codes;
use crate::sbe::schema::{Choice, EnumDecl, SetDecl, Simple, Stated, TypeDecl, TypeKind, ValidValue};
use crate::xml::Element;
use polywire_source::Diagnostic;

/// The elements that declare types.
pub(super) const ELEMENTS: [&str; 4] = ["type", "composite", "enum", "set"];

impl Reader<'_> {
    /// Reads a type; `None` for another element.
    pub(super) fn type_decl(&self, element: &Element) -> Option<TypeDecl> {
        let it = self.attributes(element);
        let kind = match element.name.as_str() {
            "type" => TypeKind::Simple(Box::new(self.simple(&it))),
            "composite" => TypeKind::Composite(self.composite_members(element)),
            "enum" => TypeKind::Enum(self.enumeration(&it, element)),
            "set" => TypeKind::Set(self.set(&it, element)),
            _ => return None,
        };
        let decl = TypeDecl { head: it.head(), package: it.text("package"), kind };
        it.end();
        Some(decl)
    }

    fn simple(&self, it: &Attributes<'_, '_>) -> Simple {
        Simple {
            primitive: it.primitive("primitiveType"),
            length: it.bytes("length"),
            presence: it.presence(),
            limits: it.limits(),
            constant: it.content(),
            value_ref: it.word("valueRef"),
            encoding: it.word("characterEncoding").filter(|it| !it.text.is_empty()),
            time: it.time(),
        }
    }

    fn composite_members(&self, element: &Element) -> Vec<TypeDecl> {
        let members = element.children.iter().filter_map(|child| {
            if child.name == "ref" {
                return Some(self.reference(child));
            }
            let decl = self.type_decl(child);
            if decl.is_none() {
                self.unexpected(child, element, &["type", "composite", "enum", "set", "ref"]);
            }
            decl
        });
        members.collect()
    }

    fn reference(&self, element: &Element) -> TypeDecl {
        let it = self.attributes(element);
        let decl = TypeDecl { kind: TypeKind::Ref(it.required("type")), head: it.head(), package: None };
        it.end();
        decl
    }

    fn enumeration(&self, it: &Attributes<'_, '_>, element: &Element) -> EnumDecl {
        let values = self.named(element, "validValue", |it| ValidValue {
            value: self.content(it, "the number or the character"),
            head: it.head(),
        });
        // Presence says nothing of an enum itself: fields have it.
        it.presence();
        EnumDecl { encoding: it.required("encodingType"), null: it.word("nullValue"), values }
    }

    fn set(&self, it: &Attributes<'_, '_>, element: &Element) -> SetDecl {
        let choices = self.named(element, "choice", |it| {
            let word = self.content(it, "the number of the bit");
            let bit = word.text.parse().ok().filter(|bit| *bit < 64).unwrap_or_else(|| {
                if !word.text.is_empty() {
                    let message = "the number of a bit has to be from 0 to 63";
                    it.report(Diagnostic::error(codes::VALUE, message).at(word.span, ""));
                }
                0
            });
            Choice { head: it.head(), bit: Stated { value: bit, span: word.span } }
        });
        it.presence();
        SetDecl { encoding: it.required("encodingType"), choices }
    }

    /// Reads the elements of an enum or a set.
    fn named<T>(&self, parent: &Element, name: &'static str, mut read: impl FnMut(&Attributes<'_, '_>) -> T) -> Vec<T> {
        let mut found = Vec::new();
        for child in &parent.children {
            if child.name != name {
                self.unexpected(child, parent, &[name]);
                continue;
            }
            let it = self.attributes(child);
            found.push(read(&it));
            it.end();
        }
        found
    }

    fn content(&self, it: &Attributes<'_, '_>, what: &str) -> crate::sbe::schema::Word {
        it.content().unwrap_or_else(|| {
            it.report(Diagnostic::error(codes::VALUE, format!("{what} is missing")).at(it.span(), ""));
            crate::sbe::schema::Word { text: String::new(), span: it.span() }
        })
    }
}
