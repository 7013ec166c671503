//! erlcapnp, for Cap'n Proto.

use super::{Peer, Printer, Work};
use crate::erlang::Program;
use crate::peers::Missing;
use crate::peers::installed::{run_in, tool_in};
use crate::peers::schema::{FILE, Schema};
use crate::work::write;
use polywire_front::capnp::derive_capnp;
use std::fs;
use std::process::Command;

pub(super) struct Erlcapnp;

const PRINTER: Printer = Printer {
    name: "erlcapnp",
    module: "capnp_compile",
    codec: "erlcapnp_codec",
    text: include_str!("../../../../../bench/peers/erlcapnp_codec.erl"),
};

/// The compiled schema as Cap'n Proto's compiler passes it to plugins.
const REQUEST: &str = "peer.request";

impl Peer for Erlcapnp {
    fn name(&self) -> &'static str {
        PRINTER.name
    }

    fn format(&self) -> &'static str {
        "capnp"
    }

    fn prepare(&self, work: &Work) -> Result<Program, Missing> {
        let (path, capnp) = (PRINTER.path(work)?, tool_in(work.installed, "capnp")?);
        let schema = Schema::of(work.model, work.root);
        let file = format!("{FILE}.capnp");
        write(&work.folder.join(&file), derive_capnp(&schema.model, FILE).text).map_err(Missing::Failed)?;
        let request = run_in(work.folder, Command::new(capnp).args(["compile", "-o-", &file]))?;
        write(&work.folder.join(REQUEST), request).map_err(Missing::Failed)?;
        PRINTER.print(work, &path, REQUEST, &[schema.name(schema.root), &version(work)])
    }
}

/// Reads the version from its installed sources.
fn version(work: &Work) -> String {
    let file = work.installed.join("erlang").join(PRINTER.name).join("src/erlcapnp.app.src");
    let text = fs::read_to_string(file).unwrap_or_default();
    let quoted = text.split_once("vsn").and_then(|(_, rest)| rest.split('"').nth(1));
    quoted.unwrap_or_default().to_owned()
}
