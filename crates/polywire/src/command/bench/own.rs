//! The command's own codecs: the command starts itself as a subject that holds one codec.

use super::formats::IMAGES;
use super::{Bake, Built};
use crate::command::args::{BenchSubject, Engine, ExtensionForm, Global};
use crate::command::failure::Failure;
use crate::command::model::{self, Schema};
use crate::command::terminal;
use clap::ValueEnum;
use polywire::codec::{Codec, Session};
use polywire::{Format, Options, Value};
use polywire_bench::{Operation, Subject, crc32, framed, unframed};
use serde_json::json;
use std::ffi::OsString;
use std::fs;
use std::hint::black_box;
use std::io::stdin;
use std::time::Instant;

const ENGINES: [Engine; 2] = [Engine::Bytecode, Engine::Jit];

/// Makes a subject for each format and engine.
pub(super) fn build(bake: &Bake, built: &mut Built) -> Result<(), Failure> {
    if !bake.args.passes.without().is_empty() {
        return Err(Failure::Usage(
            "--no-pass: this applies only to generated code; the command's own codecs always use all passes".to_owned(),
        ));
    }
    let program = std::env::current_exe().map_err(|error| Failure::File(format!("this program: {error}")))?;
    for (format, engine) in bake.formats.held.iter().flat_map(|format| ENGINES.map(|engine| (format, engine))) {
        let engine = name(engine);
        let choices =
            ["--quiet", "bench-subject", "--wire", format.name, "--type", bake.type_name, "--engine", &engine];
        let mut command = vec![program.clone().into_os_string()];
        command.extend(choices.map(OsString::from));
        let folders = bake.args.imports.folders.iter();
        command.extend(folders.flat_map(|folder| ["-I".into(), folder.clone().into_os_string()]));
        command.extend(bake.args.imports.macros.iter().flat_map(|given| ["-D".into(), OsString::from(given)]));
        if bake.args.imports.extensions == ExtensionForm::Apart {
            command.extend(["--extensions", "apart"].map(OsString::from));
        }
        command.push(bake.path.as_os_str().to_owned());
        let (format, implementation) = (format.name.to_owned(), "Polywire".to_owned());
        built.subjects.push(Subject { format, implementation, command, build: None });
    }
    Ok(())
}

/// Runs as a subject that holds a codec.
pub fn be_subject(args: &BenchSubject, global: Global) -> Result<(), Failure> {
    let schema = Schema::load(&args.schema, &args.imports, global)?;
    let engine = args.engine.into();
    let codec = |format: &'static Format| -> Result<Codec, Failure> {
        let codecs = schema.validators_of(&args.type_name, format, &Options::default(), global)?;
        let codec = codecs.codec(&schema.model, &args.type_name).map(|codec| codec.with_engine(engine));
        codec.ok_or_else(|| Failure::Input(format!("there is no codec for `{}`", args.type_name)))
    };
    let (codec, images) = (codec(args.wire.format)?, codec(model::format(IMAGES)?)?);
    let bytes = fs::read(&args.images).map_err(|error| Failure::reading(&args.images, &error))?;
    let mut held = Held { session: codec.session(), codec, values: Vec::new(), messages: Vec::new(), copy: Vec::new() };
    let (mut again, mut changed) = (Vec::new(), 0);
    for (index, image) in unframed(&bytes).into_iter().enumerate() {
        let wrong = |what: &str, error: &dyn ToString| {
            Failure::Input(format!("{what} message {}: {}", index + 1, error.to_string()))
        };
        let value = images.decode(&image).map_err(|error| wrong("the image of", &error))?;
        let message = held.codec.encode(&value).map_err(|error| wrong("refuses to encode", &error))?;
        let read = held.codec.decode(&message).map_err(|error| wrong("refuses its own", &error))?;
        held.codec.validate(&message).map_err(|error| wrong("finds invalid its own", &error))?;
        let found = images.encode(&read).map_err(|error| wrong("the image of", &error))?;
        changed += usize::from(found != image);
        again.extend(found);
        held.values.push(value);
        held.messages.push(message);
    }
    if let Some(path) = &args.messages {
        fs::write(path, framed(&held.messages)).map_err(|error| Failure::writing(path, &error))?;
    }
    let operations = [Operation::Copy, Operation::Encode, Operation::Decode, Operation::Validate].map(Operation::name);
    terminal::print_lines(&[json!({
        "language": "command",
        "mode": name(args.engine),
        "version": env!("CARGO_PKG_VERSION"),
        "operations": operations,
        "sizes": held.messages.iter().map(Vec::len).collect::<Vec<_>>(),
        "checksum": format!("{:08x}", crc32(&again)),
        "changed": changed,
    })])?;
    held.answer_all()
}

fn name(engine: Engine) -> String {
    engine.to_possible_value().map_or_else(String::new, |it| it.get_name().to_owned())
}

/// A codec with its sample.
struct Held {
    codec: Codec,
    session: Session,
    values: Vec<Value>,
    messages: Vec<Vec<u8>>,
    copy: Vec<u8>,
}

impl Held {
    fn answer_all(&mut self) -> Result<(), Failure> {
        for line in stdin().lines() {
            let line = line.map_err(|error| Failure::reading("-".as_ref(), &error))?;
            let request =
                line.split_once(' ').and_then(|(name, passes)| Some((Operation::of_name(name)?, passes.parse().ok()?)));
            let (operation, passes) = request.ok_or_else(|| Failure::Input(format!("no request: {line}")))?;
            self.run(operation, 1)?;
            let start = Instant::now();
            self.run(operation, passes)?;
            terminal::print_lines(&[start.elapsed().as_nanos()])?;
        }
        Ok(())
    }

    fn run(&mut self, operation: Operation, passes: u64) -> Result<(), Failure> {
        let Self { codec, session, values, messages, copy } = self;
        let mut all = || match operation {
            Operation::Encode => {
                values.iter().try_for_each(|it| codec.encode_with(session, it).map(|it| drop(black_box(it))))
            }
            Operation::Decode => {
                messages.iter().try_for_each(|it| codec.decode_with(session, it).map(|it| drop(black_box(it))))
            }
            Operation::Validate => messages.iter().try_for_each(|it| codec.validate_with(session, it)),
            _ => {
                for message in messages.iter() {
                    copy.clear();
                    copy.extend_from_slice(black_box(message));
                    black_box(&copy);
                }
                Ok(())
            }
        };
        (0..passes).try_for_each(|_| all()).map_err(|error| Failure::Input(error.to_string()))
    }
}
