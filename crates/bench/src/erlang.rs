//! Subjects in Erlang: a module for the codec, and others around it.

use crate::error::Error;
use crate::machine;
use crate::runtime;
use crate::subject::{Build, Subject};
use crate::work::{built, run, write_all};
use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What there is to measure of a type.
pub struct Erlang<'a> {
    /// Its record, as in `Account`.
    pub record: &'a str,
    /// The first part of the names of its codecs' modules, as in `trade`.
    pub module: &'a str,
    /// Generated modules and headers of all formats, and of the images' format.
    pub generated: &'a [(String, String)],
    /// The images' format.
    pub images: &'a str,
}

/// A folder with all that is compiled.
pub struct Workshop<'a> {
    erlang: &'a Erlang<'a>,
    folder: PathBuf,
    /// A number for all that a module depends on besides its own text.
    common: u64,
}

/// The compiler's release, or that there is none.
pub fn version() -> Result<String, Error> {
    let print = "io:format(\"Erlang/OTP ~s, erts ~s~n\", [erlang:system_info(otp_release), erlang:system_info(version)]), halt().";
    let found = machine::output("erl", &["-noshell", "-eval", print]);
    found.ok_or_else(|| Error::Tool("Erlang is not found (erl); install Erlang/OTP 25 or later".to_owned()))
}

impl<'a> Workshop<'a> {
    /// Writes the modules, and compiles what all subjects share.
    pub fn new(erlang: &'a Erlang<'a>, folder: &Path, version: &str) -> Result<Self, Error> {
        let shared: Vec<(&str, &str)> = runtime::ERLANG.iter().copied().chain([runtime::ERLANG_BENCH]).collect();
        write_all(folder, erlang.generated)?;
        write_all(folder, &shared)?;
        let mut hasher = DefaultHasher::new();
        let headers: Vec<_> = erlang.generated.iter().filter(|(name, _)| name.ends_with(".hrl")).collect();
        (version, headers).hash(&mut hasher);
        let workshop = Self { erlang, folder: folder.to_owned(), common: hasher.finish() };
        let images = workshop.file(erlang.images);
        let names: Vec<&str> = shared.iter().map(|(name, _)| *name).chain([&*images]).collect();
        workshop.compile(&names)?;
        Ok(workshop)
    }

    /// Builds the subject of a generated codec.
    pub fn generated(&self, format: &str) -> Result<Subject, Error> {
        let Erlang { record, module, images, .. } = self.erlang;
        let build = self.compile(&[&self.file(format)])?;
        let [codec, images] = [format, images].map(|format| format!("{module}_{format}"));
        let folder = self.folder.as_os_str();
        let start = ["erl", "-noshell", "-pa"].map(OsString::from).into_iter().chain([folder.to_owned()]);
        let main = ["-run", "polywire_bench", "main", &codec, &images, record, env!("CARGO_PKG_VERSION")];
        Ok(Subject {
            format: format.to_owned(),
            implementation: "Polywire".to_owned(),
            command: start.chain(main.map(OsString::from)).collect(),
            build: Some(build),
        })
    }

    /// The module of a format.
    fn file(&self, format: &str) -> String {
        format!("{}_{format}.erl", self.erlang.module)
    }

    /// Compiles modules together; what it took is told of the last one.
    fn compile(&self, names: &[&str]) -> Result<Build, Error> {
        let sources: Vec<PathBuf> = names.iter().map(|name| self.folder.join(name)).collect();
        let mut hasher = DefaultHasher::new();
        self.common.hash(&mut hasher);
        for source in &sources {
            fs::read(source).map_err(Error::file(source))?.hash(&mut hasher);
        }
        let mut command = Command::new("erlc");
        command.arg("-o").arg(&self.folder).arg("-I").arg(&self.folder).args(&sources);
        let size = |path: &Path| Ok(fs::metadata(path).map_err(Error::file(path))?.len());
        let last = sources.last().map_or_else(PathBuf::new, |source| source.with_extension("beam"));
        built(&last, hasher.finish(), || run(&mut command), size)
    }
}
