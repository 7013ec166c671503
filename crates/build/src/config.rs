use crate::{Error, files};
use polywire::calls::Protocol;
use polywire::generate::{File, Job, Outputs, Placement, language};
use polywire::problem::Problem;
use polywire::schema_files::{Imports, Locks, Reported, SchemaFiles};
use polywire::{Format, Model, framing};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What to generate, and where.
///
/// Relative paths are relative to the folder in which the build script runs, which is that of the package.
#[derive(Clone, Debug, Default)]
pub struct Config {
    imports: Imports,
    formats: Vec<String>,
    framings: Vec<String>,
    selected: Vec<String>,
    written: Vec<String>,
    protocols: Vec<String>,
    passes: Vec<String>,
    borrowed: bool,
    views: bool,
    explain: bool,
    output: Option<PathBuf>,
    updates_locks: bool,
    #[cfg(feature = "tonic")]
    pub(crate) tonic: Option<crate::Tonic>,
}

/// The files to write, and those that they were made of.
struct Made {
    outputs: Outputs,
    read: Vec<PathBuf>,
    warnings: Vec<String>,
    locks: Locks,
}

impl Config {
    /// Returns the default options, without any format.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a wire format, such as `protobuf` or `json`, to generate codecs for.
    pub fn wire(mut self, format: impl Into<String>) -> Self {
        self.formats.push(format.into());
        self
    }

    /// Adds a folder to search for imported schemas. The default is the folder of each schema.
    pub fn include(mut self, folder: impl Into<PathBuf>) -> Self {
        self.imports.folders.push(folder.into());
        self
    }

    /// Adds a macro for IDL and C headers, as in `SIZE=8`, or `DEBUG` for 1.
    pub fn define(mut self, given: impl Into<String>) -> Self {
        self.imports.macros.push(given.into());
        self
    }

    /// Sets how Protocol Buffers extensions are treated. By default, each is a field of the message that it extends.
    pub fn extensions(mut self, extensions: polywire::schema::Extensions) -> Self {
        self.imports.extensions = extensions;
        self
    }

    /// Adds a protocol, such as `grpc` or `connect`, by which services are called: their traits, clients and servers are generated,
    /// which need the crate `polywire-calls`.
    pub fn rpc(mut self, protocol: impl Into<String>) -> Self {
        self.protocols.push(protocol.into());
        self
    }

    /// Adds a decoder of some fields, as in `quote=trade.Account:id,wallet.amount`.
    pub fn select(mut self, selected: impl Into<String>) -> Self {
        self.selected.push(selected.into());
        self
    }

    /// Adds a decoder of messages that were written with another schema, as in `v1=trade.Order:order-v1.avsc`.
    pub fn writer(mut self, written: impl Into<String>) -> Self {
        self.written.push(written.into());
        self
    }

    /// Sets whether types whose texts and bytes point into the message are generated too.
    pub fn borrowed(mut self, borrowed: bool) -> Self {
        self.borrowed = borrowed;
        self
    }

    /// Sets whether views are generated too, which read messages in place.
    pub fn views(mut self, views: bool) -> Self {
        self.views = views;
        self
    }

    /// Sets whether codecs are generated too that report where a message or a value is wrong.
    pub fn explain(mut self, explain: bool) -> Self {
        self.explain = explain;
        self
    }

    /// Adds a framing, such as `delimited`, which finds elements in a stream that arrives in chunks.
    pub fn frames(mut self, framing: impl Into<String>) -> Self {
        self.framings.push(framing.into());
        self
    }

    /// Leaves out an optimization pass, to see its effect.
    pub fn no_pass(mut self, pass: impl Into<String>) -> Self {
        self.passes.push(pass.into());
        self
    }

