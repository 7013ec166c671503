//! Services as interfaces.

use super::record::member_name;
use super::ty::Owner;
use super::{CorbaKind, DeclId, Printer, kind_of, names};
use polywire_model::attr::CorbaMethod;
use polywire_model::{Direction, Effect, Field, Method, Model, Parameter, Service, ServiceId, Type};
use std::collections::HashSet;

impl<'m> Printer<'m> {
    /// Returns the services, each after those that it extends.
    pub(super) fn services_in_order(&self) -> Vec<usize> {
        let mut order = Vec::new();
        let ids = (0..self.model.services.len() as u32).map(ServiceId);
        let mut seen = vec![false; self.model.services.len()];
        ids.for_each(|id| visit(self.model, id, &mut seen, &mut order));
        order
    }

    pub(super) fn service(&mut self, index: usize) {
        let model = self.model;
        let service = &model.services[index];
        let facts = service.attrs.corba.clone().unwrap_or_default();
        if facts.is_value {
            self.lost.push(format!("the operations of the valuetype {}", service.path()));
            return;
        }
        self.enter(&service.module);
        self.out.paragraph();
        let name = self.names.service(index).to_owned();
        let scope: Vec<String> = service.module.iter().chain([&name]).cloned().collect();
        let methods: Vec<&Method> = service.methods.iter().filter(|it| self.can_print(service, it)).collect();
        self.exceptions(&methods);
        self.doc(&service.doc);
        let word = match (facts.is_abstract, facts.is_local) {
            (true, _) => "abstract interface",
            (false, true) => "local interface",
            (false, false) => "interface",
        };
        self.out.open(&format!("{word} {}{}", names::escaped(&name), self.bases(service)));
        let mut taken = HashSet::from([name.to_lowercase()]);
        for method in methods {
            self.method((service, &scope), method, &mut taken);
        }
        self.out.leave("};");
        self.repository_id(&scope, &facts.repository_id);
    }

    fn bases(&self, service: &Service) -> String {
        let path = |id: &ServiceId| {
            let module = &self.model.service(*id).module;
            names::absolute(&[module.as_slice(), &[self.names.service(id.0 as usize).to_owned()]].concat())
        };
        let bases: Vec<String> = service.extends.iter().map(path).collect();
        if bases.is_empty() { String::new() } else { format!(" : {}", bases.join(", ")) }
    }

    fn can_print(&mut self, service: &Service, it: &Method) -> bool {
        let path = format!("{}.{}", service.path(), it.name);
        if !it.is_unary() {
            self.lost
                .push(format!("method {path}: it has a stream; declare one that takes and returns a single struct"));
            return false;
        }
        if it.effect != Effect::Any {
            self.lost.push(format!("that method {path} may be repeated: say so in its comment"));
        }
        if it.deprecated {
            self.lost.push(format!("that method {path} is deprecated: say so in its comment"));
        }
        if it.attrs.capnp_stream {
            self.lost.push(format!("that calls of method {path} do not wait for answers: make it one-way"));
        }
        true
    }

    /// Declares an exception for each struct that methods raise.
    fn exceptions(&mut self, methods: &[&Method]) {
        for id in methods.iter().flat_map(|it| &it.raises) {
            let decl = self.model.decl(*id);
            if kind_of(decl) == CorbaKind::Exception || self.names.exceptions.contains_key(id) {
                continue;
            }
            let open = self.open.clone();
            let name = self.names.taken.claim(&open, &format!("{}Exception", self.names.own(*id)));
            self.out.open(&format!("exception {}", names::escaped(&name)));
            if self.is_printed(*id) {
                self.out.line(format!("{} value;", self.names.absolute(*id)));
            }
            self.out.leave("};");
            self.out.paragraph();
            self.names.exceptions.insert(*id, names::absolute(&[open.as_slice(), &[name]].concat()));
        }
    }

    fn exception(&self, id: DeclId) -> String {
        self.names.exceptions.get(&id).cloned().unwrap_or_else(|| self.names.absolute(id))
    }

    fn method(&mut self, at: (&Service, &[String]), it: &Method, taken: &mut HashSet<String>) {
        match &it.attrs.corba {
            CorbaMethod::Get => self.attribute(at, it),
            CorbaMethod::Set => {}
            CorbaMethod::Operation => self.operation(at, it, &[], taken),
            CorbaMethod::WithContext(names) => self.operation(at, it, names, taken),
        }
    }

    fn attribute(&mut self, (service, scope): (&Service, &[String]), it: &Method) {
        let name = it.name.strip_prefix("_get_").unwrap_or(&it.name);
        let setter = service
            .methods
            .iter()
            .find(|it| it.attrs.corba == CorbaMethod::Set && it.name.strip_prefix("_set_") == Some(name));
        let model = self.model;
        let result = it.output.and_then(|id| model.as_struct(id)).and_then(|it| it.fields.first());
        let Some(result) = result else { return };
        let ty = self.parameter_type(scope, result);
        let raises = |ids: &[DeclId], word: &str| match ids {
            [] => String::new(),
            ids => format!(" {word} ({})", ids.iter().map(|id| self.exception(*id)).collect::<Vec<_>>().join(", ")),
        };
        let (readonly, raised) = match setter {
            None => ("readonly ", raises(&it.raises, "raises")),
            Some(setter) => ("", raises(&it.raises, "getraises") + &raises(&setter.raises, "setraises")),
        };
        self.doc(&it.doc);
        self.out.line(format!("{readonly}attribute {ty} {}{raised};", names::escaped(name)));
    }

