//! Messages that others follow: entries that stop behind their message and leave what comes then.

use polywire_ir::{ErrorCode, Module, Op};

/// Drops from the entries of a module the check that nothing follows. In formats whose messages tell where they end, it stands in the
/// entry's own block.
pub(crate) fn leave_what_follows(module: &mut Module) {
    for entry in module.entries.clone() {
        let function = &mut module.functions[entry.decode.0 as usize];
        function.body.ops.retain(|op| !matches!(op, Op::Check { code: ErrorCode::TrailingBytes, .. }));
    }
}
