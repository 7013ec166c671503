//! Interfaces to services. What operations take and return are structs; the result comes before parameters of the
//! direction out, as in replies.

use super::structure::structure;
use super::{Maker, facts, path};
use crate::idl::tree::{
    Attribute, DefId, Definition, Direction, Export, ExportKind, Interface, Kind, Member, Operation, ValueType,
};
use polywire_model::attr::{CorbaInterface, CorbaKind, CorbaMethod, MethodAttrs, ServiceAttrs, StructAttrs};
use polywire_model::{DeclId, DeclKind, Field, Method, Service, ServiceId, pascal_case};

impl<'a> Maker<'a> {
    pub(super) fn declare_services(&mut self) {
        for (id, definition) in self.definitions() {
            let corba = match &definition.kind {
                Kind::Interface(it) => {
                    CorbaInterface { is_abstract: it.is_abstract, is_local: it.is_local, ..CorbaInterface::default() }
                }
                Kind::ValueType(it) if !it.exports.is_empty() => {
                    CorbaInterface { is_value: true, is_abstract: it.is_abstract, ..CorbaInterface::default() }
                }
                _ => continue,
            };
            let corba = CorbaInterface { repository_id: definition.repository_id.clone(), ..corba };
            self.services.insert(id, ServiceId(self.model.services.len() as u32));
            self.model.services.push(Service {
                file: self.file(definition),
                module: definition.modules.clone(),
                name: path(definition).join("."),
                doc: definition.doc.clone(),
                attrs: ServiceAttrs { corba: Some(corba), ..ServiceAttrs::default() },
                span: definition.span,
                ..Service::default()
            });
        }
    }

    pub(super) fn interface(&mut self, definition: &'a Definition, id: DefId, it: &'a Interface) {
        self.define_service(definition, id, &it.bases, &it.exports);
    }

    /// The operations of a valuetype.
    pub(super) fn operations(&mut self, definition: &'a Definition, id: DefId, it: &'a ValueType) {
        if self.services.contains_key(&id) {
            let bases: Vec<DefId> = it.bases.iter().chain(&it.supports).copied().collect();
            self.define_service(definition, id, &bases, &it.exports);
        }
    }

    fn define_service(&mut self, definition: &'a Definition, id: DefId, bases: &[DefId], exports: &'a [Export]) {
        let methods = exports.iter().flat_map(|it| self.export(definition, it)).collect();
        let extends = bases.iter().filter_map(|base| self.services.get(base).copied()).collect();
        let at = self.services[&id].0 as usize;
        let service = &mut self.model.services[at];
        service.methods = methods;
        service.extends = extends;
    }

    fn export(&mut self, owner: &'a Definition, it: &'a Export) -> Vec<Method> {
        match &it.kind {
            ExportKind::Operation(operation) => vec![self.operation(owner, it, operation)],
            ExportKind::Attribute(attribute) => self.attribute(owner, it, attribute),
        }
    }

    fn operation(&mut self, owner: &'a Definition, export: &'a Export, it: &'a Operation) -> Method {
        let goes = |direction| it.parameters.iter().filter(move |parameter| parameter.direction != direction);
        let taken: Vec<Field> = goes(Direction::Out).map(|it| self.field(owner, &it.member)).collect();
        let mut returned: Vec<Field> = goes(Direction::In).map(|it| self.field(owner, &it.member)).collect();
        if let Some(ty) = &it.result {
            let mut name = "result".to_owned();
            while returned.iter().any(|field| field.name == name) {
                name.push('_');
            }
            let member =
                Member { name, ty: ty.clone(), doc: String::new(), span: export.span, annotations: Vec::new() };
            returned.insert(0, self.field(owner, &member));
        }
        let input = self.parameters((owner, export), "Request", taken);
        let output = (!it.is_oneway).then(|| self.parameters((owner, export), "Reply", returned));
        let corba = match it.context.as_slice() {
            [] => CorbaMethod::Operation,
            names => CorbaMethod::WithContext(names.to_vec()),
        };
        self.method(export, &export.name, (input, output), (&it.raises, corba))
    }

    /// An attribute is an operation that gets it, and one that sets it, with the names that they have in requests.
    fn attribute(&mut self, owner: &'a Definition, export: &'a Export, it: &'a Attribute) -> Vec<Method> {
        let field = |maker: &mut Self, name: &str| {
            let member = Member {
                name: name.to_owned(),
                ty: it.ty.clone(),
                doc: String::new(),
                span: export.span,
                annotations: export.annotations.clone(),
            };
            maker.field(owner, &member)
        };
        let value = field(self, "result");
        let input = self.parameters((owner, export), "GetRequest", Vec::new());
        let output = self.parameters((owner, export), "GetReply", vec![value]);
        let name = format!("_get_{}", export.name);
        let mut methods = vec![self.method(export, &name, (input, Some(output)), (&it.get_raises, CorbaMethod::Get))];
        if !it.is_readonly {
            let value = field(self, "value");
            let input = self.parameters((owner, export), "SetRequest", vec![value]);
            let output = self.parameters((owner, export), "SetReply", Vec::new());
            let name = format!("_set_{}", export.name);
            methods.push(self.method(export, &name, (input, Some(output)), (&it.set_raises, CorbaMethod::Set)));
        }
        methods
    }

    fn method(
        &self,
        export: &Export,
        name: &str,
        (input, output): (DeclId, Option<DeclId>),
        (raises, corba): (&[DefId], CorbaMethod),
    ) -> Method {
        Method {
            declares_input: true,
            declares_output: true,
            raises: raises.iter().filter_map(|id| self.declared.get(id).copied()).collect(),
            doc: export.doc.clone(),
            attrs: MethodAttrs { corba, ..MethodAttrs::default() },
            span: export.span,
            ..Method::new(name, input, output)
        }
    }

    fn parameters(&mut self, (owner, export): (&'a Definition, &Export), suffix: &str, fields: Vec<Field>) -> DeclId {
        let corba = facts(owner, CorbaKind::Parameters);
        let it = structure(fields, StructAttrs { corba, ..StructAttrs::default() });
        self.add_nested(owner, pascal_case(&export.name) + suffix, export.span, DeclKind::Struct(it))
    }
}
