//! `polywire-conformance ENGINE [built]`: what the conformance runner starts; where the engine is said to be built, it is not
//! built again.

use polywire_conformance::{Testee, built_engine, engine, serve, suite};
use std::io::{Error, Result, stdin, stdout};

fn main() -> Result<()> {
    let name = std::env::args().nth(1).unwrap_or_default();
    let is_built = std::env::args().nth(2).is_some_and(|word| word == "built");
    let engine = if is_built { built_engine(&name) } else { engine(&name, &suite()) };
    let engine = engine.ok_or_else(|| Error::other(format!("there is no engine {name:?}")))?;
    let mut testee = Testee::new(engine);
    serve(stdin().lock(), stdout().lock(), |request| testee.answer(request))
}
