//! The official C++ implementation of Cap'n Proto.

use super::glue::Glue;
use super::installed::{Library, run, tool};
use super::schema::{Can, FILE, SCOPE, Schema};
use super::sources::program;
use super::{Missing, Peer, Work};
use crate::cpp::Program;
use crate::work::write;
use polywire_front::capnp::derive_capnp;
use polywire_model::pascal_case;
use std::env;
use std::process::Command;

pub(super) struct Capnp;

const LIBRARY: Library =
    Library { header: "capnp/message.h", package: "capnp", links: &["-lcapnp", "-lkj", "-lpthread"] };

const GLUE: Glue =
    Glue { template: ("fields_of", "value"), field: "CAPNP_FIELD", name: pascal_case, also: |_, _| String::new() };

impl Peer for Capnp {
    fn name(&self) -> &'static str {
        "libcapnp"
    }

    fn format(&self) -> &'static str {
        "capnp"
    }

    fn prepare(&self, work: &Work) -> Result<Program, Missing> {
        let can = Can { optional_scalars: false, any_enums: false, optional_texts: true, nested_lists: true };
        let schema = Schema::new(work.model, work.root, can)?;
        let (flags, capnp) = (LIBRARY.flags(work)?, tool(work, "capnp")?);
        let file = format!("{FILE}.capnp");
        let text = derive_capnp(&schema.model, FILE).text;
        let (id, declarations) = text.split_once('\n').unwrap_or((&text, ""));
        let scoped =
            format!("{id}\nusing Cxx = import \"/capnp/c++.capnp\";\n$Cxx.namespace(\"{SCOPE}\");\n{declarations}");
        write(&work.folder.join(&file), scoped).map_err(Missing::Failed)?;
        let mut command = Command::new(&capnp);
        command.args(["compile", "-oc++"]).arg(format!("-I{}", work.installed.join("include").display())).arg(&file);
        // The compiler looks for its C++ plugin in PATH.
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = [work.installed.join("bin")].into_iter().chain(env::split_paths(&path));
        command.env("PATH", env::join_paths(folders).unwrap_or_default());
        run(work, &mut command)?;
        let glue = GLUE.print(&schema, &format!("{file}.h"));
        let codec = format!("peers::capnp_codec<{}, {}>", work.cpp_type, schema.cpp_root());
        let printed = work.folder.join(format!("{file}.c++"));
        program(work, ("capnp.hpp", &codec), &glue, flags, vec![printed])
    }
}
