//! Requests to services: one for each package that has some.

use super::{Declared, Maker};
use crate::fbe::ast::StructDecl;
use polywire_model::attr::ServiceAttrs;
use polywire_model::{Method, Service};

impl<'a> Maker<'a, '_> {
    /// A request is a method of its own name. One without a response is one-way.
    pub(super) fn services(&mut self) {
        for (declared, decl) in self.all_structs() {
            let Some(method) = self.method(declared, decl) else { continue };
            let request = self.model.decl(declared.id);
            let (file, module) = (request.file.clone(), request.module.clone());
            match self.model.services.iter_mut().find(|it| it.file == file && it.module == module) {
                Some(service) => service.methods.push(method),
                None => {
                    let name = self.free_name(&module);
                    let (attrs, methods) = (ServiceAttrs::default(), vec![method]);
                    let span = self.units[declared.unit].ast.package.as_ref().map(|it| it.name.span);
                    let span = span.unwrap_or_default();
                    self.model.services.push(Service {
                        file,
                        module,
                        name,
                        methods,
                        attrs,
                        span,
                        ..Service::default()
                    });
                }
            }
        }
    }

    fn method(&self, declared: Declared<'a>, decl: &'a StructDecl) -> Option<Method> {
        decl.request.as_ref()?;
        let facts = self.model.as_struct(declared.id)?.attrs.fbe.request.as_ref()?;
        let find = |path: &str| self.declared.get(path).map(|it| it.id);
        let request = self.model.decl(declared.id);
        Some(Method {
            raises: facts.rejects.iter().filter_map(|it| find(&it.name)).collect(),
            doc: request.doc.clone(),
            deprecated: request.deprecated,
            span: request.span,
            ..Method::new(&declared.item.name.text, declared.id, facts.response.as_deref().and_then(find))
        })
    }

    fn free_name(&self, module: &[String]) -> String {
        let mut name = "Requests".to_owned();
        while self.declared.contains_key(&format!("{}.{name}", module.join("."))) {
            name.push('_');
        }
        name
    }
}
