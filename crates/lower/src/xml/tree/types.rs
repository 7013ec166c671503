use polywire_ir::types::{Named, StructId, Type, Types, UnionId};
use polywire_model::{Model, xml};

/// The fields of a document, in order.
pub(super) mod document_field {
    pub const PROLOG: u32 = 0;
    pub const ROOT: u32 = 1;
    pub const EPILOG: u32 = 2;
}

/// Those of elements and attributes that are their names.
pub(super) mod name_field {
    pub const NAME: u32 = 0;
    pub const NAMESPACE: u32 = 1;
    pub const PREFIX: u32 = 2;
}

/// The other fields of an element.
pub(super) mod element_field {
    pub const DECLARATIONS: u32 = 3;
    pub const ATTRIBUTES: u32 = 4;
    pub const CONTENT: u32 = 5;
}

/// The other field of an attribute.
pub(super) const ATTRIBUTE_VALUE: u32 = 3;

/// The fields of a declaration of a prefix.
pub(super) mod declaration_field {
    pub const PREFIX: u32 = 0;
    pub const NAMESPACE: u32 = 1;
}

/// The fields of a processing instruction.
pub(super) mod instruction_field {
    pub const TARGET: u32 = 0;
    pub const DATA: u32 = 1;
}

/// The cases of nodes, in order.
pub(super) mod node_case {
    pub const ELEMENT: u32 = 0;
    pub const TEXT: u32 = 1;
    pub const COMMENT: u32 = 2;
    pub const INSTRUCTION: u32 = 3;
}

/// Those of what stands around the element of a document.
pub(super) mod misc_case {
    pub const COMMENT: u32 = 0;
    pub const INSTRUCTION: u32 = 1;
}

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
