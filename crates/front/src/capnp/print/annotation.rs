use super::{At, Printer};
use crate::capnp::nodes::{Annotation, NodeKind, Type};
use crate::capnp::scope::substituted;

impl<'n> Printer<'n> {
    /// Prints the annotations of a declaration, after it.
    pub(super) fn annotations(&mut self, at: At<'n>, annotations: &[Annotation]) -> String {
        let texts = annotations.iter().filter_map(|it| self.annotation(at, it));
        texts.map(|text| format!(" {text}")).collect()
    }

    pub(super) fn annotation(&mut self, at: At<'n>, it: &Annotation) -> Option<String> {
        let Some((node, NodeKind::Annotation { ty, .. })) = self.node(it.id).map(|node| (node, &node.kind)) else {
            self.lost.push(format!("an annotation {:#x} that is not declared", it.id));
            return None;
        };
        let name = self.reference(at, node, &it.brand);
        let ty = substituted(ty, &it.brand);
        let Some(value) = self.value(at, &ty, &it.value) else {
            self.lost.push(format!("the annotation `{name}`"));
            return None;
        };
        Some(match ty {
            Type::Void => format!("${name}"),
            // Printed without extra parentheses: a struct value has its own.
            Type::Struct(..) => format!("${name}{value}"),
            _ => format!("${name}({value})"),
        })
    }
}
