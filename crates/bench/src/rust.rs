//! Rust subjects: a crate with a generated codec, beside those of the runtime and the harness.
//!
//! Design: docs/decisions/0074-measuring-go-and-rust.md

use crate::error::Error;
use crate::machine;
use crate::runtime;
use crate::subject::{Build, Subject};
use crate::work::{built, hash_files, machine_code, peer_folder, run, write, write_all};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The generated code of a format and of the images.
pub struct Generated {
    /// The path of the type, for example `trade::Account`.
    pub type_name: String,
    /// The name of the format, for example `Protobuf`; none for the images alone.
    pub format: Option<String>,
    /// The format of the images, too.
    pub images: String,
    /// Its files, with `mod.rs`.
    pub files: Vec<(String, String)>,
}

/// Which functions of the runtime are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leaves {
    /// The default, some of them with `unsafe`.
    Fast,
    /// Those without `unsafe`.
    Safe,
}

/// The compiler.
#[derive(Clone, Debug)]
pub struct Compiler {
    /// Its version.
    pub version: String,
    /// Its flags, besides those of [`PROFILE`].
    pub flags: String,
}

/// The folder for everything that is compiled.
pub struct Workshop {
    folder: PathBuf,
    compiler: Compiler,
    /// False if crates had to be downloaded.
    is_offline: bool,
    leaves: Leaves,
    /// Bytes of machine code of the program without a codec.
    base: u64,
}

/// The codec of another implementation, in a crate that is a copy of `bench/peers/rust`.
#[derive(Clone, Debug)]
pub struct Program {
    /// The folder of the crate.
    pub folder: PathBuf,
    /// The folder of downloaded crates, if it is not Cargo's own.
    pub crates: Option<PathBuf>,
    /// The feature of the crate, which is the peer's name.
    pub feature: String,
    /// Environment variables of its build script.
    pub settings: Vec<(String, OsString)>,
    /// The codec's type. The module `printed` has the types that the build script prints.
    pub codec: String,
}

/// The settings of the release profile.
pub const PROFILE: &str = "codegen-units = 1\nlto = \"thin\"\nopt-level = 3\n";

const UNMEASURED: &str = "unmeasured";

impl Compiler {
    /// Returns the installed compiler; its flags are the user's.
    pub fn find() -> Result<Self, Error> {
        let found = machine::output("cargo", &["--version"]).and_then(|_| machine::output("rustc", &["--version"]));
        let missing = || Error::Tool("Rust was not found (cargo, rustc); install Rust 1.85 or later".to_owned());
        let version = found.ok_or_else(missing)?;
        let flags = env::var("RUSTFLAGS").unwrap_or_else(|_| "-C target-cpu=native".to_owned());
        let number = version.split(' ').nth(1).unwrap_or_default();
        if machine::is_at_least(number, [1, 85]) {
            return Ok(Self { version, flags });
        }
        Err(Error::Tool(format!("Rust is too old ({version}); install Rust 1.85 or later")))
    }
}

impl Workshop {
    /// Writes the runtime and the harness, and compiles them.
    pub fn new(folder: &Path, compiler: Compiler, unmeasured: &Generated, leaves: Leaves) -> Result<Self, Error> {
        let runtime = folder.join("runtime");
        write(&runtime.join("Cargo.toml"), runtime::rust_manifest())?;
        write_all(&runtime.join("src"), runtime::RUST)?;
        write(&runtime.join("bench/Cargo.toml"), runtime::rust_bench_manifest())?;
        write_all(&runtime.join("bench/src"), runtime::RUST_BENCH)?;
        let (folder, is_offline) = (folder.to_owned(), true);
        let mut workshop = Self { folder, compiler, is_offline, leaves, base: 0 };
        let mut base = workshop.build(UNMEASURED, unmeasured);
        if base.is_err() {
            // The crates that the runtime needs may have to be downloaded.
            workshop.is_offline = false;
            base = workshop.build(UNMEASURED, unmeasured);
        }
        workshop.base = base?.code;
        Ok(workshop)
    }

    /// Builds the subject of a generated codec.
    pub fn generated(&self, format: &str, code: &Generated) -> Result<Subject, Error> {
        let build = self.build(format, code)?;
        let implementation = match self.leaves {
            Leaves::Fast => "Polywire",
            Leaves::Safe => "Polywire, safe",
        };
        Ok(Subject {
            format: format.to_owned(),
            implementation: implementation.to_owned(),
            command: vec![self.program(&name(format, self.leaves)).into()],
            build: Some(Build { code: build.code.saturating_sub(self.base), ..build }),
        })
    }

    /// Creates a folder for the files of another implementation.
    pub fn peer_folder(&self, name: &str) -> Result<PathBuf, Error> {
        peer_folder(&self.folder, name)
    }

    /// Returns the folder of the runtime.
    pub fn runtime(&self) -> PathBuf {
        self.folder.join("runtime")
    }

