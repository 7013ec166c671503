//! Clients and servers of services, printed by tonic's own generator.

use crate::Error;
use polywire::generate::{File, OtherModule};
use polywire::{Format, Model};
use polywire_backend::rust::{Names, function_name};
use polywire_ir::types::{Named, Types};
use polywire_model::{DeclId, Method, Service};
use proc_macro2::TokenStream;
use std::collections::BTreeMap;
use tonic_build::CodeGenBuilder;

/// What to print of tonic for the services of schemas: for a service `shop.Orders`, the modules `orders_client` and
/// `orders_server` of the package `shop`. The program depends on `tonic` and `polywire-tonic`.
#[derive(Clone, Debug)]
pub struct Tonic {
    format: String,
    client: bool,
    server: bool,
    codec: Option<String>,
}

/// The modules from those of a client or a server, which are in a module of a file, to `mod.rs`.
const ROOT: &str = "super::super";

impl Tonic {
    /// Returns clients and servers whose messages are in this format, which has to be one of those in
    /// [`Config::wire`](crate::Config::wire).
    pub fn new(format: impl Into<String>) -> Self {
        Self { format: format.into(), client: true, server: true, codec: None }
    }

    /// Sets whether clients are printed.
    pub fn client(mut self, client: bool) -> Self {
        self.client = client;
        self
    }

    /// Sets whether servers are printed.
    pub fn server(mut self, server: bool) -> Self {
        self.server = server;
        self
    }

    /// Sets the path of the codec, as in `crate::StrictCodec`; it implements `Default` and `tonic::codec::Codec`. The
    /// default is `polywire_tonic::Codec`, with default limits.
    pub fn codec(mut self, path: impl Into<String>) -> Self {
        self.codec = Some(path.into());
        self
    }

    /// Returns a file with the services of each schema file that has some, and the modules for `mod.rs`.
    pub(crate) fn print(&self, formats: &[&Format], model: &Model) -> Result<(Vec<OtherModule>, Vec<File>), Error> {
        let Some(format) = formats.iter().find(|format| format.name == self.format) else {
            let message =
                "tonic's messages are to be in `{}`, which is not one of the wire formats; add `.wire(\"{}\")`";
            return Err(Error::new(message.replace("{}", &self.format)));
        };
        if format.schema_types.is_some() {
            return Err(Error::new(format!(
                "messages of `{}` are read with the writer's schema, which gRPC does not transmit; choose another format \
                 for tonic",
                self.format
            )));
        }
        let types = Types::of_model(model);
        let names = Names::of(&types, "", &[]);
        let mut by_file: BTreeMap<(&str, &[String]), Vec<Printed>> = BTreeMap::new();
        for service in &model.services {
            let key = (service.file.as_str(), service.module.as_slice());
            by_file.entry(key).or_default().push(self.service(service, &types, &names)?);
        }
        let mut printed = (Vec::new(), Vec::new());
        for ((file, package), services) in by_file {
            let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
            let file = format!("{stem}_services");
            let contents = self.text(&services)?;
            printed.1.push(File { name: format!("{file}.rs"), contents });
            printed.0.push(OtherModule { package: package.to_vec(), file });
        }
        Ok(printed)
    }

    fn service(&self, service: &Service, types: &Types, names: &Names) -> Result<Printed, Error> {
        let methods = service.methods.iter().map(|method| self.method(method, types, names));
        let (name, package) = (service.name.clone(), service.module.join("."));
        Ok(Printed { name, package, doc: lines(&service.doc), methods: methods.collect::<Result<_, _>>()? })
    }

    fn method(&self, method: &Method, types: &Types, names: &Names) -> Result<PrintedMethod, Error> {
        let wrong =
            || Error::new(format!("the method `{}` takes or returns something else than a struct", method.name));
        let path = |id: DeclId| match types.of_decl.get(id.0 as usize) {
            Some(Named::Struct(id)) => {
                format!("{ROOT}::{}", names.struct_path(*id).join("::")).parse().map_err(|_| wrong())
            }
            _ => Err(wrong()),
        };
        let codec = self.codec.clone().unwrap_or_else(|| {
            format!("polywire_tonic::Codec::<{ROOT}::{}, _, _>", names.format_path(&self.format).join("::"))
        });
        let output = method.output.ok_or_else(|| {
            Error::new(format!("the method `{}` is one-way, which gRPC has not; declare an answer", method.name))
        })?;
        Ok(PrintedMethod {
            name: function_name(&method.name),
            route: method.name.clone(),
            doc: lines(&method.doc),
            is_deprecated: method.deprecated,
            streams: (method.streams_input, method.streams_output),
            types: (path(method.input)?, path(output)?),
            codec,
        })
    }

    fn text(&self, services: &[Printed]) -> Result<String, Error> {
        let mut builder = CodeGenBuilder::new();
        builder.build_transport(true);
        let mut text = "// Generated by Polywire and tonic-build; changes are lost.\n".to_owned();
        for service in services {
            let client = self.client.then(|| builder.generate_client(service, ""));
            let server = self.server.then(|| builder.generate_server(service, ""));
            for tokens in [client, server].into_iter().flatten() {
                let file = syn::parse2(tokens)
                    .map_err(|error| Error::new(format!("tonic-build printed code with an error: {error}")))?;
                text.push_str(&prettyplease::unparse(&file));
            }
        }
        Ok(text)
    }
}

fn lines(doc: &str) -> Vec<String> {
    doc.lines().map(str::to_owned).collect()
}

/// A service as tonic's generator asks for it.
struct Printed {
    name: String,
    package: String,
    doc: Vec<String>,
    methods: Vec<PrintedMethod>,
}

/// A method as tonic's generator asks for it.
struct PrintedMethod {
    /// The name of the function.
    name: String,
    /// The name in requests.
    route: String,
    doc: Vec<String>,
    is_deprecated: bool,
    /// The client sends a stream; the server does.
    streams: (bool, bool),
    /// The paths of the request and the response.
    types: (TokenStream, TokenStream),
    codec: String,
}

impl tonic_build::Service for Printed {
    type Comment = String;
    type Method = PrintedMethod;

    fn name(&self) -> &str {
        &self.name
    }

    fn package(&self) -> &str {
        &self.package
    }

    fn identifier(&self) -> &str {
        &self.name
    }

    fn methods(&self) -> &[PrintedMethod] {
        &self.methods
    }

    fn comment(&self) -> &[String] {
        &self.doc
    }
}

impl tonic_build::Method for PrintedMethod {
    type Comment = String;

    fn name(&self) -> &str {
        &self.name
    }

    fn identifier(&self) -> &str {
        &self.route
    }

    fn codec_path(&self) -> &str {
        &self.codec
    }

    fn client_streaming(&self) -> bool {
        self.streams.0
    }

    fn server_streaming(&self) -> bool {
        self.streams.1
    }

    fn comment(&self) -> &[String] {
        &self.doc
    }

    fn deprecated(&self) -> bool {
        self.is_deprecated
    }

    fn request_response_name(&self, _proto_path: &str, _compile_well_known_types: bool) -> (TokenStream, TokenStream) {
        self.types.clone()
    }
}
