//! Other implementations in Erlang. Generated code converts their values to messages and back.

mod erlcapnp;
mod gpb;
mod json;

use super::Missing;
use crate::erlang::Program;
use crate::work::{run, write};
use polywire_model::{DeclId, Model};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Another implementation of a format.
pub trait Peer {
    /// The name of the implementation, for example `gpb`.
    fn name(&self) -> &'static str;

    /// The name of the format in this project.
    fn format(&self) -> &'static str;

    /// Prints the sources to compile, or says why that is impossible.
    fn prepare(&self, work: &Work) -> Result<Program, Missing>;
}

/// The input of a peer.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// An existing folder for the peer's files.
    pub folder: &'a Path,
    /// The folder of the compiled modules of the harness.
    pub modules: &'a Path,
    /// The schema.
    pub model: &'a Model,
    /// The root type.
    pub root: DeclId,
    /// The schema's `.proto` files by name; the last one imports the others. Empty if the schema is in another
    /// language.
    pub proto: &'a [(String, String)],
    /// A folder with `erlang/NAME/ebin` of libraries outside Erlang's path; may be missing.
    pub installed: &'a Path,
}

/// Returns all other implementations in Erlang.
pub fn all() -> [&'static dyn Peer; 5] {
    [&gpb::Gpb, &erlcapnp::Erlcapnp, &json::JSONE, &json::THOAS, &json::JIFFY]
}

/// A program that prints modules, and its file in `bench/peers`.
struct Printer {
    name: &'static str,
    /// The module that is looked up to find it.
    module: &'static str,
    codec: &'static str,
    text: &'static str,
}

impl Printer {
    /// Returns the code paths that Erlang needs to find it.
    fn path(&self, work: &Work) -> Result<Vec<PathBuf>, Missing> {
        let folder = work.installed.join("erlang").join(self.name).join("ebin");
        let module = self.module;
        if folder.join(module).with_extension("beam").exists() {
            return Ok(vec![PathBuf::from("-pa"), folder]);
        }
        let look = format!("case code:ensure_loaded({module}) of {{module, _}} -> halt(0); _ -> halt(1) end.");
        match run(Command::new("erl").args(["-noshell", "-eval", &look])) {
            Ok(()) => Ok(Vec::new()),
            Err(_) => Err(Missing::Reason(format!(
                "not installed: there is no {module}.beam in {}, and Erlang does not find it (ERL_LIBS)",
                folder.display()
            ))),
        }
    }

    /// Prints the module of a schema; `new` in `bench/peers` creates the codec from it with these arguments.
    fn print(&self, work: &Work, path: &[PathBuf], schema: &str, arguments: &[&str]) -> Result<Program, Missing> {
        let Self { name, codec, .. } = self;
        let glue = work.folder.join(format!("{codec}.erl"));
        write(&glue, self.text).map_err(Missing::Failed)?;
        run(Command::new("erlc").arg("-o").arg(work.folder).arg(&glue)).map_err(Missing::Failed)?;
        let module = format!("{name}_peer");
        let print = format!("polywire_bench:print({codec}, {schema:?}, {module:?}).");
        // Erlang runs in a different working directory.
        let modules = std::path::absolute(work.modules).map_err(|error| Missing::Reason(error.to_string()))?;
        let mut command = Command::new("erl");
        command.args(["-noshell", "-pa", ".", "-pa"]).arg(modules).args(path).args(["-eval", &print]);
        let output = command.current_dir(work.folder).stdin(Stdio::null()).output();
        let said = match output {
            Ok(output) if output.status.success() => {
                let source = work.folder.join(format!("{module}.erl"));
                let arguments: String = arguments.iter().map(|it| format!(", {it:?}")).collect();
                let codec = format!("{codec}:new({module}{arguments})");
                return Ok(Program { folder: work.folder.to_owned(), path: path.to_vec(), source, codec });
            }
            Ok(output) => String::from_utf8_lossy(&output.stderr).trim().to_owned(),
            Err(error) => error.to_string(),
        };
        Err(Missing::Reason(format!("{name} rejects the schema: {said}")))
    }
}
