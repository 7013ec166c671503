//! Enums and services.

use super::message::{range, visibility};
use super::write::Writer;
use crate::proto::descriptor::{Enum, Service, Target};

pub(super) fn enumeration(writer: &mut Writer, it: &Enum) {
    writer.text(1, &it.name);
    for value in &it.values {
        writer.nested(2, |writer| {
            writer.text(1, &value.name);
            writer.int(2, value.number);
            writer.options(3, &value.options, Target::EnumValue);
        });
    }
    writer.options(3, &it.options, Target::Enum);
    it.reserved.iter().for_each(|it| writer.nested(4, |writer| range(writer, *it)));
    it.reserved_names.iter().for_each(|name| writer.text(5, name));
    visibility(writer, 6, it.visibility);
}

pub(super) fn service(writer: &mut Writer, it: &Service) {
    writer.text(1, &it.name);
    for method in &it.methods {
        writer.nested(2, |writer| {
            writer.text(1, &method.name);
            writer.text(2, &method.input);
            writer.text(3, &method.output);
            writer.options(4, &method.options, Target::Method);
            writer.flag(5, method.client_streaming);
            writer.flag(6, method.server_streaming);
        });
    }
    writer.options(3, &it.options, Target::Service);
}
