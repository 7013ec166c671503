use crate::command::args::{Convert, FramingArg};
use crate::command::failure::Failure;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The destination of the messages of files.
pub(super) enum Target {
    /// One output for all files.
    One,
    /// A folder with an output for each file: pairs of input and output.
    Folder(Vec<(PathBuf, PathBuf)>),
}

/// File extensions that differ from the names of their formats.
const EXTENSIONS: [(&str, &str); 12] = [
    ("protobuf", "binpb"),
    ("protobuf_text", "txtpb"),
    ("protobuf_text_line", "txtpb"),
    ("json_pretty", "json"),
    ("json_plain", "json"),
    ("json_fbe", "json"),
    ("json_flatc", "json"),
    ("json_flatc_strict", "json"),
    ("json_flatc_defaults", "json"),
    ("json_sbe", "json"),
    ("json_avro", "json"),
    ("cdr_le", "cdr"),
];

impl Target {
    pub fn of(args: &Convert, framing: FramingArg, paths: &[PathBuf]) -> Result<Self, Failure> {
        if args.output.is_dir() {
            return Self::folder(args, framing, paths);
        }
        let can_follow = match framing {
            FramingArg::None => args.to.format.name == "json" || args.to.format.name == "json_pretty",
            FramingArg::Array | FramingArg::OsmPbf => false,
            _ => true,
        };
        if paths.len() > 1 && !can_follow {
            return Err(Failure::Usage(format!(
                "the messages of several files cannot be written to one {} file without a framing; name an existing folder \
                 with -o, or choose a framing with --to-framing",
                args.to.format.name
            )));
        }
        Ok(Self::One)
    }

    fn folder(args: &Convert, framing: FramingArg, paths: &[PathBuf]) -> Result<Self, Failure> {
        let extension = extension(args, framing);
        let mut outputs: Vec<(PathBuf, PathBuf)> = Vec::new();
        let mut names = HashSet::new();
        for path in paths {
            let name = Path::new(stem(path)?).with_extension("").into_os_string();
            let output = args.output.join(format!("{}.{extension}", name.to_string_lossy()));
            if !names.insert(output.clone()) {
                let output = output.display();
                return Err(Failure::Usage(format!("two files would be written to {output}; convert them one by one")));
            }
            outputs.push((path.clone(), output));
        }
        Ok(Self::Folder(outputs))
    }
}

/// Returns the name of a file without the extension of its compression.
fn stem(path: &Path) -> Result<&str, Failure> {
    let no_name = || Failure::Usage(format!("{}: -o is a folder, and the input has no file name", path.display()));
    let name = path.file_name().and_then(|name| name.to_str()).filter(|name| *name != "-").ok_or_else(no_name)?;
    Ok([".gz", ".zst"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name))
}

fn extension(args: &Convert, framing: FramingArg) -> &'static str {
    let format = args.to.format;
    if format.name == "json" && !matches!(framing, FramingArg::None | FramingArg::Array) {
        return "jsonl";
    }
    EXTENSIONS.iter().find(|(name, _)| *name == format.name).map_or(format.name, |(_, extension)| extension)
}
