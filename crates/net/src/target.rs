//! Where servers are: URLs.

use crate::Error;
use std::fmt;
use std::path::PathBuf;

/// A server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its address.
    pub address: Address,
    /// The connection is by TLS.
    pub is_tls: bool,
    /// Its name in requests.
    pub authority: String,
}

/// An address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// A host and a port.
    Host(String, u16),
    /// A Unix socket.
    Unix(PathBuf),
}

const EXPECTED: &str = "write it as in `http://host:port`, `https://host`, `host:port` or `unix:/path`";

impl Target {
    /// Reads `http://…`, `https://…`, `unix:…` or `host:port`.
    pub fn parse(url: &str) -> Result<Self, Error> {
        if let Some(path) = url.strip_prefix("unix://").or_else(|| url.strip_prefix("unix:")) {
            return match path {
                "" => Err(Error::Target(format!("`{url}` lacks the path of the socket; {EXPECTED}"))),
                path => Ok(Self::unix(path)),
            };
        }
        let (is_tls, rest) = match url.split_once("://") {
            Some(("http", rest)) => (false, Some(rest)),
            Some(("https", rest)) => (true, Some(rest)),
            Some(_) => (false, None),
            None => (false, Some(url).filter(|url| url.contains(':'))),
        };
        let authority = rest.map(|rest| rest.strip_suffix('/').unwrap_or(rest));
        let address = authority.and_then(|it| host_and_port(it, if is_tls { 443 } else { 80 }));
        match (address, authority) {
            (Some((host, port)), Some(authority)) => {
                Ok(Self { address: Address::Host(host, port), is_tls, authority: authority.to_owned() })
            }
            _ => Err(Error::Target(format!("`{url}` is no address of a server; {EXPECTED}"))),
        }
    }

    fn unix(path: &str) -> Self {
        Self { address: Address::Unix(PathBuf::from(path)), is_tls: false, authority: "localhost".to_owned() }
    }

    /// Returns the name that a certificate has to have.
    pub(crate) fn host(&self) -> &str {
        match &self.address {
            Address::Host(host, _) => host,
            Address::Unix(_) => "localhost",
        }
    }
}

fn host_and_port(authority: &str, default: u16) -> Option<(String, u16)> {
    let is_plain = !authority.is_empty() && !authority.contains(['/', '?', '#', '@', ' ']);
    let uri: http::uri::Authority = authority.parse().ok().filter(|_| is_plain)?;
    let port = match authority.strip_prefix(uri.host())? {
        "" => default,
        behind => behind.strip_prefix(':')?.parse().ok()?,
    };
    let host = uri.host().trim_start_matches('[').trim_end_matches(']');
    (!host.is_empty()).then(|| (host.to_owned(), port))
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.address {
            Address::Host(host, port) if host.contains(':') => write!(f, "[{host}]:{port}"),
            Address::Host(host, port) => write!(f, "{host}:{port}"),
            Address::Unix(path) => write!(f, "{}", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_addresses() {
        for (url, is_tls, host, port) in [
            ("http://localhost:8080", false, "localhost", 8080),
            ("https://example.com/", true, "example.com", 443),
            ("localhost:1", false, "localhost", 1),
            ("http://[::1]:5", false, "::1", 5),
        ] {
            let target = Target::parse(url).expect("an address");
            assert_eq!((target.address, target.is_tls), (Address::Host(host.to_owned(), port), is_tls), "{url}");
        }
        let socket = Target::parse("unix:/run/socket").expect("an address");
        assert_eq!(socket.address, Address::Unix("/run/socket".into()));
    }

    #[test]
    fn other_texts_are_refused_with_advice() {
        for url in
            ["", "localhost", "ftp://host:1", "http://", "http://host:x", "http://host/path", "unix:", "a b:1", ":1"]
        {
            let error = Target::parse(url).expect_err(url).to_string();
            assert!(error.contains("unix:/path"), "{url}: {error}");
        }
    }
}
