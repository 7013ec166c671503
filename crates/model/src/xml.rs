//! Documents of XML as values, without a schema: ordinary declarations of the module `Xml`, named after the information items of the
//! W3C's XML Information Set.
//!
//! Design: docs/decisions/0139-xml-trees.md

use crate::built_in::{self, documented};
use crate::{Case, Decl, DeclKind, Field, Model, Struct, Text, Type, Union};

const MODULE: &str = "Xml";
/// The full name of the type of documents.
pub const DOCUMENT: &str = "Xml.Document";
/// That of elements.
pub const ELEMENT: &str = "Xml.Element";
/// That of what stands around the element of a document.
pub const MISC: &str = "Xml.Misc";
/// That of attributes.
pub const ATTRIBUTE: &str = "Xml.Attribute";

/// The fields of a document, in order.
pub mod document_field {
    /// What stands in front of the element.
    pub const PROLOG: u32 = 0;
    /// The element.
    pub const ROOT: u32 = 1;
    /// What follows the element.
    pub const EPILOG: u32 = 2;
}

/// Those of elements and attributes that are their names.
pub mod name_field {
    /// The local part.
    pub const NAME: u32 = 0;
    /// The name of the namespace; empty for none.
    pub const NAMESPACE: u32 = 1;
    /// The prefix in the document; empty for none.
    pub const PREFIX: u32 = 2;
}

/// The other fields of an element.
pub mod element_field {
    /// The prefixes that it declares.
    pub const DECLARATIONS: u32 = 3;
    /// Its attributes.
    pub const ATTRIBUTES: u32 = 4;
    /// What is in it.
    pub const CONTENT: u32 = 5;
}

/// The other field of an attribute.
pub const ATTRIBUTE_VALUE: u32 = 3;

/// The fields of a declaration of a prefix.
pub mod declaration_field {
    /// The prefix; empty for the default namespace.
    pub const PREFIX: u32 = 0;
    /// What it stands for.
    pub const NAMESPACE: u32 = 1;
}

/// The fields of a processing instruction.
pub mod instruction_field {
    /// The program that it is for.
    pub const TARGET: u32 = 0;
    /// All that follows.
    pub const DATA: u32 = 1;
}

/// The cases of nodes, in order.
pub mod node_case {
    /// An element.
    pub const ELEMENT: u32 = 0;
    /// A text.
    pub const TEXT: u32 = 1;
    /// A comment.
    pub const COMMENT: u32 = 2;
    /// A processing instruction.
    pub const INSTRUCTION: u32 = 3;
}

/// Those of what stands around the element of a document.
pub mod misc_case {
    /// A comment.
    pub const COMMENT: u32 = 0;
    /// A processing instruction.
    pub const INSTRUCTION: u32 = 1;
}

/// Returns true for the declarations of the types.
pub fn is_built_in(decl: &Decl) -> bool {
    decl.module == [MODULE]
}

/// Returns a model with the types.
pub fn tree_model() -> Model {
    let mut model = Model::default();
    declare(&mut model);
    model
}

/// Returns a schema with the types, for code that is generated from both; or what the user can do about a schema that has others of
/// their names.
pub fn tree_beside(schema: &Model) -> Result<Model, String> {
    let mut model = schema.clone();
    if model.find(DOCUMENT).is_none() {
        if let Some(clash) = built_in::clash(schema, &[MODULE]) {
            return Err(format!("the schema declares `{}`, but this module is built in; rename it", clash.path()));
        }
        declare(&mut model);
    }
    Ok(model)
}

fn declare(model: &mut Model) {
    add_types(model);
    model.cut_cycles();
}

/// Adds the types to a model whose cycles are still to be cut; returns those of elements and of attributes.
pub fn add_types(model: &mut Model) -> [Type; 2] {
    let fields = vec![text("target", "The name of the program that it is for."), text("data", "All that follows.")];
    let instruction = structure(model, "Instruction", "A processing instruction.", fields);
    let asides = || vec![Case::new("comment", plain_text()), Case::new("instruction", instruction.clone())];
    let misc = union(model, "Misc", "What may stand around the element of a document.", asides());
    let fields = vec![text("prefix", "Empty for the default namespace."), text("namespace", "Empty for none.")];
    let declaration = structure(model, "NamespaceDeclaration", "The attribute `xmlns`, or `xmlns:prefix`.", fields);
    let attribute = structure(model, "Attribute", "An attribute.", [named(), vec![text("value", "")]].concat());
    let any_attribute = attribute.clone();
    let element = structure(model, "Element", "An element.", Vec::new());
    let cases = [vec![Case::new("element", element.clone()), Case::new("text", plain_text())], asides()].concat();
    let node = union(model, "Node", "A part of the content of an element.", cases);
    let fields = vec![
        documented(Field::new("declarations", Type::list(declaration)), "The prefixes that it declares."),
        documented(Field::new("attributes", Type::list(attribute)), "In the order of the document."),
        documented(Field::new("content", Type::list(node)), "In the order of the document."),
    ];
    set_fields(model, &element, [named(), fields].concat());
    let fields = vec![
        documented(Field::new("prolog", Type::list(misc.clone())), "What stands in front of the element."),
        documented(Field::new("root", element.clone()), "The element."),
        documented(Field::new("epilog", Type::list(misc)), "What follows it."),
    ];
    structure(model, "Document", "A document.", fields);
    [element, any_attribute]
}

/// The fields of a name.
fn named() -> Vec<Field> {
    vec![
        text("name", "The local part of the name."),
        text("namespace", "The name of the namespace; empty for none."),
        text("prefix", "The prefix of the name in the document; empty for none."),
    ]
}

fn structure(model: &mut Model, name: &str, doc: &str, fields: Vec<Field>) -> Type {
    add(model, (name, doc), DeclKind::Struct(Struct { fields, ..Struct::default() }))
}

fn union(model: &mut Model, name: &str, doc: &str, cases: Vec<Case>) -> Type {
    add(model, (name, doc), DeclKind::Union(Union { cases, ..Union::default() }))
}

fn add(model: &mut Model, documented: (&str, &str), kind: DeclKind) -> Type {
    built_in::declare(model, (&format!("{MODULE}.xsd"), MODULE), documented, kind)
}

fn set_fields(model: &mut Model, ty: &Type, fields: Vec<Field>) {
    let Type::Named(id) = ty else { return };
    if let DeclKind::Struct(it) = &mut model.decls[id.0 as usize].kind {
        it.fields = fields;
    }
}

fn text(name: &str, doc: &str) -> Field {
    documented(Field::new(name, plain_text()), doc)
}

fn plain_text() -> Type {
    Type::Text(Text::default())
}
