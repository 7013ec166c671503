//! Interfaces to services. The parameters and results that methods declare become structs.

use super::Maker;
use crate::capnp::nodes::{Brand, Method, Node, NodeKind};
use polywire_model::attr::{MethodAttrs, ServiceAttrs};
use polywire_model::{DeclId, DeclKind, Service, Struct};

impl<'n> Maker<'n, '_> {
    /// Adds the services of a node and of its nested declarations.
    pub(super) fn interfaces(&mut self, id: u64) {
        let Some(node) = self.node(id) else { return };
        if let NodeKind::Interface { methods, .. } = &node.kind
            && !node.is_generic
        {
            self.file = self.file_of(node);
            let methods =
                methods.iter().zip(0..).filter_map(|(method, ordinal)| self.method(node, method, ordinal)).collect();
            self.define_open();
            self.model.services.push(Service {
                file: self.file.clone(),
                module: self.module_of(node),
                name: self.name_of(node, &Brand::default()).join("."),
                methods,
                doc: node.doc.trim_end().to_owned(),
                deprecated: false,
                attrs: ServiceAttrs { says_capnp_ordinals: true, capnp_removed: Vec::new() },
                span: node.span,
            });
        }
        for (_, id) in &node.nested {
            self.interfaces(*id);
        }
    }

    fn method(&mut self, interface: &'n Node, it: &'n Method, ordinal: u16) -> Option<polywire_model::Method> {
        Some(polywire_model::Method {
            name: it.name.clone(),
            input: self.params(interface, &it.params)?,
            output: self.params(interface, &it.results)?,
            streams_input: false,
            streams_output: false,
            doc: it.doc.trim_end().to_owned(),
            deprecated: false,
            attrs: MethodAttrs { capnp_ordinal: Some(ordinal) },
            span: it.span,
        })
    }

    fn params(&mut self, interface: &'n Node, (id, brand): &(u64, Brand)) -> Option<DeclId> {
        let node = self.node(*id)?;
        if node.scope != 0 {
            return self.declaration(*id, brand.clone());
        }
        let key = (*id, brand.clone());
        if let Some(declared) = self.declared.get(&key) {
            return Some(*declared);
        }
        let name = self.name_of_params(interface, node);
        let file = self.file_of(interface);
        let declared = self.declare((interface, file), name, DeclKind::Struct(Struct::default()));
        self.model.decls[declared.0 as usize].doc.clear();
        self.declared.insert(key, declared);
        self.open.push_back((declared, node, brand.clone()));
        Some(declared)
    }
}
