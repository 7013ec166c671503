//! The schema that a server tells.

use super::super::args::{Global, Imports};
use super::super::failure::Failure;
use super::super::model::Schema;
use super::server::Server;
use super::{internal, nanoseconds, with_agent};
use polywire::calls::{Found, Missing, Query, REFLECTION_SERVICES, Reflection, descriptor_set};
use polywire::schema_files::FileSystem;
use polywire_rpc::{Call, Item, Metadata, Status};
use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;

/// The name of the schema in messages.
const FILE: &str = "reflection.fds";
const ADVICE: &str = "name a schema with --schema";
/// How often files are asked for that others import.
const ROUNDS: usize = 100;

/// Asks a server.
struct Asker<'s> {
    server: &'s Server,
    reflection: Reflection,
    metadata: Vec<Metadata>,
    service: &'static str,
}

/// Returns the schema of a server, of the services that a method may be of, or of all; and the names of these services.
pub fn schema(
    server: &Server,
    (method, imports): (Option<&str>, &Imports),
    metadata: &[Metadata],
    global: Global,
) -> Result<(Schema, Vec<String>), Failure> {
    let reflection = Reflection::new().ok_or_else(|| internal("the codecs of reflection"))?;
    let metadata = with_agent(metadata.to_vec());
    let mut asker = Asker { server, reflection, metadata, service: REFLECTION_SERVICES[0] };
    let services = asker.services()?;
    let wanted = wanted(&services, method)?;
    let mut files: BTreeSet<Vec<u8>> = BTreeSet::new();
    asker.add(&mut files, wanted.iter().cloned().map(Query::Declaring).collect())?;
    for _ in 0..ROUNDS {
        match descriptor_set(&files.iter().cloned().collect::<Vec<_>>()) {
            Ok(set) => return Ok((load(&set, imports, global)?, wanted)),
            Err(Missing::Invalid(error)) => return Err(wrong(&error)),
            Err(Missing::Files(names)) => asker.add(&mut files, names.into_iter().map(Query::File).collect())?,
        }
    }
    Err(wrong("its files import each other without end"))
}

fn wrong(why: &str) -> Failure {
    Failure::Input(format!("the schema that the server tells is not usable: {why}; {ADVICE}"))
}

/// Returns the services that a method may be of.
fn wanted(services: &[String], method: Option<&str>) -> Result<Vec<String>, Failure> {
    let is_own = |name: &&String| !name.starts_with("grpc.reflection.");
    let Some(method) = method else { return Ok(services.iter().filter(is_own).cloned().collect()) };
    let dotted = method.trim_start_matches('/').replace('/', ".");
    let Some((service, _)) = dotted.rsplit_once('.') else { return Ok(services.to_vec()) };
    let is_meant = |name: &&String| {
        let end = name.strip_suffix(service);
        end.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    };
    let found: Vec<String> = services.iter().filter(is_meant).cloned().collect();
    if found.is_empty() {
        let names: Vec<String> = services.iter().map(|name| format!("`{name}`")).collect();
        let message = format!("the server has no service `{service}`; it has {}", names.join(", "));
        return Err(Failure::Usage(message));
    }
    Ok(found)
}

fn load(set: &[u8], imports: &Imports, global: Global) -> Result<Schema, Failure> {
    let read = |path: &std::path::Path| match path.to_str() {
        Some(FILE) => Ok(set.to_vec()),
        _ => Err(io::Error::from(io::ErrorKind::NotFound)),
    };
    let system = FileSystem { read: &read, canonicalize: &|path| Ok(path.to_owned()) };
    Schema::load_from(&[PathBuf::from(FILE)], &imports.into(), system, global)
}

impl Asker<'_> {
    /// Returns the names of the services, by the first version of reflection that the server has.
    fn services(&mut self) -> Result<Vec<String>, Failure> {
        let mut last = None;
        for service in REFLECTION_SERVICES {
            self.service = service;
            match self.ask(vec![Query::Services])? {
                Ok(found) => {
                    let services = found.into_iter().find_map(|it| match it {
                        Found::Services(names) => Some(names),
                        Found::Files(_) | Found::Nothing(_) => None,
                    });
                    return services.ok_or_else(|| wrong("it does not list its services"));
                }
                Err(failure) => last = Some(failure),
            }
        }
        Err(last.unwrap_or_else(|| wrong("there is none")))
    }

    /// Adds the files that answer questions.
    fn add(&mut self, files: &mut BTreeSet<Vec<u8>>, queries: Vec<Query>) -> Result<(), Failure> {
        let before = files.len();
        let mut nothing = None;
        for found in self.ask(queries)?? {
            match found {
                Found::Files(new) => files.extend(new),
                // Servers may list services whose files they do not have; what is needed is asked for again.
                Found::Nothing(why) => nothing = Some(why),
                Found::Services(_) => {}
            }
        }
        if files.len() == before {
            return Err(wrong(nothing.as_deref().unwrap_or("it leaves out files that are imported")));
        }
        Ok(())
    }

    /// Returns the answers, or the failure of a server without this version of reflection.
    fn ask(&mut self, queries: Vec<Query>) -> Result<Result<Vec<Found>, Failure>, Failure> {
        let requests =
            queries.iter().map(|query| Some(Item { compressed: false, body: self.reflection.request(query)? }));
        let requests = requests.collect::<Option<Vec<_>>>();
        let call = Call {
            service: self.service.to_owned(),
            method: "ServerReflectionInfo".to_owned(),
            timeout: self.server.time_left().map(nanoseconds),
            metadata: self.metadata.clone(),
            ..Call::default()
        };
        let (answers, end) = self.server.ask(call, requests.ok_or_else(|| internal("a question about the schema"))?)?;
        if end.status == Status::UNIMPLEMENTED {
            let message = format!("the server does not tell its schema (it has no reflection); {ADVICE}");
            return Ok(Err(Failure::Usage(message)));
        }
        if end.status != Status::OK {
            let message = format!("the server does not tell its schema: {}: {}; {ADVICE}", end.status, end.message);
            return Err(Failure::Call(message));
        }
        let found: Option<Vec<Found>> = answers.iter().map(|answer| self.reflection.response(answer)).collect();
        found.map(Ok).ok_or_else(|| wrong("an answer cannot be read"))
    }
}
