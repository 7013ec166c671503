//! The call that a request is.

use super::service::Served;
use crate::{Form, Protocol, Status};
use polywire_net::Version;
use polywire_rpc::{Call, End, Envelope, GZIP};
use std::collections::HashMap;

/// The statuses of HTTP for requests of another form, for `GET` where it could do harm, for methods that are not there, and for another
/// version of HTTP.
const UNSUPPORTED_MEDIA_TYPE: u16 = 415;
const METHOD_NOT_ALLOWED: u16 = 405;
const NOT_FOUND: u16 = 404;
const VERSION_NOT_SUPPORTED: u16 = 505;
/// The first line of most requests.
const POST: &[u8] = b":method: POST\r\n";

/// Methods by their services' full names, each with its name.
pub(super) type Methods = HashMap<String, Served>;

/// A call in the form of a protocol.
pub(super) struct Found<'m> {
    pub form: &'static Form,
    pub call: Call,
    pub method: Option<&'m Served>,
    protocol: &'static Protocol,
}

/// Returns the key of a method.
pub(super) fn key(service: &str, method: &str) -> String {
    format!("{service}/{method}")
}

/// Returns the call that a head is. The same head can be one of several protocols; that which the method knows is meant.
pub(super) fn find<'m>(
    head: &[u8],
    protocols: &'static [&'static Protocol],
    methods: &'m Methods,
) -> Option<Found<'m>> {
    let mut first = None;
    for protocol in protocols {
        for form in protocol.forms() {
            let Ok(Envelope::Call(call)) = form.decode(head) else { continue };
            let method = methods.get(&key(&call.service, &call.method));
            let found = Found { form, call, method, protocol };
            if found.fits() {
                return Some(found);
            }
            first = first.or(Some(found));
        }
    }
    first
}

/// Returns the end of what is no call.
pub(super) fn no_call(head: &[u8]) -> End {
    let http_status = if head.starts_with(POST) { UNSUPPORTED_MEDIA_TYPE } else { METHOD_NOT_ALLOWED };
    refused(http_status, "this is no call of a protocol that is spoken here")
}

fn refused(http_status: u16, message: impl Into<String>) -> End {
    End { http_status: Some(http_status), ..End::failed(Status::UNKNOWN, message) }
}

impl<'m> Found<'m> {
    /// Returns true if the method exists, is called in this form, and knows the format of messages.
    fn fits(&self) -> bool {
        self.method.is_some_and(|it| it.knows(&self.call.format) && self.is_of(it))
    }

    fn is_of(&self, method: &Served) -> bool {
        std::ptr::eq(self.protocol.form(method.shape), self.form)
    }

    /// Returns the method, or why the call is not answered.
    pub fn method(&self, version: Version) -> Result<&'m Served, End> {
        let Call { service, method: name, format, compression, item, .. } = &self.call;
        let Some(method) = self.method else {
            let http_status = self.form.whole.map(|_| NOT_FOUND);
            let message = format!("there is no method `{service}/{name}`");
            return Err(End { http_status, ..End::failed(Status::UNIMPLEMENTED, message) });
        };
        if !self.is_of(method) {
            let message = "methods with streams and those without have other types of content";
            return Err(refused(UNSUPPORTED_MEDIA_TYPE, message));
        }
        if !method.knows(format) {
            return Err(refused(UNSUPPORTED_MEDIA_TYPE, format!("there are no messages in the format `{format}`")));
        }
        if !["", "identity", GZIP].contains(&compression.as_str()) {
            let message = format!("messages can be compressed with `{GZIP}`, but not with `{compression}`");
            return Err(End::failed(Status::UNIMPLEMENTED, message));
        }
        if item.is_some() && !method.changes_nothing {
            let message = "the schema does not say that the method changes nothing";
            return Err(refused(METHOD_NOT_ALLOWED, message));
        }
        if version == Version::Http1 && self.form.needs_http2(method.shape) {
            return Err(refused(VERSION_NOT_SUPPORTED, "this needs HTTP/2"));
        }
        Ok(method)
    }
}