    /// Sets the folder of the generated files. The default is `OUT_DIR`.
    pub fn out_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.output = Some(folder.into());
        self
    }

    /// Sets whether locks that are missing or incomplete are written beside their schemas. By default, that is an error
    /// unless the environment variable `POLYWIRE_UPDATE_LOCKS` is 1: build scripts should not change sources.
    pub fn update_locks(mut self, updates: bool) -> Self {
        self.updates_locks = updates;
        self
    }

    /// Prints clients and servers for the services of the schemas.
    #[cfg(feature = "tonic")]
    pub fn tonic(mut self, tonic: crate::Tonic) -> Self {
        self.tonic = Some(tonic);
        self
    }

    /// Generates the types and codecs of schemas, which are compiled together, and tells Cargo which files were read.
    /// Warnings become warnings of Cargo.
    ///
    /// # Errors
    /// If a schema has errors, an option cannot be satisfied, or a file cannot be read or written.
    pub fn compile(self, schemas: &[impl AsRef<Path>]) -> Result<(), Error> {
        let schemas: Vec<PathBuf> = schemas.iter().map(|path| path.as_ref().to_owned()).collect();
        let worker = std::thread::Builder::new().stack_size(polywire::STACK).spawn(move || self.run(&schemas));
        let worker = worker.map_err(|error| Error::new(format!("cannot start a thread: {error}")))?;
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }

    fn run(self, schemas: &[PathBuf]) -> Result<(), Error> {
        let output = match &self.output {
            Some(folder) => folder.clone(),
            None => files::out_dir()?,
        };
        let made = self.make(schemas, &output)?;
        for line in files::instructions(&made.read, &made.warnings) {
            println!("{line}");
        }
        files::check_locks(&made.locks, self.updates_locks)?;
        made.outputs.iter().try_for_each(|(path, contents)| files::write(Path::new(path), contents))
    }

    fn make(&self, schemas: &[PathBuf], output: &Path) -> Result<Made, Error> {
        if schemas.is_empty() {
            return Err(Error::new("there is no schema to compile; name one"));
        }
        let mut job = self.job()?;
        let schema = SchemaFiles::load(schemas, &self.imports, files::SYSTEM)?;
        let reported = Reported::in_full(&job.formats);
        let settled = schema.settle_own(&job.formats, &reported, &Locks::default(), files::SYSTEM)?;
        let (model, locks) = (&settled.model, settled.locks);
        let services = self.services(&mut job, model)?;
        let mut read = schema.read.clone();
        read.extend(self.read_writers(&mut job)?);
        let name = schemas[0].file_stem().unwrap_or_default().to_string_lossy();
        let mut outputs = Outputs::default();
        for file in job.files(model, &schema.sources, &name)?.into_iter().chain(services) {
            let path = output.join(&file.name).to_string_lossy().into_owned();
            outputs.add(File { name: path, contents: file.contents })?;
        }
        let warnings = schema.warnings.iter().chain(&settled.warnings);
        let warnings = warnings.map(|it| polywire::render(&schema.sources, it, polywire::Style::Plain)).collect();
        read.extend(locks.existing());
        Ok(Made { outputs, read, warnings, locks })
    }

    /// Reads the schemas with which other messages were written; returns their files.
    fn read_writers(&self, job: &mut Job) -> Result<Vec<PathBuf>, Error> {
        let mut read = Vec::new();
        job.read_writers(|written, format| {
            let schema = SchemaFiles::load(&[PathBuf::from(&written.file)], &self.imports, files::SYSTEM)?;
            read.extend(schema.read.iter().cloned());
            schema.writer(&written.ty, format, files::SYSTEM)
        })?;
        Ok(read)
    }

    fn job(&self) -> Result<Job, Error> {
        if self.formats.is_empty() {
            return Err(Error::new("no wire format is chosen; add one with `wire`, as in `.wire(\"protobuf\")`"));
        }
        let unknown = |kind: &str, name: &str| Problem::Usage(format!("there is no {kind} `{name}`"));
        let format = |name: &String| -> Result<&'static Format, Problem> {
            polywire::format(name).ok_or_else(|| unknown("wire format", name))
        };
        let pass = |name: &&String| !polywire::PASSES.iter().any(|pass| pass.name == **name);
        if let Some(name) = self.passes.iter().find(pass) {
            return Err(unknown("optimization pass", name).into());
        }
        let job = Job {
            language: language("rust").ok_or_else(|| unknown("language", "rust"))?,
            formats: self.formats.iter().map(format).collect::<Result<_, _>>()?,
            framings: self
                .framings
                .iter()
                .map(|name| framing::framing(name).ok_or_else(|| unknown("framing", name)))
                .collect::<Result<_, _>>()?,
            selected: decoders(&self.selected, "selects nothing")?,
            written: decoders(&self.written, "names no schema")?,
            bindings: Vec::new(),
            borrowed: self.borrowed,
            views: self.views,
            describe: false,
            split: false,
            placement: Placement::default(),
            envelopes: None,
            explain: self.explain,
            protocols: self.protocols.iter().map(|name| protocol(name)).collect::<Result<_, _>>()?,
            without: self.passes.clone(),
        };
        match job.misfit(false) {
            Some(misfit) => Err(Error::new(format!("`{}`: {}", misfit.option, misfit.reason))),
            None => Ok(job),
        }
    }

    #[cfg(feature = "tonic")]
    fn services(&self, job: &mut Job, model: &Model) -> Result<Vec<File>, Error> {
        let Some(tonic) = &self.tonic else { return Ok(Vec::new()) };
        let (modules, files) = tonic.print(&job.formats, model)?;
        job.placement.modules = modules;
        Ok(files)
    }

    #[cfg(not(feature = "tonic"))]
    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "as with the feature")]
    fn services(&self, _job: &mut Job, _model: &Model) -> Result<Vec<File>, Error> {
        Ok(Vec::new())
    }
}

fn protocol(name: &str) -> Result<&'static Protocol, Problem> {
    let known = || Protocol::generated().map(|it| it.name).collect::<Vec<_>>().join(", ");
    let unknown = || Problem::Usage(format!("there is no protocol of calls `{name}`; there are {}", known()));
    Protocol::generated().find(|it| it.name == name).ok_or_else(unknown)
}

/// Parses decoders beside those of the formats.
fn decoders<T: FromStr<Err = String>>(texts: &[String], wrong: &str) -> Result<Vec<T>, Problem> {
    let parsed = texts.iter().map(|text| (text, text.parse()));
    parsed.map(|(text, it)| it.map_err(|error| Problem::Usage(format!("`{text}` {wrong}: {error}")))).collect()
}

#[cfg(test)]
mod tests;