    fn operation(
        &mut self,
        (_, scope): (&Service, &[String]),
        it: &Method,
        context: &[String],
        taken: &mut HashSet<String>,
    ) {
        let model = self.model;
        let mut result = "void".to_owned();
        let mut parameters = Vec::new();
        let mut known = HashSet::new();
        let result_field = it.output.and_then(|id| self.result(it, id));
        if it.declares_input || it.declares_output {
            for parameter in in_order(it.parameters(model), self.returned(it)) {
                if result_field.is_some_and(|field| std::ptr::eq(field, parameter.field)) {
                    continue;
                }
                if self.is_without_bytes(&parameter.field.ty) {
                    continue;
                }
                let ty = self.parameter_type(scope, parameter.field);
                let name = names::escaped(&member_name(&parameter.field.name, &mut known));
                parameters.push(format!("{} {ty} {name}", parameter.direction.word()));
            }
        }
        if !it.declares_input && self.is_printed(it.input) {
            parameters.insert(0, format!("in {} request", self.names.absolute(it.input)));
        }
        match (result_field, it.output) {
            (Some(field), _) => result = self.parameter_type(scope, field),
            (None, Some(id)) if !it.declares_output && self.is_printed(id) => result = self.names.absolute(id),
            _ => {}
        }
        let raises: Vec<String> = it.raises.iter().map(|id| self.exception(*id)).collect();
        let raises = if raises.is_empty() { String::new() } else { format!(" raises ({})", raises.join(", ")) };
        let context: Vec<String> = context.iter().map(|name| format!("\"{name}\"")).collect();
        let context = if context.is_empty() { String::new() } else { format!(" context ({})", context.join(", ")) };
        let oneway = if it.output.is_none() { "oneway " } else { "" };
        let name = names::escaped(&member_name(&it.name, taken));
        self.doc(&it.doc);
        self.out.line(format!("{oneway}{result} {name}({}){raises}{context};", parameters.join(", ")));
    }

    /// Returns the names of what an operation returns, in the order in which it is sent.
    fn returned(&self, it: &Method) -> Vec<&'m str> {
        let model = self.model;
        let output = it.output.filter(|_| it.declares_output).and_then(|id| model.as_struct(id));
        output.map_or(Vec::new(), |it| it.fields.iter().map(|field| field.name.as_str()).collect())
    }

    /// Returns the field of what an operation returns that is its result.
    fn result(&self, it: &Method, output: DeclId) -> Option<&'m Field> {
        let model = self.model;
        let first = model.as_struct(output)?.fields.first()?;
        let is_result = kind_of(self.model.decl(output)) == CorbaKind::Parameters && first.name.starts_with("result");
        let is_taken = self.model.as_struct(it.input)?.fields.iter().any(|it| it.name == first.name);
        Some(first).filter(|_| is_result && !is_taken)
    }

    /// A parameter has a type with a name.
    fn parameter_type(&mut self, scope: &[String], field: &Field) -> String {
        let owner = Owner { name: &field.name, scope };
        let written = self.field_type(&owner, field);
        let is_plain =
            matches!(field.ty, Type::Text(_) | Type::Named(_) | Type::Bool | Type::Int { .. } | Type::Float { .. });
        let has_name = is_plain && !written.ty.contains("sequence<") && !written.ty.starts_with("fixed<");
        if has_name || written.ty == "long double" { written.ty } else { self.typedef(&owner, &written) }
    }
}

/// Puts parameters in an order that keeps that of those which go to the operation, and of those which come back.
fn in_order<'m>(parameters: Vec<Parameter<'m>>, returned: Vec<&str>) -> Vec<Parameter<'m>> {
    let place = |it: &Parameter<'_>| returned.iter().position(|name| *name == it.field.name);
    let (mut outs, others): (Vec<_>, Vec<_>) = parameters.into_iter().partition(|it| it.direction == Direction::Out);
    let mut ordered = Vec::new();
    for parameter in others {
        if parameter.direction == Direction::InOut {
            let later = outs.iter().position(|out| place(out) > place(&parameter)).unwrap_or(outs.len());
            ordered.extend(outs.drain(..later));
        }
        ordered.push(parameter);
    }
    ordered.extend(outs);
    ordered
}

fn visit(model: &Model, id: ServiceId, seen: &mut [bool], order: &mut Vec<usize>) {
    let at = id.0 as usize;
    if !std::mem::replace(&mut seen[at], true) {
        model.services[at].extends.iter().for_each(|base| visit(model, *base, seen, order));
        order.push(at);
    }
}
