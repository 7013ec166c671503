//! Erlang subjects: a module for the codec, and those of the harness.

use crate::error::Error;
use crate::machine;
use crate::runtime;
use crate::subject::{Build, Subject};
use crate::work::{built, peer_folder, run, write_all};
use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::slice;

/// What is needed to measure the codecs of a type.
pub struct Erlang<'a> {
    /// Its record, for example `Account`.
    pub record: &'a str,
    /// The prefix of the names of its codec modules, for example `trade`.
    pub module: &'a str,
    /// Generated modules and headers: of all formats, and of the format of the images.
    pub generated: &'a [(String, String)],
    /// The format of the images.
    pub images: &'a str,
}

/// The folder for everything that is compiled.
pub struct Workshop<'a> {
    erlang: &'a Erlang<'a>,
    folder: PathBuf,
    /// Fingerprint of everything that a module depends on besides its own text.
    common: u64,
}

/// The codec of another implementation.
#[derive(Clone, Debug)]
pub struct Program {
    /// The folder of its modules.
    pub folder: PathBuf,
    /// Arguments by which Erlang finds the implementation.
    pub path: Vec<PathBuf>,
    /// The module printed for the schema; its build time and size are reported.
    pub source: PathBuf,
    /// An Erlang expression that creates the codec; see `polywire_bench`.
    pub codec: String,
}

/// Returns the release of the compiler, or an error if none is installed.
pub fn version() -> Result<String, Error> {
    let print = "io:format(\"Erlang/OTP ~s, erts ~s~n\", [erlang:system_info(otp_release), erlang:system_info(version)]), halt().";
    let found = machine::output("erl", &["-noshell", "-eval", print]);
    found.ok_or_else(|| Error::Tool("Erlang was not found (erl); install Erlang/OTP 25 or later".to_owned()))
}

impl<'a> Workshop<'a> {
    /// Writes the modules and compiles what all subjects share.
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
        let sources: Vec<PathBuf> = names.iter().map(|name| workshop.folder.join(name)).collect();
        workshop.compile(&workshop.folder, &sources)?;
        Ok(workshop)
    }

    /// Builds the subject of a generated codec.
    pub fn generated(&self, format: &str) -> Result<Subject, Error> {
        let build = self.compile(&self.folder, &[self.folder.join(self.file(format))])?;
        Ok(self.subject((format, "Polywire"), &self.codec(format), (&["-pa".into(), self.folder.clone()], build)))
    }

    /// Creates a folder for the files of another implementation.
    pub fn folder(&self, name: &str) -> Result<PathBuf, Error> {
        peer_folder(&self.folder, name)
    }

    /// Returns the folder of the modules that all subjects share.
    pub fn modules(&self) -> &Path {
        &self.folder
    }

    /// Builds the subject of another implementation's codec. The generated codec of the format must have been built.
    pub fn peer(&self, (format, implementation): (&str, &str), program: &Program) -> Result<Subject, Error> {
        let build = self.compile(&program.folder, slice::from_ref(&program.source))?;
        let codec = format!("polywire_bench:converted({}, {})", program.codec, self.codec(format));
        let path = [&["-pa".into(), program.folder.clone()], program.path.as_slice()].concat();
        Ok(self.subject((format, implementation), &codec, (&path, build)))
    }

    fn subject(
        &self,
        (format, implementation): (&str, &str),
        codec: &str,
        (path, build): (&[PathBuf], Build),
    ) -> Subject {
        let main = format!("polywire_bench:main({codec}, {}).", self.codec(self.erlang.images));
        let mut command: Vec<OsString> = ["erl", "-noshell", "-pa"].map(OsString::from).into();
        command.extend([&self.folder].into_iter().chain(path).map(OsString::from));
        command.extend(["-eval", &main, "-extra"].map(OsString::from));
        let (format, implementation) = (format.to_owned(), implementation.to_owned());
        Subject { format, implementation, command, build: Some(build) }
    }

    /// Returns an expression that creates a generated codec.
    fn codec(&self, format: &str) -> String {
        let Erlang { record, module, .. } = self.erlang;
        format!("polywire_bench:generated('{module}_{format}', {record:?}, {:?})", env!("CARGO_PKG_VERSION"))
    }

    /// Returns the file of a format's module.
    fn file(&self, format: &str) -> String {
        format!("{}_{format}.erl", self.erlang.module)
    }

    /// Compiles modules together into a folder; the reported cost is that of the last one.
    fn compile(&self, folder: &Path, sources: &[PathBuf]) -> Result<Build, Error> {
        let mut hasher = DefaultHasher::new();
        self.common.hash(&mut hasher);
        for source in sources {
            fs::read(source).map_err(Error::file(source))?.hash(&mut hasher);
        }
        let mut command = Command::new("erlc");
        command.arg("-o").arg(folder).arg("-I").arg(&self.folder).args(sources);
        let size = |path: &Path| Ok(fs::metadata(path).map_err(Error::file(path))?.len());
        let last = sources.last().map_or_else(PathBuf::new, |source| source.with_extension("beam"));
        built(&last, hasher.finish(), || run(&mut command), size)
    }
}
