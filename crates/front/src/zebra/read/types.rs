//! Types.

use super::{MOST_LEVELS, Reader, children};
use crate::zebra::codes;
use crate::zebra::tree::{TypeExpr, TypeKind};
use polywire_source::Diagnostic;
use tree_sitter::Node;

impl<'a> Reader<'a, '_> {
    pub(super) fn type_expr(&mut self, node: Node<'a>, level: usize) -> Option<TypeExpr> {
        if level > MOST_LEVELS {
            let message = format!("types are nested more than {MOST_LEVELS} levels deep");
            self.diagnostics.push_once(Diagnostic::error(codes::NOT_A_TYPE, message).at(self.span(node), ""));
            return None;
        }
        let mut part = |name: &str| {
            let part = node.child_by_field_name(name)?;
            self.type_expr(part, level + 1).map(Box::new)
        };
        let kind = match node.kind() {
            "type_identifier" | "qualified_type" => TypeKind::Name(self.source(node).to_owned()),
            "pointer_type" => TypeKind::Pointer(Box::new(self.type_expr(children(node).next()?, level + 1)?)),
            "parenthesized_type" => return self.type_expr(children(node).next()?, level + 1),
            "slice_type" => TypeKind::Slice(part("element")?),
            "map_type" => TypeKind::Map(part("key")?, part("value")?),
            "array_type" => {
                let element = part("element")?;
                TypeKind::Array(self.length(node.child_by_field_name("length")?)?, element)
            }
            "struct_type" => TypeKind::Struct(self.fields(node, level + 1)),
            "interface_type" => TypeKind::Interface,
            _ => TypeKind::Other(self.source(node).to_owned()),
        };
        Some(TypeExpr { kind, span: self.span(node) })
    }

    fn length(&mut self, node: Node<'a>) -> Option<u32> {
        let value = self.value(node, 0)?;
        let len = u32::try_from(value).ok();
        if len.is_none() {
            let problem = Diagnostic::error(codes::CONSTANT, format!("an array cannot have {value} elements"));
            self.diagnostics.push(problem.at(self.span(node), ""));
        }
        len
    }
}
