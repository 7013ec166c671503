use super::connect::Connect;
use super::end::MessageTexts;
use super::{Dialect, Ends, Ids, base64, header, metadata, percent, timeout};
use crate::plan::Scaffold;
use polywire_ir::FuncId;
use polywire_ir::build::ModuleBuilder;

/// The functions that heads and ends of calls share.
#[derive(Clone, Copy)]
pub(super) struct Functions {
    /// `header_line() -> (name, value)`.
    pub header_line: FuncId,
    /// `body_line() -> (name, value)`, where ends are in bodies.
    pub body_line: Option<FuncId>,
    /// `write_value(text)`.
    pub write_value: FuncId,
    /// `base64(text) -> bytes`.
    pub base64: FuncId,
    /// `write_base64(bytes)`.
    pub write_base64: FuncId,
    /// `is_binary(name) -> is_binary`.
    pub is_binary: FuncId,
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
    pub fn add(module: &mut ModuleBuilder, (scaffold, ids): (&Scaffold, &Ids), dialect: Dialect) -> (Self, Ends) {
        let base64 = module.add(base64::read_base64());
        let write_base64 = module.add(base64::write_base64());
        let is_binary = module.add(metadata::is_binary());
        let write_value = module.add(header::write_value());
        let parts = metadata::Parts { base64, write_base64, is_binary, write_value };
        let header_line = module.add(header::header_line());
        let body_line = (dialect == Dialect::GrpcWeb).then(|| {
            let header_name = module.add(header::header_name());
            module.add(header::body_line(header_name))
        });
        let (ends, timeouts) = match dialect {
            Dialect::Grpc | Dialect::GrpcWeb => {
                let unescape = module.add(percent::unescape());
                let texts = MessageTexts { unescape, escape: module.add(percent::escape()) };
                (Ends::Lines(texts), [timeout::read_timeout(), timeout::write_timeout()])
            }
            Dialect::Connect | Dialect::ConnectUnary => {
                let ends = Ends::Json(Connect::add(module, parts, dialect));
                (ends, [timeout::read_milliseconds(), timeout::write_milliseconds()])
            }
        };
        let [timeout, write_timeout] = timeouts.map(|it| module.add(it));
        let read_metadata = module.add(metadata::read_metadata(scaffold, ids, parts));
        let write_metadata = module.add(metadata::write_metadata(scaffold, ids, parts, dialect));
        let it = Self {
            header_line,
            body_line,
            write_value,
            base64,
            write_base64,
            is_binary,
            timeout,
            write_timeout,
            read_metadata,
            write_metadata,
        };
        (it, ends)
    }
}
