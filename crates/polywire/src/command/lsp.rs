//! `polywire lsp`.

use super::failure::Failure;
use super::model::FILE_SYSTEM;
use lsp_server::Connection;
use polywire::lsp::serve;

pub fn run() -> Result<(), Failure> {
    let (connection, threads) = Connection::stdio();
    let served = serve(&connection, FILE_SYSTEM);
    // The thread that writes ends when the connection is gone.
    drop(connection);
    served.map_err(|error| Failure::Input(format!("the client does not follow the protocol: {error}")))?;
    threads.join().map_err(|error| Failure::File(format!("the connection to the client: {error}")))
}
