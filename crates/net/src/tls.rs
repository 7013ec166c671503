//! TLS, by rustls.

use crate::error::with_causes;
use crate::stream::Stream;
use crate::{Error, Target, Version};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_rustls::rustls::client::WebPkiServerVerifier;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{self, ClientConfig, DigitallySignedStruct, RootCertStore, ServerConfig, SignatureScheme};
use tokio_rustls::{TlsAcceptor, TlsConnector};

/// Whom a client trusts, and who it is.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    /// A file with the certificates of authorities, in the place of those of the system.
    pub authorities: Option<PathBuf>,
    /// Whoever answers is trusted.
    pub is_blind: bool,
    /// Who this side is, for servers that ask.
    pub identity: Option<Identity>,
}

/// Who a server is, and whom it answers.
#[derive(Clone, Debug)]
pub struct ServerTls {
    /// The server.
    pub identity: Identity,
    /// A file with the certificates of authorities. Only clients with a certificate of theirs are answered; without it, all are.
    pub clients: Option<PathBuf>,
}

/// A certificate and its key, as files in PEM.
#[derive(Clone, Debug)]
pub struct Identity {
    /// The certificate, and those of its authorities.
    pub certificate: PathBuf,
    /// The private key.
    pub key: PathBuf,
}

impl Identity {
    fn read(&self) -> Result<(Vec<CertificateDer<'static>>, PrivateKeyDer<'static>), Error> {
        let key = PrivateKeyDer::from_pem_file(&self.key).map_err(|error| Error::file(&self.key, pem_text(&error)))?;
        Ok((certificates(&self.certificate)?, key))
    }
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, Error> {
    let all = CertificateDer::pem_file_iter(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    match all.map_err(|error| Error::file(path, pem_text(&error)))? {
        all if all.is_empty() => {
            Err(Error::file(path, "there is no certificate in PEM (`-----BEGIN CERTIFICATE-----`)"))
        }
        all => Ok(all),
    }
}

fn pem_text(error: &rustls::pki_types::pem::Error) -> String {
    match error {
        rustls::pki_types::pem::Error::Io(error) => error.to_string(),
        rustls::pki_types::pem::Error::NoItemsFound => "there is nothing in PEM that is expected here".to_owned(),
        error => error.to_string(),
    }
}

/// The protocol of a version in the handshake.
const fn protocol(version: Version) -> &'static [u8] {
    match version {
        Version::Http1 => b"http/1.1",
        Version::Http2 => b"h2",
    }
}

pub(crate) async fn connect(
    stream: Stream,
    target: &Target,
    trust: &Trust,
    version: Option<Version>,
) -> Result<Stream, Error> {
    let mut config = client_config(trust)?;
    config.alpn_protocols = version.map(|it| protocol(it).to_vec()).into_iter().collect();
    let name = ServerName::try_from(target.host().to_owned()).map_err(|error| Error::unreachable(target, error))?;
    let connected = TlsConnector::from(Arc::new(config)).connect(name, stream).await;
    let stream = connected.map_err(|error| Error::unreachable(target, with_causes(&error)))?;
    match (stream.get_ref().1.alpn_protocol(), version) {
        (None, None | Some(Version::Http1)) => Ok(Box::new(stream)),
        (Some(chosen), Some(version)) if chosen == protocol(version) => Ok(Box::new(stream)),
        _ => Err(Error::unreachable(target, "the server does not speak HTTP/2 over TLS")),
    }
}

fn client_config(trust: &Trust) -> Result<ClientConfig, Error> {
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider.clone());
    let builder = builder.with_safe_default_protocol_versions().map_err(|error| Error::Target(error.to_string()))?;
    let builder = if trust.is_blind {
        builder.dangerous().with_custom_certificate_verifier(Arc::new(Blind(provider)))
    } else {
        let verifier = WebPkiServerVerifier::builder_with_provider(Arc::new(roots(trust)?), provider).build();
        builder.with_webpki_verifier(verifier.map_err(|error| Error::Target(error.to_string()))?)
    };
    match &trust.identity {
        None => Ok(builder.with_no_client_auth()),
        Some(identity) => {
            let (chain, key) = identity.read()?;
            builder.with_client_auth_cert(chain, key).map_err(|error| Error::file(&identity.key, error))
        }
    }
}

fn roots_in(path: &Path) -> Result<RootCertStore, Error> {
    let mut roots = RootCertStore::empty();
    for certificate in certificates(path)? {
        roots.add(certificate).map_err(|error| Error::file(path, error))?;
    }
    Ok(roots)
}

fn roots(trust: &Trust) -> Result<RootCertStore, Error> {
    let mut roots = RootCertStore::empty();
    match &trust.authorities {
        Some(path) => roots = roots_in(path)?,
        None => {
            roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
            if roots.is_empty() {
                let message = "the system has no certificates of authorities; name a file with some";
                return Err(Error::Target(message.to_owned()));
            }
        }
    }
    Ok(roots)
}

/// Returns what accepts connections of clients.
pub(crate) fn acceptor(tls: &ServerTls) -> Result<TlsAcceptor, Error> {
    let provider = Arc::new(ring::default_provider());
    let builder = ServerConfig::builder_with_provider(provider.clone());
    let builder = builder.with_safe_default_protocol_versions().map_err(|error| Error::Target(error.to_string()))?;
    let builder = match &tls.clients {
        None => builder.with_no_client_auth(),
        Some(path) => {
            let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots_in(path)?), provider).build();
            builder.with_client_cert_verifier(verifier.map_err(|error| Error::file(path, error))?)
        }
    };
    let (chain, key) = tls.identity.read()?;
    let config = builder.with_single_cert(chain, key);
    let mut config = config.map_err(|error| Error::file(&tls.identity.key, error))?;
    config.alpn_protocols = [Version::Http2, Version::Http1].map(|version| protocol(version).to_vec()).to_vec();
    Ok(TlsAcceptor::from(Arc::new(config)))
}

/// Trusts every certificate, but checks that the other side has its key.
#[derive(Debug)]
struct Blind(Arc<CryptoProvider>);

impl ServerCertVerifier for Blind {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
