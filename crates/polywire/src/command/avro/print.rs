//! What is printed of files: metadata, schemas, numbers of records.

use super::Opened;
use crate::command::args::{AvroFiles, Global, ReportFormat};
use crate::command::avro_file::{self, failure, report_damage};
use crate::command::failure::Failure;
use crate::command::files::each;
use crate::command::model::format;
use crate::command::output::Output;
use crate::command::progress::Progress;
use crate::command::terminal;
use polywire::convert::Damage;
use polywire::untyped::Converter;
use serde_json::{Map, Value, json};
use std::path::Path;

/// Prints names and values, or one value as it is.
pub(super) fn metadata(
    files: &AvroFiles,
    (key, format): (Option<&str>, ReportFormat),
    global: Global,
) -> Result<(), Failure> {
    let paths = files.paths()?;
    let mut output = Output::create(Path::new("-"))?;
    let result = each(&paths, global, |path| {
        let header = avro_file::header(path, files.decompress)?;
        if let Some(key) = key {
            let missing = || Failure::Input(format!("{}: there is no metadata of the name `{key}`", path.display()));
            output.put(header.get(key).ok_or_else(missing)?)?;
            return output.put(b"\n");
        }
        if format == ReportFormat::Json {
            let entries = header.metadata.iter().map(|(name, value)| (name.clone(), avro_file::shown(value).into()));
            let marker: String = header.marker.0.iter().map(|byte| format!("{byte:02x}")).collect();
            let entries: Map<String, Value> = entries.collect();
            let line = json!({ "file": path.to_string_lossy(), "metadata": entries, "marker": marker });
            return output.put(format!("{line}\n").as_bytes());
        }
        if paths.len() > 1 {
            output.put(format!("{}\n", path.display()).as_bytes())?;
        }
        header
            .metadata
            .iter()
            .try_for_each(|(name, value)| output.put(format!("{name}\t{}\n", avro_file::shown(value)).as_bytes()))
    });
    output.finish()?;
    result
}

pub(super) fn schemas(files: &AvroFiles, is_raw: bool, global: Global) -> Result<(), Failure> {
    let mut output = Output::create(Path::new("-"))?;
    let pretty = Converter::between(format("json")?, format("json_pretty")?);
    let result = each(&files.paths()?, global, |path| {
        let header = avro_file::header(path, files.decompress)?;
        let schema = header.schema().map_err(|error| failure(path, &error))?;
        let mut text = Vec::new();
        match pretty.as_ref().filter(|_| !is_raw) {
            Some(converter) => {
                let converted = converter.convert(schema, &mut text);
                converted.map_err(|why| {
                    Failure::Input(format!("{}: the schema is not valid JSON: {why}; --raw prints it", path.display()))
                })?;
            }
            None => text.extend_from_slice(schema),
        }
        output.put(&text)?;
        output.end_line()
    });
    output.finish()?;
    result
}

/// Prints the number of records of each file, and of several together.
pub(super) fn counts(files: &AvroFiles, format: ReportFormat, global: Global) -> Result<(), Failure> {
    let paths = files.paths()?;
    let mut all = 0;
    let result = each(&paths, global, |path| {
        let Counted { records, blocks, damage } = count(files, path, global)?;
        all += records;
        let line = match format {
            ReportFormat::Json => {
                let file = path.to_string_lossy();
                json!({ "file": file, "records": records, "blocks": blocks, "damaged_blocks": damage.blocks })
                    .to_string()
            }
            ReportFormat::Text if paths.len() > 1 => format!("{records}\t{}", path.display()),
            ReportFormat::Text => records.to_string(),
        };
        terminal::print_lines(&[line])?;
        match damage.blocks {
            0 => Ok(()),
            _ => Err(Failure::Input(report_damage(path, &damage, global))),
        }
    });
    if paths.len() > 1 && format == ReportFormat::Text {
        terminal::print_lines(&[format!("{all}\ttotal")])?;
    }
    result
}

struct Counted {
    records: u64,
    blocks: u64,
    damage: Damage,
}

fn count(files: &AvroFiles, path: &Path, global: Global) -> Result<Counted, Failure> {
    let progress = Progress::new(global);
    let Opened { mut input, mut blocks } = files.open(path, &progress)?;
    let mut counted = Counted { records: 0, blocks: 0, damage: Damage::default() };
    loop {
        match blocks.next_raw(&mut input) {
            Ok(Some(raw)) => {
                counted.records = counted.records.saturating_add(raw.count);
                counted.blocks += 1;
            }
            Ok(None) => break,
            Err(error) if files.skip_damaged && error.can_skip() => {
                let skipped = blocks.skip(&mut input).map_err(|error| failure(path, &error))?;
                counted.damage.add(&error, skipped);
            }
            Err(error) => return Err(failure(path, &error)),
        }
    }
    progress.clear();
    Ok(counted)
}
