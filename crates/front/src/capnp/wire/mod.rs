//! Messages: serialized requests, and embedded files.

mod message;
mod node;
mod request;
mod ty;
mod write;

pub use message::capability_at;
pub(super) use message::read_message;
pub use request::read_request;
pub(super) use write::write_message;

use super::nodes::{Elements, Object, Record};
use std::fmt;

/// The reason why bytes are not a valid message or request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError(&'static str);

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for ReadError {}

/// Returns the structs of a list. A list of pointers is read as structs with
/// one pointer each, as the evolution rules allow.
fn records(object: &Object) -> Vec<Record> {
    match object {
        Object::List(Elements::Structs(records)) => records.clone(),
        Object::List(Elements::Pointers(items)) => {
            let record = |item: &Object| Record { data: Vec::new(), pointers: vec![item.clone()] };
            items.iter().map(record).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns text without its terminator; invalid UTF-8 is replaced.
fn text(object: &Object) -> String {
    let bytes = object.bytes();
    String::from_utf8_lossy(bytes.strip_suffix(&[0]).unwrap_or(bytes)).into_owned()
}
