//! Interfaces to services. The parameters and results that methods declare become structs.

use super::Maker;
use crate::capnp::nodes::{Brand, Method, Node, NodeKind};
use crate::capnp::standard::STREAM_RESULT_ID;
use polywire_model::attr::{MethodAttrs, ServiceAttrs};
use polywire_model::{DeclId, DeclKind, Service, ServiceId, Struct};
use std::collections::HashMap;

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
                extends: Vec::new(),
                methods,
                doc: node.doc.trim_end().to_owned(),
                deprecated: false,
                attrs: ServiceAttrs { capnp_id: Some(id), says_capnp_ordinals: true, ..ServiceAttrs::default() },
                span: node.span,
            });
        }
        for (_, id) in &node.nested {
            self.interfaces(*id);
        }
    }

    /// Adds the services that each one extends. Those with type parameters are no services.
    pub(super) fn superclasses(&mut self) {
        let ids = self.model.services.iter().map(|it| it.attrs.capnp_id).zip((0..).map(ServiceId));
        let services: HashMap<u64, ServiceId> = ids.filter_map(|(node, id)| Some((node?, id))).collect();
        for (node, id) in &services {
            let Some(NodeKind::Interface { superclasses, .. }) = self.node(*node).map(|node| &node.kind) else {
                continue;
            };
            let extends = superclasses.iter().filter_map(|(node, _)| services.get(node).copied()).collect();
            self.model.services[id.0 as usize].extends = extends;
        }
    }

    fn method(&mut self, interface: &'n Node, it: &'n Method, ordinal: u16) -> Option<polywire_model::Method> {
        let (input, output) = (self.params(interface, &it.params)?, self.params(interface, &it.results)?);
        let declares = |(id, _): &(u64, Brand)| self.node(*id).is_some_and(|node| node.scope == 0);
        let capnp_stream = it.results.0 == STREAM_RESULT_ID;
        Some(polywire_model::Method {
            declares_input: declares(&it.params),
            declares_output: declares(&it.results),
            doc: it.doc.trim_end().to_owned(),
            attrs: MethodAttrs { capnp_ordinal: Some(ordinal), capnp_stream, ..MethodAttrs::default() },
            span: it.span,
            ..polywire_model::Method::new(&it.name, input, Some(output))
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
