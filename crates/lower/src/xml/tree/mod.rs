//! Documents without a schema: elements, attributes and texts as values.
//!
//! Prefixes and their declarations are kept, because texts may contain prefixes. What a value does not declare, the encoder does. Not
//! kept are document types, CDATA sections as such, references, white space outside of the element and inside of tags.
//!
//! Design: docs/decisions/0139-xml-trees.md

mod aside;
mod attributes;
mod member;
mod names;
mod read;
mod text;
mod types;
mod write;

use super::texts::Texts;
use super::tokens::Tokens;
use crate::Unsupported;
use crate::plan::Scaffold;
use crate::unsupported::{none_of, without};
pub(super) use attributes::Attributes;
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{StructId, Types};
use polywire_ir::{FuncId, Module};
use polywire_model::{Model, xml};
use std::sync::Arc;
use types::TreeTypes;

pub(crate) fn lower(model: &Model) -> Result<Module, Vec<Unsupported>> {
    none_of(without(model, xml::DOCUMENT))?;
    let types = Arc::new(Types::of_model(model));
    let mut module = ModuleBuilder::new("xml_tree", types.clone());
    let document = types::find(model, &types, xml::DOCUMENT);
    let (own, misc) = (TreeTypes::of(model, &types), types::find_union(model, &types, xml::MISC));
    if let (Some(own), Some(misc), Some(document)) = (own, misc, document) {
        let scaffold = Scaffold::of(&types);
        let tokens = Tokens::define(&mut module);
        let texts = Texts::define(&mut module, model, &types, tokens.code_point);
        let attributes = Attributes::define(&mut module, own.attribute.clone(), (tokens, texts.writers()));
        let tree = Tree::define(&mut module, own, &scaffold, attributes);
        let omits_declaration = model.options.xml.omits_declaration;
        let encode = module.add(scaffold.encode_message(document, |b, it| {
            tree.write_document(b, (&it.into(), &misc), omits_declaration);
        }));
        let decode = module.add(scaffold.decode_entry(document, |b, it| tree.read_document(b, (&it.into(), &misc))));
        module.entry(document, Some(encode), decode, None);
    }
    Ok(module.finish())
}

/// The functions that read and write trees.
pub(super) struct Tree {
    types: TreeTypes,
    attributes: Attributes,
    /// `read_Element(value, namespace, name, scope, attributes, is_empty)`.
    read_element: FuncId,
    /// `write_Element(value, scope)`.
    write_element: FuncId,
    character_data: FuncId,
    line_ends: FuncId,
    write_comment: FuncId,
    write_instruction: FuncId,
}

impl Tree {
    /// Defines them, if a model has the types.
    pub fn of(
        module: &mut ModuleBuilder,
        (model, types): (&Model, &Types),
        scaffold: &Scaffold,
        attributes: &Attributes,
    ) -> Option<Self> {
        let types = TreeTypes::of(model, types)?;
        Some(Self::define(module, types, scaffold, attributes.clone()))
    }

    /// Returns true for the struct of elements.
    pub fn is_element(&self, id: StructId) -> bool {
        self.types.element == id
    }

    fn define(module: &mut ModuleBuilder, types: TreeTypes, scaffold: &Scaffold, attributes: Attributes) -> Self {
        let (tokens, check_name) = (attributes.tokens, attributes.check_name);
        let tree = Self {
            types,
            attributes,
            read_element: module.declare(),
            write_element: module.declare(),
            character_data: module.add(text::character_data(&tokens)),
            line_ends: module.add(text::line_ends()),
            write_comment: module.add(aside::write_comment(&tokens)),
            write_instruction: module.add(aside::write_instruction(&tokens, check_name)),
        };
        module.define(tree.read_element, tree.read_rest(scaffold));
        module.define(tree.write_element, tree.write_whole(scaffold));
        tree
    }
}
