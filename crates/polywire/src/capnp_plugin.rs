//! The files that a plugin of `capnp compile` generates: `capnp compile -o polywire:out trade.capnp`.
//!
//! The compiler sends the nodes of the schemas that it has compiled, and starts the plugin in the folder of the output.

use crate::generate::{BindingFile, Outputs};
use crate::lock_update::settle_for;
use crate::problem::errors;
use crate::protoc_plugin::parameters::Parameters;
use crate::protoc_plugin::{ReadFile, stem};
use crate::schema::{compile_nodes, read_request};

/// The parameters where none are given.
pub const DEFAULT_PARAMETERS: &str = "lang=cpp,wire=capnp";

/// Returns the files that a serialized `CodeGeneratorRequest` asks for. The parameters are those of the protoc plugin.
///
/// # Errors
/// If the request is invalid, or the schemas or parameters have errors.
pub fn generate(request: &[u8], parameters: &str, read_file: &ReadFile<'_>) -> Result<Outputs, String> {
    let Parameters { mut job, bind, extensions: _ } = Parameters::parse(parameters)?;
    if let Some(path) = bind {
        let bytes = read_file(&path).map_err(|error| format!("{path}: {error}"))?;
        job.bindings = vec![BindingFile { text: bytes, name: path }];
    }
    let nodes = read_request(request).map_err(|error| format!("this is not a CodeGeneratorRequest: {error}"))?;
    let first = nodes.files.iter().find(|file| file.is_requested).map(|file| stem(&file.path).to_owned());
    let compiled = compile_nodes(nodes);
    let model = compiled.model.ok_or_else(|| errors(&compiled.diagnostics, &compiled.sources))?;
    let model = settle_for(&model, &job.formats, &compiled.sources, &|path| read_file(path).ok())
        .map_err(|problem| problem.to_string())?;
    let mut outputs = Outputs::default();
    let files =
        job.files(&model, &compiled.sources, &first.unwrap_or_default()).map_err(|problem| problem.to_string())?;
    files.into_iter().try_for_each(|file| outputs.add(file)).map_err(|problem| problem.to_string())?;
    Ok(outputs)
}
