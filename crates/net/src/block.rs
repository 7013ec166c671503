//! Heads and trailers as blocks of lines.

use crate::{Error, Target, Version};
use http::header::{CONNECTION, HOST, TRANSFER_ENCODING};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, Uri, request};

/// Returns the lines of a block: names and values. Names of pseudo-headers keep their colon.
fn lines(block: &[u8]) -> impl Iterator<Item = Result<(&[u8], &[u8]), Error>> {
    let block = block.strip_suffix(b"\r\n").unwrap_or(block);
    let is_empty = block.is_empty();
    let lines = block.split(|byte| *byte == b'\n').filter(move |_| !is_empty);
    lines.map(|line| {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let colon = line.iter().skip(1).position(|byte| *byte == b':').map(|at| at + 1);
        let split = colon.map(|at| (&line[..at], line[at + 1..].trim_ascii()));
        split.ok_or_else(|| wrong(line))
    })
}

fn wrong(line: &[u8]) -> Error {
    Error::Head(format!("`{}` is no header of HTTP", String::from_utf8_lossy(line)))
}

/// Headers that are about a connection of HTTP/1.1, not about what is on it.
const OF_CONNECTIONS: [HeaderName; 3] = [CONNECTION, TRANSFER_ENCODING, HOST];

/// Adds a header.
fn add(headers: &mut HeaderMap, (name, value): (&[u8], &[u8])) -> Result<(), Error> {
    let name = HeaderName::from_bytes(name).map_err(|_| wrong(name))?;
    let value = HeaderValue::from_bytes(value).map_err(|_| wrong(value))?;
    headers.try_append(name, value).map_err(|_| Error::Head("there are too many headers".to_owned()))?;
    Ok(())
}

/// Returns the request with a head.
pub(crate) fn request<B>(head: &[u8], target: &Target, version: Version, body: B) -> Result<Request<B>, Error> {
    let mut request = Request::new(body);
    for line in lines(head) {
        let (name, value) = line?;
        match name {
            b":method" => *request.method_mut() = Method::from_bytes(value).map_err(|_| wrong(value))?,
            b":path" => *request.uri_mut() = uri(value, target, version)?,
            name => add(request.headers_mut(), (name, value))?,
        }
    }
    if version == Version::Http1 {
        let host = HeaderValue::from_str(&target.authority).map_err(|_| wrong(target.authority.as_bytes()))?;
        request.headers_mut().insert(HOST, host);
    }
    Ok(request)
}

fn uri(path: &[u8], target: &Target, version: Version) -> Result<Uri, Error> {
    let builder = match version {
        Version::Http1 => Uri::builder(),
        Version::Http2 => {
            let scheme = if target.is_tls { "https" } else { "http" };
            Uri::builder().scheme(scheme).authority(target.authority.as_str())
        }
    };
    builder.path_and_query(path).build().map_err(|_| wrong(path))
}

/// Returns the response with a head.
pub(crate) fn response<B>(head: &[u8], body: B) -> Result<Response<B>, Error> {
    let mut response = Response::new(body);
    for line in lines(head) {
        match line? {
            (b":status", value) => {
                *response.status_mut() = StatusCode::from_bytes(value).map_err(|_| wrong(value))?;
            }
            line => add(response.headers_mut(), line)?,
        }
    }
    Ok(response)
}

/// Returns the headers of trailers.
pub(crate) fn trailers(block: &[u8]) -> Result<HeaderMap, Error> {
    let mut headers = HeaderMap::new();
    lines(block).try_for_each(|line| add(&mut headers, line?))?;
    Ok(headers)
}

/// Returns the block of a request's head.
pub(crate) fn of_request(head: &request::Parts) -> Vec<u8> {
    let path = head.uri.path_and_query().map_or("/", |it| it.as_str());
    let mut block = format!(":method: {}\r\n:path: {path}\r\n", head.method).into_bytes();
    append(&mut block, &head.headers);
    block
}

/// Returns the block of a response's head.
pub(crate) fn of_response(status: StatusCode, headers: &HeaderMap) -> Vec<u8> {
    let mut block = format!(":status: {}\r\n", status.as_u16()).into_bytes();
    append(&mut block, headers);
    block
}

/// Returns the block of trailers.
pub(crate) fn of_trailers(headers: &HeaderMap) -> Vec<u8> {
    let mut block = Vec::new();
    append(&mut block, headers);
    block
}

fn append(block: &mut Vec<u8>, headers: &HeaderMap) {
    for (name, value) in headers.iter().filter(|(name, _)| !OF_CONNECTIONS.contains(name)) {
        block.extend_from_slice(name.as_str().as_bytes());
        block.extend_from_slice(b": ");
        block.extend_from_slice(value.as_bytes());
        block.extend_from_slice(b"\r\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_heads_of_http() {
        let target = Target::parse("http://host:1").expect("a target");
        let block = b":method: POST\r\n:path: /a/b\r\nx-a: 1\r\nx-a: \r\n";
        let made = request(block, &target, Version::Http2, ()).expect("a request");
        assert_eq!(made.uri(), "http://host:1/a/b");
        assert_eq!(of_request(&made.into_parts().0), block);
        assert_eq!(of_trailers(&trailers(b"").expect("none")), b"");
        for wrong in [&b"no colon\r\n"[..], b":path: a b\r\n", b"x y: 1\r\n", b"x: \x01\r\n"] {
            assert!(request(wrong, &target, Version::Http2, ()).is_err());
        }
    }
}
