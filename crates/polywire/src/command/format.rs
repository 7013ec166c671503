//! `polywire format`.

use super::args::{Format, Global};
use super::failure::Failure;
use super::lint::language;
use super::output;
use polywire_front::source::format;
use std::fs;
use std::io::{Read, stdin};
use std::path::Path;

pub fn run(args: &Format, global: Global) -> Result<(), Failure> {
    if !args.write && !args.check {
        return match args.schemas.as_slice() {
            [path] => output::write(Path::new("-"), &formatted(args, path)?.1),
            _ => Err(Failure::Usage("several schemas need --write or --check".to_owned())),
        };
    }
    let mut changed = Vec::new();
    for path in &args.schemas {
        let (text, formatted) = formatted(args, path)?;
        if text != formatted {
            changed.push((path, formatted));
        }
    }
    output::rewrite(&changed, args.check, global)
}

/// Returns the text of a file, and the formatted text.
fn formatted(args: &Format, path: &Path) -> Result<(Vec<u8>, Vec<u8>), Failure> {
    let is_input = path == Path::new("-");
    let name = match &args.stdin_name {
        Some(name) if is_input => Path::new(name),
        None if is_input => {
            return Err(Failure::Usage("the standard input needs --stdin-name, as in `x.proto`".to_owned()));
        }
        _ => path,
    };
    let language = language(name)?;
    let text = if is_input { read_input() } else { fs::read(path) };
    let text = text.map_err(|error| Failure::reading(path, &error))?;
    let broken = || {
        Failure::Input(format!("{}: a string or comment is not closed; `polywire schema` says where", name.display()))
    };
    let formatted = format(&text, language).ok_or_else(broken)?;
    Ok((text, formatted))
}

fn read_input() -> std::io::Result<Vec<u8>> {
    let mut text = Vec::new();
    stdin().lock().read_to_end(&mut text)?;
    Ok(text)
}
