//! Chooses the formats to measure.

use crate::command::args::Bench;
use crate::command::failure::Failure;
use crate::command::model;
use polywire::{FORMATS, Format, Model, Options};
use polywire_bench::peers::FORMATS_OF_OTHERS;
use polywire_bench::{Absent, Measured};

/// Every value has just one image.
pub(super) const IMAGES: &str = "raw";

/// Formats that are measured only if the user names them: variants of others, one for tests, and one that requires the
/// writer's schema.
const ON_DEMAND: [&str; 14] = [
    IMAGES,
    "protobuf_text_line",
    "json_pretty",
    "json_plain",
    "json_fbe",
    "json_flatc",
    "json_flatc_strict",
    "json_flatc_defaults",
    "json_sbe",
    "json_avro",
    "avro_single",
    "avro_resolved",
    "cdr",
    "capnp_canonical",
];

/// The mapping to JSON that other libraries are compared with.
const JSON_OF_LIBRARIES: &str = "json_plain";

/// Formats that can hold the schema, and those that cannot.
pub(super) struct Formats {
    pub held: Vec<&'static Format>,
    pub refused: Vec<Absent>,
}

impl Formats {
    /// Returns true if messages can be read completely in place, in the formats that support views.
    pub fn are_viewed(&self, model: &Model) -> bool {
        let viewing = Options { views: true, ..Options::default() };
        let mut viewed = self.held.iter().filter(|format| format.has_views_of(model)).peekable();
        let is_complete = |format: &&'static Format| {
            format.lower_with(model, &viewing).is_ok_and(|module| module.views.are_complete(&module.types))
        };
        viewed.peek().is_some() && viewed.all(is_complete)
    }
}

/// Returns the formats that the user names, or else the usual ones.
pub(super) fn wanted(args: &Bench) -> Result<Vec<&'static Format>, Failure> {
    if args.wire.is_empty() {
        let has_peers = |format: &Format| args.peers.is_some() && format.name == JSON_OF_LIBRARIES;
        let wanted = |format: &&Format| !ON_DEMAND.contains(&format.name) || has_peers(format);
        let is_for_schemas = |format: &&Format| format.built_in.is_none();
        return Ok(FORMATS.iter().filter(is_for_schemas).filter(wanted).collect());
    }
    let (of_others, own): (Vec<_>, Vec<_>) = args.wire.iter().partition(|name| is_of_others(name));
    if let (Some(name), None) = (of_others.first(), &args.peers) {
        return Err(Failure::Usage(format!(
            "{name} is available only in other implementations; measure them with --peers"
        )));
    }
    let named = own.iter().map(|name| model::format(name)).collect::<Result<Vec<_>, _>>()?;
    match named.iter().find(|format| format.schema_types.is_some()) {
        Some(format) => {
            Err(Failure::Usage(format!("{} needs the writer's schema, and cannot be measured", format.name)))
        }
        None => Ok(named),
    }
}

/// Returns true if only implementations by others support a format.
fn is_of_others(name: &str) -> bool {
    FORMATS_OF_OTHERS.contains(&name)
}

/// Splits formats by their support for a model.
pub(super) fn split(model: &Model, formats: Vec<&'static Format>) -> Formats {
    let (mut held, mut refused) = (Vec::new(), Vec::new());
    for format in formats {
        match format.lower(model) {
            Ok(_) => held.push(format),
            Err(parts) => {
                let reasons: Vec<String> = parts.iter().map(|part| part.message.clone()).collect();
                refused.push(Absent { name: format.name.to_owned(), reason: reasons.join("; ") });
            }
        }
    }
    Formats { held, refused }
}

/// Returns the formats that only implementations by others support.
pub(super) fn of_others(measured: &[Measured]) -> Vec<String> {
    let mut names: Vec<String> = measured.iter().map(|it| it.subject.format.clone()).collect();
    names.dedup();
    names.retain(|name| is_of_others(name));
    names
}

/// Groups codecs by format, in the order of first occurrence.
pub(super) fn together(measured: Vec<Measured>) -> Vec<Measured> {
    let mut order: Vec<String> = Vec::new();
    for it in &measured {
        if !order.contains(&it.subject.format) {
            order.push(it.subject.format.clone());
        }
    }
    let mut together = measured;
    together.sort_by_key(|it| order.iter().position(|format| *format == it.subject.format));
    together
}
