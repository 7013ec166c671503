//! Messages with trailing bytes: entries that stop behind their message and leave the rest.

use polywire_ir::{ErrorCode, Module, Op};

/// Allows trailing bytes: drops from the entries of a module the check that nothing follows. In self-delimiting
/// formats, this check is in the entry's own block.
pub(crate) fn allow_trailing_bytes(module: &mut Module) {
    for entry in module.entries.clone() {
        let function = &mut module.functions[entry.decode.0 as usize];
        function.body.ops.retain(|op| !matches!(op, Op::Check { code: ErrorCode::TrailingBytes, .. }));
    }
}
