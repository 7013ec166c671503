//! A server and a client of the shop.
//!
//! - `shop-grpc` runs both, on a port of this machine.
//! - `shop-grpc serve` runs the server, and prints its address.
//! - `shop-grpc call ADDRESS` runs the client.

mod client;
mod server;

mod generated {
    include!(concat!(env!("OUT_DIR"), "/mod.rs"));
}

use std::error::Error;
use tokio::runtime::Builder;
use tonic::transport::server::TcpIncoming;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        match args.as_slice() {
            [] => both().await,
            ["serve"] => serve().await,
            ["call", address] => client::call(address).await,
            _ => Err("usage: shop-grpc [serve | call ADDRESS]".into()),
        }
    })
}

async fn both() -> Result<(), Box<dyn Error>> {
    let incoming = TcpIncoming::bind("127.0.0.1:0".parse()?)?;
    let address = incoming.local_addr()?;
    tokio::spawn(server::serve(incoming));
    client::call(&address.to_string()).await
}

async fn serve() -> Result<(), Box<dyn Error>> {
    let incoming = TcpIncoming::bind("127.0.0.1:0".parse()?)?;
    println!("{}", incoming.local_addr()?);
    Ok(server::serve(incoming).await?)
}
