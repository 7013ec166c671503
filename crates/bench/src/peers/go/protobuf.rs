//! Google's implementation of Protocol Buffers, and vtprotobuf, which adds functions to its messages.

use super::{Peer, ProtoFile, Work};
use crate::go::Program;
use crate::peers::Missing;
use crate::peers::installed::{run_in, tool_in};
use crate::work::write_all;
use std::fs;
use std::path::Path;
use std::process::Command;

pub(super) struct Protobuf {
    name: &'static str,
    /// Its package in `bench/peers/go`.
    package: &'static str,
    module: &'static str,
    has_plugin: bool,
}

pub(super) const PROTOBUF_GO: Protobuf =
    Protobuf { name: "protobuf-go", package: "protobuf", module: "google.golang.org/protobuf", has_plugin: false };

pub(super) const VTPROTOBUF: Protobuf = Protobuf {
    name: "vtprotobuf",
    package: "vtprotobuf",
    module: "github.com/planetscale/vtprotobuf",
    has_plugin: true,
};

/// The import path of printed packages.
const PRINTED: &str = "peers/printed";

/// Go has packages for the files of this folder.
const GOOGLE: &str = "google/protobuf/";

impl Peer for Protobuf {
    fn name(&self) -> &'static str {
        self.name
    }

    fn format(&self) -> &'static str {
        "protobuf"
    }

    fn prepare(&self, work: &Work) -> Result<Program, Missing> {
        if work.proto.is_empty() {
            return Err(Missing::Reason("it needs a schema in the language of Protocol Buffers".to_owned()));
        }
        work.start(self.module)?;
        let files: Vec<(&str, &str)> = work.proto.iter().map(|it| (it.name.as_str(), it.text.as_str())).collect();
        write_all(&work.folder.join("schema"), &files).map_err(Missing::Failed)?;
        print(work, "go", "google.golang.org/protobuf/cmd/protoc-gen-go", &[])?;
        let package = import_path(&work.package.join("."));
        let names = messages(work, &package)?;
        let wanted = work.root.concat();
        let root = names.iter().find(|name| plain(name) == plain(&wanted));
        let root = root.ok_or_else(|| Missing::Reason(format!("protoc-gen-go printed no type {wanted}")))?;
        if self.has_plugin {
            let mut options = vec!["features=marshal+unmarshal+unmarshal_unsafe+size+pool".to_owned()];
            for path in packages(work) {
                options.extend(messages(work, &path)?.iter().map(|name| format!("pool={path}.{name}")));
            }
            print(work, "go-vtproto", "github.com/planetscale/vtprotobuf/cmd/protoc-gen-go-vtproto", &options)?;
        }
        Ok(Program {
            folder: work.folder.to_owned(),
            cache: work.cache(),
            library: format!("peers/{}", self.package),
            types: package,
            codec: format!("{}.Codec[types.{root}]()", self.package),
        })
    }
}

/// Runs a plugin of protoc for all files of the schema.
fn print(work: &Work, name: &str, program: &str, options: &[String]) -> Result<(), Missing> {
    let (protoc, plugin) = (tool_in(work.installed, "protoc")?, work.program(program)?);
    let mut command = Command::new(protoc);
    command.args(["-I", "schema"]).arg(format!("--plugin=protoc-gen-{name}={}", plugin.display()));
    command.arg(format!("--{name}_out=.")).arg(format!("--{name}_opt=module=peers"));
    for file in own(work) {
        let path = import_path(&file.package);
        // The name of the package is the same in all of its files.
        command.arg(format!("--{name}_opt=M{}={path};printed", file.name)).arg(&file.name);
    }
    command.args(options.iter().map(|option| format!("--{name}_opt={option}")));
    run_in(work.folder, &mut command).map(drop)
}

fn own<'w>(work: &'w Work) -> impl Iterator<Item = &'w ProtoFile> {
    work.proto.iter().filter(|file| !file.name.starts_with(GOOGLE))
}

fn packages(work: &Work) -> Vec<String> {
    let mut packages: Vec<String> = own(work).map(|file| import_path(&file.package)).collect();
    packages.sort();
    packages.dedup();
    packages
}

fn import_path(package: &str) -> String {
    let folder = package.replace('.', "/");
    if folder.is_empty() { PRINTED.to_owned() } else { format!("{PRINTED}/{folder}") }
}

/// Returns the names of the structs in a package.
fn messages(work: &Work, path: &str) -> Result<Vec<String>, Missing> {
    let folder = work.folder.join(path.trim_start_matches("peers/"));
    let mut names = Vec::new();
    for file in files(&folder)? {
        let text = fs::read_to_string(&file).map_err(|error| Missing::Reason(error.to_string()))?;
        let structs = text.lines().filter_map(|line| line.strip_prefix("type ")?.strip_suffix(" struct {"));
        names.extend(structs.map(str::to_owned));
    }
    names.sort();
    Ok(names)
}

fn files(folder: &Path) -> Result<Vec<std::path::PathBuf>, Missing> {
    let wrong = |error: std::io::Error| Missing::Reason(format!("{}: {error}", folder.display()));
    let paths = fs::read_dir(folder).map_err(wrong)?.flatten().map(|entry| entry.path());
    Ok(paths.filter(|path| path.to_string_lossy().ends_with(".pb.go")).collect())
}

/// Returns a name without what the case of letters and `_` add to it.
fn plain(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}
