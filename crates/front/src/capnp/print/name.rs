//! Names of declarations and types, relative to the scope in which they are written.

use super::{At, Printer};
use crate::capnp::nodes::{Bindings, Brand, Node, NodeKind, Type};

/// A part of a dotted name.
struct NamePart<'n> {
    node: &'n Node,
    bindings: Option<&'n Bindings>,
}

impl<'n> Printer<'n> {
    pub(super) fn type_name(&self, at: At<'n>, ty: &Type) -> String {
        match ty {
            Type::List(element) => format!("List({})", self.type_name(at, element)),
            Type::Enum(id, brand) | Type::Struct(id, brand) | Type::Interface(id, brand) => {
                self.node(*id).map(|node| self.reference(at, node, brand)).unwrap_or_default()
            }
            Type::Parameter(id, index) => {
                let params = self.node(*id).map_or(at.implicit, |node| &node.params);
                params.get(usize::from(*index)).cloned().unwrap_or_else(|| "AnyPointer".to_owned())
            }
            Type::ImplicitParameter(index) => {
                at.implicit.get(usize::from(*index)).cloned().unwrap_or_else(|| "AnyPointer".to_owned())
            }
            other => other.built_in_name().unwrap_or_default(),
        }
    }

    /// Returns the name of a declaration as seen from a scope.
    pub(super) fn reference(&self, at: At<'n>, node: &'n Node, brand: &Brand) -> String {
        let (target, scope) = (self.chain(node), self.chain(at.scope));
        let (Some(file), Some(here)) = (target.first(), scope.first()) else { return String::new() };
        let parts: Vec<NamePart<'_>> =
            target[1..].iter().map(|node| NamePart { node, bindings: bindings(node, brand) }).collect();
        let names: Vec<String> = parts.iter().map(|part| self.part(at, part)).collect();
        if file.id != here.id {
            return format!("import \"{}\".{}", self.import_path(file), names.join("."));
        }
        match self.first_part(&parts, &target, &scope) {
            Some(first) => names[first..].join("."),
            // A space, because `:.` would be lexed as one symbol.
            None => format!(" .{}", names.join(".")),
        }
    }

    /// Returns the index of the first part that must be written. The scope of that part encloses the use, no nearer
    /// scope has another meaning for the name, and the parts before it have no bindings.
    fn first_part(&self, parts: &[NamePart<'_>], target: &[&'n Node], scope: &[&'n Node]) -> Option<usize> {
        let common = target.iter().zip(scope).take_while(|(a, b)| a.id == b.id).count();
        let most = common.min(parts.len()).saturating_sub(1);
        (0..=most).rev().find(|first| {
            let name = parts[*first].node.name();
            let is_hidden = scope[first + 1..].iter().any(|inner| {
                inner.params.iter().any(|param| param == name) || inner.nested.iter().any(|(nested, _)| nested == name)
            });
            let is_bound = |part: &NamePart<'_>| matches!(part.bindings, Some(Bindings::Bind(_)));
            let inherits = |part: &NamePart<'_>| matches!(part.bindings, Some(Bindings::Inherit));
            let is_open = |part: &NamePart<'_>| part.bindings.is_none() && !part.node.params.is_empty();
            !is_hidden
                && !parts[..*first].iter().any(|part| is_bound(part) || is_open(part))
                && !parts[*first..].iter().any(inherits)
        })
    }

    fn part(&self, at: At<'n>, part: &NamePart<'_>) -> String {
        let Some(Bindings::Bind(types)) = part.bindings else { return part.node.name().to_owned() };
        let any = Type::AnyPointer;
        let types = types.iter().map(|ty| self.type_name(at, ty.as_ref().unwrap_or(&any)));
        format!("{}({})", part.node.name(), types.collect::<Vec<_>>().join(", "))
    }

    /// Returns the file and the declarations that enclose a node, outermost first, and the node.
    fn chain(&self, node: &'n Node) -> Vec<&'n Node> {
        let mut chain: Vec<&Node> = std::iter::successors(Some(node), |node| self.node(node.scope)).collect();
        chain.reverse();
        chain.retain(|node| !matches!(&node.kind, NodeKind::Struct(it) if it.is_group));
        chain
    }

    /// Returns the path by which the file imports another one.
    fn import_path(&self, file: &Node) -> String {
        let import = self.file.imports.iter().find(|(_, id)| *id == file.id);
        import.map_or_else(|| format!("/{}", file.display_name.trim_start_matches('/')), |(path, _)| path.clone())
    }
}

fn bindings<'b>(node: &Node, brand: &'b Brand) -> Option<&'b Bindings> {
    brand.scopes.iter().find(|scope| scope.id == node.id).map(|scope| &scope.bindings)
}
