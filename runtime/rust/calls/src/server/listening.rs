//! A server that listens.

use super::handler::Handler;
use crate::{ConnectionError, ServerTls};
use polywire_net::{Network, Target};
use std::fmt;
use std::time::Duration;
use tokio::task::JoinHandle;

/// A server that listens, and speaks HTTP/1.1 and HTTP/2. It accepts nothing more behind the end of this value.
pub struct Server {
    listening: polywire_net::Server,
    answering: JoinHandle<()>,
}

/// Requests that nobody has begun to answer.
const QUEUE: usize = 16;

impl Server {
    /// Listens at a URL: `http://localhost:8080`, `http://127.0.0.1:0` for any free port, `unix:/run/server`, or `https://…` with TLS.
    ///
    /// # Errors
    /// If nobody can listen there, or there is no runtime of tokio.
    pub async fn start(handler: Handler, url: &str, tls: Option<&ServerTls>) -> Result<Self, ConnectionError> {
        let (network, target) = (Network::here()?, Target::parse(url)?);
        if target.is_tls != tls.is_some() {
            let message = format!("`{url}`: https needs a certificate and its key, and http has none");
            return Err(ConnectionError::Target(message));
        }
        let (postbox, mut mailbox) = network.mailbox(QUEUE);
        let listening = network.serve_here(&target, tls, &postbox, |asked| asked).await?;
        let answering = tokio::spawn(async move {
            while let Some(asked) = mailbox.next().await {
                tokio::spawn(handler.clone().answer(asked));
            }
        });
        Ok(Self { listening, answering })
    }

    /// Returns where it listens.
    pub fn url(&self) -> &str {
        &self.listening.url
    }

    /// Accepts nothing more, and waits until the calls that there are have ended, but not longer than this.
    pub async fn stop(self, within: Duration) {
        self.listening.stop(within).await;
        self.answering.abort();
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("url", &self.listening.url).finish_non_exhaustive()
    }
}
