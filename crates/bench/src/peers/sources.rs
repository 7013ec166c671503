//! The files of `bench/peers`, which are part of the command, and the code printed around them.

use super::installed::Flags;
use super::{Missing, Work};
use crate::cpp::Program;
use crate::work::{write, write_all};
use std::path::PathBuf;

macro_rules! files {
    ($($name:literal)*) => {
        &[$((concat!("peers/", $name), include_str!(concat!("../../../../bench/peers/", $name)))),*]
    };
}

const HEADERS: &[(&str, &str)] = files!(
    "avro_c.hpp"
    "capnp.hpp"
    "cereal.hpp"
    "described.hpp"
    "fastcdr.hpp"
    "flatbuffers.hpp"
    "json_c.hpp"
    "msgpack.hpp"
    "protobuf.hpp"
    "rapidjson.hpp"
    "sbe.hpp"
    "simdjson.hpp"
    "thrift.hpp"
    "tinycbor.hpp"
    "yyjson.hpp"
);

/// Prints the program for a codec such as `peers::yyjson_codec<::trade::Account>` from a header. `before` precedes it.
pub(super) fn program(
    work: &Work,
    (header, codec): (&str, &str),
    before: &str,
    flags: Flags,
    others: Vec<PathBuf>,
) -> Result<Program, Missing> {
    write_all(work.folder, HEADERS).map_err(Missing::Failed)?;
    let text = format!(
        "#include \"peers/{header}\"\n\n#include \"{0}.describe.hpp\"\n#include \"polywire/bench/codec.hpp\"\n{before}\n\
         using codec = {codec};\nPOLYWIRE_BENCH_SUBJECT({1}, codec)\n",
        work.header, work.cpp_type
    );
    let path = work.folder.join("codec.cpp");
    write(&path, text).map_err(Missing::Failed)?;
    Ok(Program { codec: path, others, flags: flags.compiler, libraries: flags.linker })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    /// A file missing from this list would be missing from every build.
    #[test]
    fn all_files_are_there() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/peers");
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        let mut found: Vec<String> = entries.map(|name| format!("peers/{}", name.to_string_lossy())).collect();
        found.retain(|name| name.ends_with(".hpp"));
        found.sort();
        let listed: Vec<&str> = HEADERS.iter().map(|(name, _)| *name).collect();
        assert_eq!(listed, found);
    }
}
