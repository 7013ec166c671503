//! A server of the shop that speaks gRPC, gRPC-Web and Connect, and a client for each.
//!
//! - `shop-calls` runs the server and all clients, on a port of this machine.
//! - `shop-calls serve` runs the server, and prints its URL.
//! - `shop-calls call PROTOCOL URL` runs a client.

mod client;
mod server;

mod generated {
    include!(concat!(env!("OUT_DIR"), "/mod.rs"));
}

use generated::rpc::PROTOCOLS;
use generated::shop::serve_orders;
use polywire_calls::{Handler, Server};
use std::error::Error;
use std::time::Duration;
use tokio::runtime::Builder;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        match args.as_slice() {
            [] => all().await,
            ["serve"] => serve().await,
            ["call", name, url] => call(name, url).await,
            _ => Err("usage: shop-calls [serve | call PROTOCOL URL]".into()),
        }
    })
}

async fn start() -> Result<Server, Box<dyn Error>> {
    let handler = Handler::new(PROTOCOLS, [serve_orders(server::Shop::default())]);
    Ok(Server::start(handler, "http://127.0.0.1:0", None).await?)
}

async fn serve() -> Result<(), Box<dyn Error>> {
    let server = start().await?;
    println!("{}", server.url());
    std::future::pending().await
}

async fn all() -> Result<(), Box<dyn Error>> {
    let server = start().await?;
    for protocol in PROTOCOLS {
        println!("{}", protocol.name);
        client::call(server.url(), protocol).await?;
    }
    server.stop(Duration::from_secs(1)).await;
    Ok(())
}

async fn call(name: &str, url: &str) -> Result<(), Box<dyn Error>> {
    let protocol = PROTOCOLS.iter().find(|protocol| protocol.name == name);
    client::call(url, protocol.ok_or("there is no such protocol")?).await
}