    /// Builds the subject of another implementation's codec, whose values the generated code converts. The generated codec
    /// must have been built; its code is not counted.
    pub fn peer(
        &self,
        (format, implementation): (&str, &str),
        program: &Program,
        code: &Generated,
    ) -> Result<Subject, Error> {
        let Program { folder, crates, feature, settings, .. } = program;
        let path = self.program(&format!("polywire-peer-{feature}"));
        let target = self.target()?;
        let cargo = || {
            let mut command = command(folder, crates.as_deref());
            command.env("RUSTFLAGS", &self.compiler.flags).envs(settings.iter().map(|(name, value)| (name, value)));
            command.args(["build", "--quiet", "--release", "--offline", "--features", feature]);
            command.arg("--target-dir").arg(&target);
            run(&mut command)
        };
        if !path.exists() {
            // The crates that it needs are not part of what is measured.
            cargo()?;
        }
        write_all(&folder.join("src/generated"), &code.files)?;
        write(&folder.join("src/main.rs"), peer_main(program, code))?;
        let mut hasher = DefaultHasher::new();
        let Compiler { version, flags } = &self.compiler;
        (version, flags, settings, runtime::RUST, runtime::RUST_BENCH).hash(&mut hasher);
        // Cargo changes its lock file.
        let is_source = |path: &Path| path.file_name().is_some_and(|name| name != "Cargo.lock");
        hash_files(folder, &is_source, &mut hasher)?;
        let build = built(&path, hasher.finish(), cargo, machine_code)?;
        let code = build.code.saturating_sub(machine_code(&self.program(&name(format, self.leaves)))?);
        Ok(Subject {
            format: format.to_owned(),
            implementation: implementation.to_owned(),
            command: vec![path.into()],
            build: Some(Build { code, ..build }),
        })
    }

    fn program(&self, name: &str) -> PathBuf {
        self.folder.join("target/release").join(name)
    }

    /// Builds a program. The size of its code includes that of the runtime and the harness.
    fn build(&self, subject: &str, code: &Generated) -> Result<Build, Error> {
        let name = name(subject, self.leaves);
        let folder = self.folder.join("subjects").join(&name);
        let (manifest, main) = (manifest(&name, self.leaves), main(code));
        // The files of an earlier schema are not needed.
        let _ = fs::remove_dir_all(folder.join("src"));
        write_all(&folder.join("src/generated"), &code.files)?;
        write(&folder.join("src/main.rs"), &main)?;
        write(&folder.join("Cargo.toml"), &manifest)?;
        write(&folder.join("Cargo.lock"), runtime::RUST_VERSIONS)?;
        let mut hasher = DefaultHasher::new();
        let Compiler { version, flags } = &self.compiler;
        (version, flags, manifest, main, &code.files, runtime::RUST, runtime::RUST_BENCH).hash(&mut hasher);
        let mut command = command(&folder, None);
        command.env("RUSTFLAGS", flags);
        command.args(["build", "--quiet", "--release"]).args(self.is_offline.then_some("--offline"));
        command.arg("--target-dir").arg(self.target()?);
        built(&self.program(&name), hasher.finish(), || run(&mut command), machine_code)
    }

    /// Cargo runs in another folder.
    fn target(&self) -> Result<PathBuf, Error> {
        let target = self.folder.join("target");
        std::path::absolute(&target).map_err(Error::file(&target))
    }
}

fn name(subject: &str, leaves: Leaves) -> String {
    match leaves {
        Leaves::Fast => format!("polywire-{subject}"),
        Leaves::Safe => format!("polywire-{subject}-safe"),
    }
}

fn manifest(name: &str, leaves: Leaves) -> String {
    let features = match leaves {
        Leaves::Fast => "",
        Leaves::Safe => ", default-features = false, features = [\"std\"]",
    };
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
         polywire-runtime = {{ path = \"../../runtime\"{features} }}\n\
         polywire-harness = {{ path = \"../../runtime/bench\" }}\n\n[profile.release]\n{PROFILE}\n[workspace]\n"
    )
}

/// Cargo in a folder. Crates are in the given folder, or else in Cargo's own.
pub(crate) fn command(folder: &Path, crates: Option<&Path>) -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(folder);
    if let Some(crates) = crates {
        command.args(["--config", "source.crates-io.replace-with=\"vendored\"", "--config"]);
        command.arg(format!("source.vendored.directory={:?}", crates.display().to_string()));
    }
    command
}

fn peer_main(program: &Program, code: &Generated) -> String {
    let Generated { type_name, format, images, .. } = code;
    let format = format.as_deref().unwrap_or(images);
    format!(
        "//! Measures a codec.\n\n#[allow(warnings)]\nmod generated;\n\n#[allow(warnings)]\nmod printed {{\n    \
         include!(concat!(env!(\"OUT_DIR\"), \"/mod.rs\"));\n}}\n\n\
         type Codec = polywire_harness::Converted<\n    {},\n    generated::{type_name},\n    \
         generated::formats::{format},\n    generated::formats::{images},\n>;\n\n\
         fn main() -> std::process::ExitCode {{\n    polywire_harness::main::<Codec>()\n}}\n",
        program.codec
    )
}

fn main(code: &Generated) -> String {
    let Generated { type_name, format, images, .. } = code;
    let (value, images) = (format!("generated::{type_name}"), format!("generated::formats::{images}"));
    let codec = match format {
        Some(format) => format!("Generated<{value}, generated::formats::{format}, {images}>"),
        None => format!("Unmeasured<{value}, {images}>"),
    };
    format!(
        "//! Measures a codec.\n\n#[allow(warnings)]\nmod generated;\n\nfn main() -> std::process::ExitCode {{\n    \
         polywire_harness::main::<polywire_harness::{codec}>()\n}}\n"
    )
}
