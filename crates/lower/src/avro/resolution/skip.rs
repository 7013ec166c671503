//! Values of the writer that the reader lacks.

use super::Resolution;
use crate::avro::number::{read_int, read_long};
use crate::avro::resolved::{WORK, charged_if_empty, skip_blocks, skip_run};
use crate::avro::written::{self, Written};
use polywire_ir::Function;
use polywire_ir::build::FunctionBuilder;
use polywire_model::DeclId;

impl Resolution<'_> {
    pub(super) fn skip_value(&self, b: &mut FunctionBuilder, written: &Written) {
        match written {
            Written::Null | Written::Holder(_, None) => {}
            Written::Boolean => b.skip(1u64),
            Written::Int | Written::Enum(_) => drop(read_int(b, "skipped")),
            Written::Long => drop(read_long(b, "skipped")),
            Written::Float => b.skip(4u64),
            Written::Double => b.skip(8u64),
            Written::Bytes | Written::String => skip_run(b),
            Written::Fixed(_, size) => b.skip(*size),
            Written::Holder(_, Some(value)) => self.skip_value(b, value),
            Written::Record(id) => drop(b.call(self.skip(*id), vec![], &[])),
            Written::Array(items) => skip_blocks(b, |b| self.skip_item(b, items)),
            Written::Map(values) => skip_blocks(b, |b| {
                skip_run(b);
                self.skip_value(b, values);
            }),
            Written::Union(branches) => self.each_branch(b, branches, |b, branch| self.skip_value(b, branch)),
        }
    }

    /// Elements without bytes are charged, because their number is not bounded by the input.
    fn skip_item(&self, b: &mut FunctionBuilder, written: &Written) {
        match written::has_bytes(self.writer, written) {
            true => self.skip_value(b, written),
            false => charged_if_empty(b, WORK, |b| self.skip_value(b, written)),
        }
    }

    pub(super) fn skip_record(&self, record: DeclId) -> Function {
        let mut b = FunctionBuilder::new(format!("skip_{}", self.function_name(record)));
        if written::is_recursive(self.writer, record) {
            b.nests();
        }
        written::fields(self.writer, record).iter().for_each(|field| self.skip_value(&mut b, &field.ty));
        b.finish(vec![], vec![])
    }
}
