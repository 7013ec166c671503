//! Messages with trailing bytes: entries that stop after their message.

use polywire_ir::{ErrorCode, Module, Op};

/// Allows trailing bytes: removes the check that nothing follows from the entries of a module. In self-delimiting
/// formats, this check is in the entry's own block.
pub(crate) fn allow_trailing_bytes(module: &mut Module) {
    for entry in module.entries.clone() {
        let function = &mut module.functions[entry.decode.0 as usize];
        function.body.ops.retain(|op| !matches!(op, Op::Check { code: ErrorCode::TrailingBytes, .. }));
    }
}
