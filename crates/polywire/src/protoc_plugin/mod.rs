//! The protoc plugin: `protoc --polywire_out=lang=cpp,wire=protobuf+json:out trade.proto`.
//!
//! protoc sends the descriptors of the compiled schemas, and writes the returned files.
//!
//! Design: docs/decisions/0043-builds.md

mod messages;
pub(crate) mod parameters;

use crate::generate::{BindingFile, Outputs};
use crate::lock_update::settle_for;
use crate::problem::errors;
use crate::schema::{compile_descriptors, read_descriptor_set};
use messages::{Messages, Request};
use parameters::Parameters;

/// Returns the contents of a file named in the parameters.
pub type ReadFile<'a> = dyn Fn(&str) -> Result<Vec<u8>, String> + 'a;

/// Answers a serialized `CodeGeneratorRequest` with a serialized `CodeGeneratorResponse`.
///
/// # Errors
/// If the request is not valid. Problems in the schemas or the parameters are reported in the response.
pub fn answer(request: &[u8], read_file: &ReadFile<'_>) -> Result<Vec<u8>, String> {
    let messages = Messages::new().ok_or("the built-in schema of plugins is invalid")?;
    let request = messages.decode(request).map_err(|error| format!("this is not a CodeGeneratorRequest: {error}"))?;
    let generated = generate(&request, read_file);
    messages.encode(generated).map_err(|error| format!("the response cannot be written: {error}"))
}

fn generate(request: &Request, read_file: &ReadFile<'_>) -> Result<Outputs, String> {
    let parameters = Parameters::parse(&request.parameter)?;
    let mut job = parameters.job;
    if let Some(path) = parameters.bind {
        let text = read_file(&path).map_err(|error| format!("{path}: {error}"))?;
        job.bindings = vec![BindingFile { text, name: path }];
    }
    let set = read_descriptor_set(&request.descriptors).map_err(|error| error.to_string())?;
    let first = request.files.first().map(|path| stem(path)).unwrap_or_default();
    let compiled = compile_descriptors(set, parameters.extensions);
    let model = compiled.model.ok_or_else(|| errors(&compiled.diagnostics, &compiled.sources))?;
    let model = settle_for(&model, &job.formats, &compiled.sources, &|path| read_file(path).ok())
        .map_err(|problem| problem.to_string())?;
    let mut outputs = Outputs::default();
    let files = job.files(&model, &compiled.sources, first).map_err(|problem| problem.to_string())?;
    files.into_iter().try_for_each(|file| outputs.add(file)).map_err(|problem| problem.to_string())?;
    Ok(outputs)
}

/// Returns the name of a file without its folder and extension.
pub(crate) fn stem(path: &str) -> &str {
    let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
