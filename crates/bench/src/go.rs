//! Go subjects: packages with a generated codec, beside those of the runtime and the harness.
//!
//! Design: docs/decisions/0074-measuring-go-and-rust.md

use crate::error::Error;
use crate::machine;
use crate::runtime;
use crate::subject::{Build, Subject};
use crate::work::{built, hash_files, machine_code, peer_folder, run, write, write_all};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The generated code of a format and of the images, below the import path of [`import_path`].
pub struct Generated {
    /// The import path of the type's package.
    pub package: String,
    /// The type, for example `Account`.
    pub type_name: String,
    /// The format in the names of methods, for example `Protobuf`; none for the images alone.
    pub format: Option<String>,
    /// The format of the images, too.
    pub images: String,
    /// Its files.
    pub files: Vec<(String, String)>,
}

/// The folder for everything that is compiled, which is one module.
pub struct Workshop {
    folder: PathBuf,
    version: String,
    /// Bytes of machine code of the program without a codec.
    base: u64,
}

/// The codec of another implementation, in a module `peers`.
#[derive(Clone, Debug)]
pub struct Program {
    /// The folder of the module.
    pub folder: PathBuf,
    /// The folder of downloaded modules, if it is not Go's own.
    pub cache: Option<PathBuf>,
    /// The package with the function that returns the codec.
    pub library: String,
    /// The package of its types, imported as `types`.
    pub types: String,
    /// The expression that returns the codec.
    pub codec: String,
}

/// The module's name.
const MODULE: &str = "polywire";

/// The name of the subject without a codec.
pub const UNMEASURED: &str = "unmeasured";

/// Returns the import path of the generated packages of a subject, which has the name of its format.
pub fn import_path(subject: &str) -> String {
    format!("{MODULE}/{}/generated", place(subject))
}

fn place(subject: &str) -> String {
    format!("subjects/{subject}")
}

/// Returns the version of the compiler, or an error if none is installed.
pub fn version() -> Result<String, Error> {
    let found = machine::output("go", &["env", "GOVERSION"]);
    let version = found.ok_or_else(|| Error::Tool("Go was not found (go); install Go 1.24 or later".to_owned()))?;
    if machine::is_at_least(&version, [1, 24]) {
        return Ok(version);
    }
    Err(Error::Tool(format!("Go is too old ({version}); install Go 1.24 or later")))
}

impl Workshop {
    /// Writes the runtime and the harness, and compiles them.
    pub fn new(folder: &Path, version: &str, unmeasured: &Generated) -> Result<Self, Error> {
        write_all(folder, runtime::GO_MODULE)?;
        write_all(folder, runtime::GO)?;
        write_all(folder, runtime::GO_BENCH)?;
        let mut workshop = Self { folder: folder.to_owned(), version: version.to_owned(), base: 0 };
        workshop.base = workshop.build(UNMEASURED, unmeasured)?.code;
        Ok(workshop)
    }

    /// Builds the subject of a generated codec.
    pub fn generated(&self, format: &str, code: &Generated) -> Result<Subject, Error> {
        let build = self.build(format, code)?;
        Ok(Subject {
            format: format.to_owned(),
            implementation: "Polywire".to_owned(),
            command: vec![self.program(format).into()],
            build: Some(Build { code: build.code.saturating_sub(self.base), ..build }),
        })
    }

    /// Creates a folder for the files of another implementation.
    pub fn peer_folder(&self, name: &str) -> Result<PathBuf, Error> {
        peer_folder(&self.folder, name)
    }

    /// Returns the folder of the runtime and the harness.
    pub fn runtime(&self) -> &Path {
        &self.folder
    }

    /// Builds the subject of another implementation's codec. The generated codec of the format must have been built; its
    /// code is not counted.
    pub fn peer(&self, (format, implementation): (&str, &str), program: &Program) -> Result<Subject, Error> {
        let Program { folder, cache, library, .. } = program;
        write(&folder.join("main.go"), peer_main(format, program))?;
        let mut hasher = DefaultHasher::new();
        let generated = self.program(format).with_extension("facts");
        (&self.version, fs::read(&generated).map_err(Error::file(&generated))?).hash(&mut hasher);
        let is_source = |path: &Path| path.extension().is_some_and(|end| end == "go" || end == "mod" || end == "sum");
        hash_files(folder, &is_source, &mut hasher)?;
        let go = || command(folder, cache.as_deref());
        // Its library is not part of what is measured.
        run(go().arg("build").arg(library))?;
        let path = folder.join("program");
        let make = || run(go().args(["build", "-o", "program", "."]));
        let build = built(&path, hasher.finish(), make, machine_code)?;
        let code = build.code.saturating_sub(machine_code(&self.program(format))?);
        Ok(Subject {
            format: format.to_owned(),
            implementation: implementation.to_owned(),
            command: vec![path.into()],
            build: Some(Build { code, ..build }),
        })
    }

