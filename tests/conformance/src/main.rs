//! The program that the conformance runner starts: `polywire-conformance ENGINE` builds an engine and answers with it,
//! `polywire-conformance at SOCKET` forwards to a process whose engine is already built.

use polywire_conformance::{Testee, engine, relay, serve, suite};
use std::io::{Error, Result, stdin, stdout};
use std::path::Path;

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["at", socket] => relay(Path::new(socket)),
        [name] => {
            let engine = engine(name, &suite()).ok_or_else(|| Error::other(format!("there is no engine {name:?}")))?;
            let mut testee = Testee::new(engine);
            serve(stdin().lock(), stdout().lock(), |request| testee.answer(request))
        }
        _ => Err(Error::other("usage: polywire-conformance ENGINE | at SOCKET")),
    }
}
