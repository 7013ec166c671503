//! Structs.

use super::columns::Columns;
use super::native::Printer;
use super::{defaults, doc};
use polywire_ir::types::StructId;
use polywire_srcgen::Source;

/// Prints a struct, the defaults of its optional fields, and the function that makes a new one.
pub(super) fn record(out: &mut Source, id: StructId, printer: &mut Printer<'_>) {
    let (it, names) = (printer.types.record(id), printer.names.record(id));
    let local = &names.name.local;
    doc::declaration(out, local, &it.name.doc);
    if it.fields.is_empty() && !it.keeps_unknown {
        out.line(format!("type {local} struct{{}}"));
        return;
    }
    out.block(format!("type {local} struct {{"), "}", |out| {
        let mut columns = Columns::default();
        for (field, name) in it.fields.iter().zip(&names.fields) {
            columns.comment(out, &doc::member(&field.doc, field.deprecated));
            columns.row([name, &printer.field_type(field)]);
        }
        if it.keeps_unknown {
            let ty = format!("{}.Unknown", printer.runtime());
            columns.row([&names.unknown, &ty]);
        }
        columns.finish(out);
    });
    for ((field, public), name) in it.fields.iter().zip(&names.fields).zip(&names.defaults) {
        if let Some(name) = name {
            defaults::constant(out, (field, public, name), local, printer);
        }
    }
    defaults::make(out, id, printer);
}
