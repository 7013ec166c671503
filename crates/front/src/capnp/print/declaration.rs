use super::{At, Printer};
use crate::capnp::ids;
use crate::capnp::nodes::{Brand, Enumerant, Node, NodeKind, Targets, Type, Value};

impl<'n> Printer<'n> {
    pub(super) fn declaration(&mut self, node: &'n Node) {
        match &node.kind {
            NodeKind::Struct(it) => {
                self.open(node, "struct", "");
                self.members(At::new(node), it);
                self.nested(node);
                self.out.close();
            }
            NodeKind::Enum(members) => {
                self.open(node, "enum", "");
                self.enumerants(node, members);
                self.out.close();
            }
            NodeKind::Interface { methods, superclasses } => {
                let extends = self.extends(node, superclasses);
                self.open(node, "interface", &extends);
                self.methods(node, methods);
                self.nested(node);
                self.out.close();
            }
            NodeKind::Const { ty, value } => self.constant(node, ty, value),
            NodeKind::Annotation { ty, targets } => self.annotation_declaration(node, ty, *targets),
            NodeKind::File => {}
        }
    }

    fn open(&mut self, node: &'n Node, keyword: &str, extends: &str) {
        let params = if node.params.is_empty() { String::new() } else { format!(" ({})", node.params.join(", ")) };
        let annotations = self.annotations(At::new(node), &node.annotations);
        self.out.open(&format!("{keyword} {}{}{params}{extends}{annotations}", node.name(), id_text(node)));
        self.doc(&node.doc);
        if !node.doc.is_empty() {
            self.out.paragraph();
        }
    }

    fn extends(&mut self, node: &'n Node, superclasses: &[(u64, Brand)]) -> String {
        let interface = |(id, brand): &(u64, Brand)| Type::Interface(*id, brand.clone());
        let names: Vec<String> = superclasses.iter().map(|it| self.type_name(At::new(node), &interface(it))).collect();
        if names.is_empty() { String::new() } else { format!(" extends({})", names.join(", ")) }
    }

    fn constant(&mut self, node: &'n Node, ty: &Type, value: &Value) {
        let at = At::new(node);
        let name = self.type_name(at, ty);
        let Some(value) = self.value(at, ty, value) else {
            return self.lost.push(format!("the constant `{}`", node.name()));
        };
        let annotations = self.annotations(at, &node.annotations);
        self.out.line(format!("const {}{} :{name} = {value}{annotations};", node.name(), id_text(node)));
        self.doc(&node.doc);
    }

    fn annotation_declaration(&mut self, node: &'n Node, ty: &Type, targets: Targets) {
        let at = At::new(node);
        let targets =
            if targets == Targets::ALL { "*".to_owned() } else { targets.names().collect::<Vec<_>>().join(", ") };
        let (name, annotations) = (self.type_name(at, ty), self.annotations(at, &node.annotations));
        self.out.line(format!("annotation {}{} ({targets}) :{name}{annotations};", node.name(), id_text(node)));
        self.doc(&node.doc);
    }

    fn enumerants(&mut self, node: &'n Node, members: &'n [Enumerant]) {
        let mut order: Vec<(usize, &Enumerant)> = members.iter().enumerate().collect();
        order.sort_by_key(|(_, it)| it.code_order);
        for (number, it) in order {
            let annotations = self.annotations(At::new(node), &it.annotations);
            self.out.line(format!("{} @{number}{annotations};", it.name));
            self.doc(&it.doc);
        }
    }
}

/// Returns the id if it cannot be derived from the name.
fn id_text(node: &Node) -> String {
    if ids::of_child(node.scope, node.name()) == node.id { String::new() } else { format!(" @{:#x}", node.id) }
}