    fn program(&self, subject: &str) -> PathBuf {
        self.folder.join(place(subject)).join("program")
    }

    /// Builds a program. The size of its code includes that of the runtime and the harness.
    fn build(&self, subject: &str, code: &Generated) -> Result<Build, Error> {
        let folder = self.folder.join(place(subject));
        let (codec, main) = (codec(code), main(subject));
        // The files of an earlier schema are not needed.
        let _ = fs::remove_dir_all(folder.join("generated"));
        write_all(&folder.join("generated"), &code.files)?;
        write(&folder.join("codec/codec.go"), &codec)?;
        write(&folder.join("main.go"), &main)?;
        let mut hasher = DefaultHasher::new();
        (&self.version, codec, main, &code.files, runtime::GO, runtime::GO_BENCH).hash(&mut hasher);
        let program = self.program(subject);
        let mut command = command(&self.folder, None);
        command.arg("build").arg("-o").arg(place(subject) + "/program").arg(format!("./{}", place(subject)));
        built(&program, hasher.finish(), || run(&mut command), machine_code)
    }
}

/// The go command in a folder, which downloads nothing. Modules are in the given folder, or else in Go's own.
pub(crate) fn command(folder: &Path, cache: Option<&Path>) -> Command {
    let mut command = Command::new("go");
    if let Some(cache) = cache {
        command.env("GOMODCACHE", cache);
    }
    command.current_dir(folder).env("GOFLAGS", "-buildvcs=false").env("GOWORK", "off");
    command.env("GOTOOLCHAIN", "local").env("GOPROXY", "off");
    command
}

fn codec(code: &Generated) -> String {
    let Generated { package: path, type_name: ty, format, images, .. } = code;
    let (version, harness) = (env!("CARGO_PKG_VERSION"), format!("{MODULE}/bench"));
    let imports = match format {
        Some(_) => format!("\t\"{MODULE}\"\n\t\"{harness}\"\n\ttypes \"{path}\"\n"),
        None => format!("\t\"{harness}\"\n\ttypes \"{path}\"\n"),
    };
    let aliased = match format {
        Some(_) => format!("\nvar aliased = {MODULE}.Decoder{{Texts: {MODULE}.Aliased}}\n"),
        None => String::new(),
    };
    let methods = format.as_ref().map_or_else(String::new, |format| {
        format!(
            "\tAppend: (*types.{ty}).Append{format},\n\
             \tUnmarshal: (*types.{ty}).Unmarshal{format},\n\
             \tBorrow: func(v *types.{ty}, b []byte) error {{ return v.Unmarshal{format}With(&aliased, b) }},\n\
             \tValidate: func(b []byte) error {{ return (*types.{ty})(nil).Validate{format}(nil, b) }},\n"
        )
    });
    format!(
        "// Package codec is the codec of a format.\npackage codec\n\nimport (\n{imports})\n{aliased}\n\
         // Generated is the codec.\nvar Generated = bench.Codec[types.{ty}]{{\n\tVersion: \"{version}\",\n{methods}\
         \tFromImage: (*types.{ty}).Unmarshal{images},\n\tAppendImage: (*types.{ty}).Append{images},\n}}\n"
    )
}

fn main(subject: &str) -> String {
    format!(
        "// Measures a codec.\npackage main\n\nimport (\n\t\"{MODULE}/bench\"\n\t\"{MODULE}/{}/codec\"\n)\n\n\
         func main() {{\n\tbench.Run(codec.Generated)\n}}\n",
        place(subject)
    )
}

fn peer_main(format: &str, program: &Program) -> String {
    let Program { library, types, codec, .. } = program;
    format!(
        "// Measures a codec.\npackage main\n\nimport (\n\t{library:?}\n\ttypes {types:?}\n\t\"{MODULE}/bench\"\n\t\"{MODULE}/{}/codec\"\n)\n\n\
         func main() {{\n\tbench.Run(bench.Converted({codec}, codec.Generated))\n}}\n",
        place(format)
    )
}
