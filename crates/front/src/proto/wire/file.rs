//! `FileDescriptorProto`, in the order of field numbers.

use super::write::Writer;
use super::{element, message};
use crate::proto::descriptor::{Edition, File, Target};

pub(super) fn write(writer: &mut Writer, file: &File) {
    writer.text(1, &file.name);
    if !file.package.is_empty() {
        writer.text(2, &file.package);
    }
    file.imports.iter().for_each(|it| writer.text(3, &it.path));
    file.messages.iter().for_each(|it| writer.nested(4, |writer| message::write(writer, it, file.edition)));
    file.enums.iter().for_each(|it| writer.nested(5, |writer| element::enumeration(writer, it)));
    file.services.iter().for_each(|it| writer.nested(6, |writer| element::service(writer, it)));
    file.extensions.iter().for_each(|it| writer.nested(7, |writer| message::field(writer, it, file.edition)));
    writer.options(8, &file.options, Target::File);
    indices(writer, 10, file, |import| import.public);
    indices(writer, 11, file, |import| import.weak);
    if file.edition == Edition::PROTO3 {
        writer.text(12, "proto3");
    } else if !file.edition.is_legacy() {
        writer.text(12, "editions");
        writer.int(14, file.edition.0);
    }
    file.option_imports.iter().for_each(|path| writer.text(15, path));
}

fn indices(writer: &mut Writer, number: u32, file: &File, is_wanted: fn(&crate::proto::descriptor::Import) -> bool) {
    for (import, index) in file.imports.iter().zip(0..) {
        if is_wanted(import) {
            writer.int(number, index);
        }
    }
}
