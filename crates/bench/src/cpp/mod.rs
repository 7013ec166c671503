//! C++ subjects: one translation unit for the codec, and those of the harness.

mod compiler;
mod sources;

pub use compiler::{Compiler, Object};

use crate::error::Error;
use crate::runtime;
use crate::subject::Subject;
use crate::work::{peer_folder, write, write_all};
use sources::Variant;
use std::path::{Path, PathBuf};

/// What is needed to measure the codecs of a type.
pub struct Cpp<'a> {
    /// The type, as in `::trade::Account`.
    pub type_name: &'a str,
    /// The prefix of its headers' names, for example `trade`.
    pub header: &'a str,
    /// Generated headers: of the types with their descriptions, of all formats, and of the format of the images.
    pub generated: &'a [(String, String)],
    /// The format of the images.
    pub images: &'a str,
}

/// The folder for everything that is compiled.
pub struct Workshop<'a> {
    cpp: &'a Cpp<'a>,
    folder: PathBuf,
    compiler: &'a Compiler,
    /// The harness, which is the same for all codecs of the type.
    harness: Object,
}

/// The codec of another implementation.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The translation unit with the codec, whose build time and size are reported; see `polywire/bench/codec.hpp`.
    pub codec: PathBuf,
    /// Other translation units of the codec, for example from a schema compiler; they count as well.
    pub others: Vec<PathBuf>,
    /// Compiler flags, in addition to the user's.
    pub flags: Vec<String>,
    /// Linker flags.
    pub libraries: Vec<String>,
}

impl<'a> Workshop<'a> {
    /// Writes the headers and compiles what all subjects share.
    pub fn new(cpp: &'a Cpp<'a>, folder: &Path, compiler: &'a Compiler) -> Result<Self, Error> {
        write_all(&folder.join("runtime"), runtime::CPP)?;
        write_all(&folder.join("generated"), cpp.generated)?;
        let main = folder.join("main.cpp");
        write(&main, sources::main(cpp))?;
        let harness = compiler.compile(&main, &includes(folder), &[])?;
        Ok(Self { cpp, folder: folder.to_owned(), compiler, harness })
    }

    /// Builds the subject of a generated codec.
    pub fn generated(&self, format: &str) -> Result<Subject, Error> {
        let folder = self.folder.join(format);
        let has = |header: String| self.cpp.generated.iter().any(|(name, _)| *name == header);
        let is_there = |it: &Variant| has(format!("{}.{}", self.cpp.header, (it.header)(format)));
        let variants: Vec<Variant> = sources::VARIANTS.into_iter().filter(is_there).collect();
        let codec = folder.join("codec.cpp");
        write(&codec, sources::codec(self.cpp, format, &variants))?;
        let includes = includes(&self.folder);
        let compiled = self.compiler.compile(&codec, &includes, &[])?;
        let mut objects = vec![self.harness.path.clone(), compiled.path];
        for variant in &variants {
            let path = folder.join(variant.file);
            write(&path, (variant.source)(self.cpp, format))?;
            objects.push(self.compiler.compile(&path, &includes, &[])?.path);
        }
        let program = folder.join("subject");
        self.compiler.link(&objects, &program, &[])?;
        Ok(Subject {
            format: format.to_owned(),
            implementation: "Polywire".to_owned(),
            command: vec![program.into()],
            build: Some(compiled.build),
        })
    }

    /// Creates a folder for the files of another implementation.
    pub fn folder(&self, name: &str) -> Result<PathBuf, Error> {
        peer_folder(&self.folder, name)
    }

    /// Builds the subject of another implementation's codec.
    pub fn peer(&self, (format, implementation): (&str, &str), program: &Program) -> Result<Subject, Error> {
        let includes = includes(&self.folder);
        let codec = self.compiler.compile(&program.codec, &includes, &program.flags)?;
        let (mut objects, mut build) = (vec![self.harness.path.clone(), codec.path], codec.build);
        for other in &program.others {
            let other = self.compiler.compile(other, &includes, &program.flags)?;
            objects.push(other.path);
            build.time += other.build.time;
            build.code += other.build.code;
        }
        let path = program.codec.with_file_name("subject");
        self.compiler.link(&objects, &path, &program.libraries)?;
        let (format, implementation) = (format.to_owned(), implementation.to_owned());
        Ok(Subject { format, implementation, command: vec![path.into()], build: Some(build) })
    }
}

fn includes(folder: &Path) -> [PathBuf; 2] {
    [folder.join("generated"), folder.join("runtime")]
}
