//! Options with `retention = RETENTION_SOURCE`.

use crate::proto::descriptor::{File, Tree, Value, each_options, numbers};
use crate::proto::index::Index;

const RETENTION_SOURCE: u64 = 2;

/// Returns the file without options of source retention.
pub(super) fn strip(file: &File, files: &[File], index: &Index<'_>) -> File {
    let mut file = file.clone();
    each_options(&mut file, &mut |target, _, options| {
        let Some(tree) = options else { return };
        let was_empty = tree.is_empty();
        strip_tree(tree, target.options_message(), index);
        if tree.is_empty() && !was_empty && is_standard(target.options_message(), files, index) {
            *options = None;
        }
    });
    file
}

/// Returns true if an options message is the language's own. In other messages, fields that stripping leaves empty are
/// kept, as in protoc.
fn is_standard(message: &str, files: &[File], index: &Index<'_>) -> bool {
    let declared = index.message(message);
    let file = declared.filter(|it| !it.is_built_in).and_then(|it| files.get(it.file));
    file.is_none_or(|file| file.name == crate::proto::well_known::DESCRIPTOR)
}

fn strip_tree(tree: &mut Tree, message: &str, index: &Index<'_>) {
    tree.fields.retain(|number, slot| {
        let Some(field) = index.field(message, *number) else { return true };
        if field.options.as_ref().and_then(|it| it.varint(numbers::RETENTION)) == Some(RETENTION_SOURCE) {
            return false;
        }
        for value in &mut slot.values {
            if let (Value::Message(inner), Some(name)) = (value, &field.type_name) {
                strip_tree(inner, name, index);
            }
        }
        true
    });
}
