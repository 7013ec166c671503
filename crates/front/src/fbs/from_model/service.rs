use super::attribute::Writer;
use super::{Maker, lines};
use crate::fbs::schema::{Head, Home, Method, Object, ObjectId, Service};
use polywire_model::{self as model, Effect, ServiceId};
use std::collections::HashSet;

impl Maker<'_> {
    pub(super) fn services(&mut self) {
        let model = self.model;
        for (it, id) in model.services.iter().zip((0..).map(ServiceId)) {
            self.lose_parts(it);
            // A service repeats the methods of those that it extends.
            let methods = model.methods(id);
            if methods.is_empty() {
                self.lost.push(format!("service {}, which has no methods", it.path()));
                continue;
            }
            let head = Head { name: it.name.replace('.', "_"), doc: lines(&it.doc), span: it.span, ..Head::default() };
            let home = Home { file: self.files.of_service(id.0 as usize), namespace: it.module.clone() };
            let mut names = HashSet::new();
            let mut made = Vec::new();
            for (base, method) in methods {
                if names.insert(method.name.as_str()) {
                    made.push(self.method(&home, method));
                } else {
                    let (base, path) = (model.service(base).path(), it.path());
                    let name = &method.name;
                    self.lost
                        .push(format!("method {base}.{name} in service {path}, which has another one of its name"));
                }
            }
            self.schema.services.push(Service { head, home, methods: made });
        }
    }

    fn method(&mut self, home: &Home, it: &model::Method) -> Method {
        let streaming = match (it.streams_input, it.streams_output) {
            (false, false) => None,
            (true, false) => Some("client"),
            (false, true) => Some("server"),
            (true, true) => Some("bidi"),
        };
        let mut writer = Writer::default();
        writer.text("streaming", streaming.map(str::to_owned));
        writer.flag("idempotent", it.effect != Effect::Any);
        let head = Head { name: it.name.clone(), doc: lines(&it.doc), attributes: writer.attributes, span: it.span };
        let response = match it.output {
            Some(output) => self.objects[&output],
            None => self.nothing(home),
        };
        Method { head, request: self.objects[&it.input], response }
    }

    /// Returns the table without fields that stands for no answer; each file that needs one has its own.
    fn nothing(&mut self, home: &Home) -> ObjectId {
        let objects = || self.schema.objects.iter().enumerate();
        let own = |name: &str| format!("{}{name}", home.full_name(""));
        let made = objects().skip(self.objects.len()).find(|(_, it)| it.home == *home);
        if let Some((index, _)) = made {
            return ObjectId(index);
        }
        let mut name = "NoAnswer".to_owned();
        let enums = || self.schema.enums.iter().map(|it| it.home.full_name(&it.head.name));
        while objects().map(|(_, it)| it.full_name()).chain(enums()).any(|other| other == own(&name)) {
            name.push('_');
        }
        let head = Head { name, ..Head::default() };
        let home = home.clone();
        self.schema.objects.push(Object {
            head,
            home,
            is_struct: false,
            fields: Vec::new(),
            min_align: 1,
            byte_size: 0,
        });
        ObjectId(self.schema.objects.len() - 1)
    }

    fn lose_parts(&mut self, service: &model::Service) {
        let model = self.model;
        let path = service.path();
        let names = |ids: Vec<String>| ids.join(" and ");
        if !service.extends.is_empty() {
            let bases = names(service.extends.iter().map(|base| model.service(*base).path()).collect());
            self.lost.push(format!("that service {path} extends {bases}: it repeats their methods"));
        }
        for method in &service.methods {
            let path = format!("{path}.{}", method.name);
            if method.output.is_none() {
                self.lost.push(format!("that method {path} is one-way: it returns an empty table"));
            }
            if method.deprecated {
                self.lost.push(format!("that method {path} is deprecated: say so in its comment"));
            }
            if method.effect == Effect::None {
                self.lost.push(format!("that method {path} changes nothing: it is marked as idempotent"));
            }
            if method.attrs.capnp_stream {
                self.lost.push(format!("that calls of method {path} do not wait for answers: make its input a stream"));
            }
            if !method.raises.is_empty() {
                let errors = names(method.raises.iter().map(|id| model.decl(*id).path()).collect());
                self.lost.push(format!("that method {path} raises {errors}: make them a union in its answer"));
            }
        }
    }
}
