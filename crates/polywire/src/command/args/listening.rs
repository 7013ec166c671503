//! Arguments of servers of all kinds.

use clap::Args as ClapArgs;
use polywire_net::{Identity, ServerTls};
use std::path::PathBuf;

/// Who may call, and who answers.
#[derive(ClapArgs)]
pub struct Listening {
    /// Origin whose pages may call from a browser, as in `https://shop.example.com`, or `*` for any; can be given several times.
    #[arg(long, value_name = "ORIGIN")]
    pub cors: Vec<String>,

    /// File with the certificate, for `https`.
    #[arg(long, value_name = "FILE", requires = "key")]
    cert: Option<PathBuf>,

    /// File with the private key of the certificate.
    #[arg(long, value_name = "FILE", requires = "cert")]
    key: Option<PathBuf>,

    /// File with the certificates of authorities: only clients with a certificate of theirs are answered.
    #[arg(long, value_name = "FILE", requires = "cert")]
    client_ca: Option<PathBuf>,
}

impl Listening {
    /// Returns the certificate of the server, and whom it trusts.
    pub fn tls(&self) -> Option<ServerTls> {
        let identity = identity(self.cert.as_ref(), self.key.as_ref());
        identity.map(|identity| ServerTls { identity, clients: self.client_ca.clone() })
    }
}

/// Returns the identity that two files are; clap sees to it that there are both or none.
pub fn identity(cert: Option<&PathBuf>, key: Option<&PathBuf>) -> Option<Identity> {
    cert.zip(key).map(|(certificate, key)| Identity { certificate: certificate.clone(), key: key.clone() })
}
