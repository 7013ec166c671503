//! Nodes to the type model. A generic declaration becomes one type for each binding of its parameters that is used.

mod constant;
mod default;
mod field;
mod interface;
mod name;
mod structure;
mod ty;

use super::codes;
use super::nodes::{Brand, Node, NodeKind, Nodes, Type};
use polywire_model::attr::EnumAttrs;
use polywire_model::{Decl, DeclId, DeclKind, Enum, Enumerator, Model, Struct};
use polywire_source::{Diagnostic, Diagnostics};
use std::collections::{HashMap, HashSet, VecDeque};

/// Makes the model of nodes that have no errors.
pub(super) fn to_model(nodes: &Nodes, diagnostics: &mut Diagnostics) -> Model {
    let mut maker = Maker {
        nodes,
        diagnostics,
        model: Model::default(),
        declared: HashMap::new(),
        taken: HashSet::new(),
        open: VecDeque::new(),
        file: String::new(),
    };
    for file in &nodes.files {
        maker.declare_nested(file.id);
        maker.define_open();
    }
    for file in &nodes.files {
        maker.interfaces(file.id);
    }
    maker.superclasses();
    for file in &nodes.files {
        maker.constants(file.id);
    }
    maker.model.imports = nodes.files.iter().map(|file| maker.with_imports(file)).collect();
    maker.model.go_packages = nodes.files.iter().filter_map(|file| maker.go_package(file.id)).collect();
    maker.model
}

/// Limit on the parts of the types bound to a declaration's parameters: a generic declaration can use itself with ever
/// larger ones.
const MAX_PARTS: usize = 200;

struct Maker<'n, 'd> {
    nodes: &'n Nodes,
    diagnostics: &'d mut Diagnostics,
    model: Model,
    /// Declarations by node and bindings of the type parameters in scope.
    declared: HashMap<(u64, Brand), DeclId>,
    /// Full names that are in use.
    taken: HashSet<String>,
    /// Structs whose members are to be added.
    open: VecDeque<(DeclId, &'n Node, Brand)>,
    /// The file of the declaration whose members are being added.
    file: String,
}

impl<'n> Maker<'n, '_> {
    fn node(&self, id: u64) -> Option<&'n Node> {
        self.nodes.nodes.get(&id)
    }

    /// Declares the nested declarations of a node, except generic ones, which are declared where uses bind their
    /// parameters.
    fn declare_nested(&mut self, id: u64) {
        let Some(node) = self.node(id) else { return };
        for (_, id) in &node.nested {
            let is_type =
                |node: &&Node| matches!(node.kind, NodeKind::Struct(_) | NodeKind::Enum(_)) && !node.is_generic;
            if self.node(*id).as_ref().is_some_and(is_type) {
                self.declaration(*id, Brand::default());
            }
            self.declare_nested(*id);
        }
    }

    fn define_open(&mut self) {
        while let Some((id, node, brand)) = self.open.pop_front() {
            let NodeKind::Struct(it) = &node.kind else { continue };
            self.file = self.model.decl(id).file.clone();
            let defined = self.structure(node, it, &brand);
            self.model.decls[id.0 as usize].kind = DeclKind::Struct(defined);
        }
    }

    /// The declaration of a struct or an enum.
    fn declaration(&mut self, id: u64, brand: Brand) -> Option<DeclId> {
        if let Some(declared) = self.declared.get(&(id, brand.clone())) {
            return Some(*declared);
        }
        let node = self.node(id)?;
        if Type::Struct(id, brand.clone()).parts() > MAX_PARTS {
            let endless = Diagnostic::error(
                codes::GENERIC,
                format!("`{}` is instantiated with infinitely many types", node.name()),
            );
            self.report(endless.at(node.span, "").help("bind its type parameters to types that do not depend on them"));
            return None;
        }
        let kind = match &node.kind {
            NodeKind::Struct(_) => DeclKind::Struct(Struct::default()),
            NodeKind::Enum(_) => DeclKind::Enum(enumeration(node)),
            _ => return None,
        };
        let file = self.file_of_use(node, &brand);
        let declared = self.declare((node, file), self.name_of(node, &brand), kind);
        self.declared.insert((id, brand.clone()), declared);
        self.open.push_back((declared, node, brand));
        Some(declared)
    }

    /// Adds a declaration, under a different name if its own is in use.
    fn declare(&mut self, (node, file): (&Node, String), mut name: Vec<String>, kind: DeclKind) -> DeclId {
        let module = self.module_of(node);
        let path = |name: &[String]| module.iter().chain(name).map(String::as_str).collect::<Vec<_>>().join(".");
        while !self.taken.insert(path(&name)) {
            if let Some(last) = name.last_mut() {
                last.push('_');
            }
        }
        self.model.add(Decl {
            file,
            name,
            doc: node.doc.trim_end().to_owned(),
            deprecated: false,
            span: node.span,
            kind,
            module,
        })
    }

    fn report(&mut self, problem: Diagnostic) {
        self.diagnostics.push_once(problem);
    }
}

fn enumeration(node: &Node) -> Enum {
    let members = match &node.kind {
        NodeKind::Enum(members) => members.as_slice(),
        _ => &[],
    };
    let member = |(it, number): (&super::nodes::Enumerant, i64)| Enumerator {
        name: it.name.clone(),
        number,
        doc: it.doc.trim_end().to_owned(),
        deprecated: false,
        span: it.span,
    };
    let members = members.iter().zip(0..).map(member).collect();
    Enum { bits: 16, signed: false, open: true, flags: false, members, attrs: EnumAttrs::default() }
}
