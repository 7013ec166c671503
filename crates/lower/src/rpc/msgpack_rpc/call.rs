//! Requests and notifications.

use super::call_of::field;
use super::{MsgpackRpc, refuse_list, refuse_optional, refuse_text};
use polywire_ir::Place;
use polywire_ir::build::FunctionBuilder;

impl MsgpackRpc {
    /// Reads the method and the parameters.
    pub(super) fn read_call(&self, b: &mut FunctionBuilder, call: &Place) {
        let name = self.heads.read_run(b);
        self.read_name(b, call, name);
        self.read_item(b, call.field(field::ITEM));
    }

    pub(super) fn write_call(&self, b: &mut FunctionBuilder, call: &Place) {
        refuse_optional(b, call.field(field::TIMEOUT));
        refuse_text(b, call.field(field::FORMAT));
        refuse_text(b, call.field(field::COMPRESSION));
        refuse_list(b, call.field(field::ACCEPTS));
        refuse_list(b, call.field(field::METADATA));
        self.write_name(b, call);
        self.write_item(b, call.field(field::ITEM));
    }
}
