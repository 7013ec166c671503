//! Enums and services.

use super::Printer;
use super::message::visibility;
use crate::proto::descriptor::{Enum, Method, Service, Target};

impl Printer<'_, '_> {
    pub(super) fn enumeration(&mut self, it: &Enum) {
        self.out.paragraph();
        self.documentation(it.node);
        self.out.open(&format!("{}enum {}", visibility(it.visibility), it.name));
        self.option_statements(Target::Enum, &it.options);
        for value in &it.values {
            let settings = self.settings(Target::EnumValue, &value.options);
            self.documentation(value.node);
            self.out.with_settings(&format!("{} = {}", value.name, value.number), &settings, ";");
        }
        self.ranges_of_enum(it);
        self.out.close();
        self.out.paragraph();
    }

    pub(super) fn service(&mut self, it: &Service) {
        self.out.paragraph();
        self.documentation(it.node);
        self.out.open(&format!("service {}", it.name));
        self.option_statements(Target::Service, &it.options);
        it.methods.iter().for_each(|method| self.method(method));
        self.out.close();
        self.out.paragraph();
    }

    fn method(&mut self, it: &Method) {
        self.documentation(it.node);
        let stream = |streams: bool| if streams { "stream " } else { "" };
        let (input, output) = (stream(it.client_streaming), stream(it.server_streaming));
        let head = format!("rpc {}({input}{}) returns ({output}{})", it.name, it.input, it.output);
        match &it.options {
            Some(options) if !options.is_empty() => {
                self.out.open(&head);
                self.option_statements(Target::Method, &it.options);
                self.out.close();
            }
            Some(_) => self.out.line(format!("{head} {{}}")),
            None => self.out.line(format!("{head};")),
        }
    }
}
