use polywire_ir::types::{Named, StructId, Type, Types, UnionId};
pub(super) use polywire_model::xml::{
    ATTRIBUTE_VALUE, declaration_field, document_field, element_field, instruction_field, misc_case, name_field,
    node_case,
};
use polywire_model::{Model, xml};

pub(super) const TEXT: Type = Type::Text { verified: true };

/// The types of trees.
pub(super) struct TreeTypes {
    pub element: StructId,
    pub declaration: Type,
    pub attribute: Type,
    pub node: UnionId,
    pub instruction: Type,
}

impl TreeTypes {
    pub fn of(model: &Model, types: &Types) -> Option<Self> {
        let element = find(model, types, xml::ELEMENT)?;
        let element_of = |field: u32| match &types.record(element).fields.get(field as usize)?.ty {
            Type::List(it) => Some((**it).clone()),
            _ => None,
        };
        let Type::Union(node) = element_of(element_field::CONTENT)? else { return None };
        let instruction = types.union(node).cases.get(node_case::INSTRUCTION as usize)?.value_type();
        Some(Self {
            element,
            declaration: element_of(element_field::DECLARATIONS)?,
            attribute: element_of(element_field::ATTRIBUTES)?,
            node,
            instruction,
        })
    }
}

/// Returns a struct by its full name.
pub(super) fn find(model: &Model, types: &Types, name: &str) -> Option<StructId> {
    match types.of_decl[model.find(name)?.0 as usize] {
        Named::Struct(id) => Some(id),
        Named::Enum(_) | Named::Union(_) | Named::Constant(_) => None,
    }
}

pub(super) fn find_union(model: &Model, types: &Types, name: &str) -> Option<Type> {
    match types.of_decl[model.find(name)?.0 as usize] {
        Named::Union(id) => Some(Type::Union(id)),
        Named::Struct(_) | Named::Enum(_) | Named::Constant(_) => None,
    }
}
