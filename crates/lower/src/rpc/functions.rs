use super::{Ids, base64, header, metadata, percent, timeout};
use crate::plan::Scaffold;
use polywire_ir::FuncId;
use polywire_ir::build::ModuleBuilder;

/// The functions that heads and ends of calls share.
#[derive(Clone, Copy)]
pub(super) struct Functions {
    /// `header_line() -> (name, value)`.
    pub header_line: FuncId,
    /// `write_value(text)`.
    pub write_value: FuncId,
    /// `base64(text) -> bytes`.
    pub base64: FuncId,
    /// `write_base64(bytes)`.
    pub write_base64: FuncId,
    /// `is_binary(name) -> is_binary`.
    pub is_binary: FuncId,
    /// `unescape(text) -> bytes`.
    pub unescape: FuncId,
    /// `escape(bytes)`.
    pub escape: FuncId,
    /// `timeout(text) -> nanoseconds`.
    pub timeout: FuncId,
    /// `write_timeout(nanoseconds)`.
    pub write_timeout: FuncId,
    /// `read_Metadata(value, name, text)`.
    pub read_metadata: FuncId,
    /// `write_Metadata(value)`.
    pub write_metadata: FuncId,
}

impl Functions {
    pub fn add(module: &mut ModuleBuilder, scaffold: &Scaffold, ids: &Ids) -> Self {
        let base64 = module.add(base64::read_base64());
        let write_base64 = module.add(base64::write_base64());
        let is_binary = module.add(metadata::is_binary());
        let write_value = module.add(header::write_value());
        let parts = metadata::Parts { base64, write_base64, is_binary, write_value };
        Self {
            header_line: module.add(header::header_line()),
            write_value,
            base64,
            write_base64,
            is_binary,
            unescape: module.add(percent::unescape()),
            escape: module.add(percent::escape()),
            timeout: module.add(timeout::read_timeout()),
            write_timeout: module.add(timeout::write_timeout()),
            read_metadata: module.add(metadata::read_metadata(scaffold, ids, parts)),
            write_metadata: module.add(metadata::write_metadata(scaffold, ids, parts)),
        }
    }
}
