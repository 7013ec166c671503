//! `polywire-conformance ENGINE`: what the conformance runner starts.

use polywire_conformance::{Testee, engine, serve, suite};
use std::io::{Error, Result, stdin, stdout};

fn main() -> Result<()> {
    let name = std::env::args().nth(1).unwrap_or_default();
    let engine = engine(&name, &suite()).ok_or_else(|| Error::other(format!("there is no engine {name:?}")))?;
    let mut testee = Testee::new(engine);
    serve(stdin().lock(), stdout().lock(), |request| testee.answer(request))
}
