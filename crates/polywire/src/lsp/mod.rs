//! A language server for schemas (Language Server Protocol 3.17): the compiler's diagnostics and lint rules while typing,
//! definitions, hovers with the place of a member in each format, symbols and formatting.
//!
//! It is one mechanism for all schema languages: answers come from the model, and from the tokens of the language's row in
//! [`SOURCE_LANGUAGES`](polywire_front::source::SOURCE_LANGUAGES). While a schema has errors, they come from its last
//! version without errors.
//!
//! Invariant: no I/O; the caller provides the connection and the file system.

mod diagnostics;
mod document;
mod hover;
mod navigation;
mod position;
mod project;
mod symbols;

use crate::schema_files::FileSystem;
use document::Document;
use lsp_server::{Connection, ErrorCode, Message, Notification, ProtocolError, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Notification as _,
    PublishDiagnostics,
};
use lsp_types::request::{DocumentSymbolRequest, Formatting, GotoDefinition, HoverRequest, Request as _};
use lsp_types::{
    DocumentSymbolResponse, GotoDefinitionResponse, InitializeParams, OneOf, PublishDiagnosticsParams,
    ServerCapabilities, TextDocumentPositionParams, TextDocumentSyncCapability, TextDocumentSyncKind, TextEdit, Url,
};
use polywire_front::source::{format, source_language};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// Answers a client until it asks the server to shut down.
pub fn serve(connection: &Connection, system: FileSystem<'_>) -> Result<(), ProtocolError> {
    let (id, params) = connection.initialize_start()?;
    let info = json!({ "name": "polywire", "version": env!("CARGO_PKG_VERSION") });
    connection.initialize_finish(id, json!({ "capabilities": capabilities(), "serverInfo": info }))?;
    let mut server = Server { connection, system, roots: roots(params), documents: BTreeMap::new() };
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    return Ok(());
                }
                server.analyse_changed();
                server.answer(request);
            }
            Message::Notification(notification) => server.note(notification),
            Message::Response(_) => {}
        }
        // Of several changes that are waiting, only the last one is analysed.
        if connection.receiver.is_empty() {
            server.analyse_changed();
        }
    }
    Ok(())
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
        definition_provider: Some(OneOf::Left(true)),
        hover_provider: Some(true.into()),
        document_symbol_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        ..ServerCapabilities::default()
    }
}

/// Returns the folders that the client has opened.
fn roots(params: Value) -> Vec<PathBuf> {
    let params: InitializeParams = serde_json::from_value(params).unwrap_or_default();
    let folders = params.workspace_folders.unwrap_or_default().into_iter().map(|folder| folder.uri);
    #[allow(deprecated, reason = "older clients send only this one")]
    let urls: Vec<Url> = folders.chain(params.root_uri).collect();
    urls.iter().filter_map(|url| url.to_file_path().ok()).collect()
}

struct Server<'a> {
    connection: &'a Connection,
    system: FileSystem<'a>,
    roots: Vec<PathBuf>,
    /// The open schemas.
    documents: BTreeMap<PathBuf, Document>,
}

impl Server<'_> {
    fn note(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        let item = &params["textDocument"];
        let url = item["uri"].as_str().and_then(|it| Url::parse(it).ok());
        let Some((url, path)) = url.and_then(|url| Some((url.clone(), url.to_file_path().ok()?))) else { return };
        match method.as_str() {
            DidOpenTextDocument::METHOD => self.change(path, url, item["text"].as_str(), item["version"].as_i64()),
            DidChangeTextDocument::METHOD => {
                let change = params["contentChanges"].as_array().and_then(|changes| changes.last());
                let text = change.and_then(|change| change["text"].as_str());
                self.change(path, url, text, item["version"].as_i64());
            }
            DidSaveTextDocument::METHOD => self.touch(&path),
            DidCloseTextDocument::METHOD => {
                self.documents.remove(&path);
                self.publish(&url, None, Vec::new());
                self.touch(&path);
            }
            _ => {}
        }
    }

    /// Takes the new text of a document.
    fn change(&mut self, path: PathBuf, url: Url, text: Option<&str>, version: Option<i64>) {
        let Some(text) = text else { return };
        if source_language(&path.to_string_lossy()).is_none() {
            return;
        }
        let document = self.documents.entry(path.clone()).or_insert_with(|| Document::new(path.clone(), url));
        document.text = text.as_bytes().to_vec();
        document.version = version.and_then(|it| i32::try_from(it).ok());
        self.touch(&path);
    }

    /// Marks the documents to analyse: that of a path, and those that import it.
    fn touch(&mut self, path: &Path) {
        self.documents.values_mut().filter(|it| it.depends_on(path)).for_each(|it| it.is_changed = true);
    }

    /// Analyses changed documents, and publishes their problems.
    fn analyse_changed(&mut self) {
        let changed: Vec<PathBuf> =
            self.documents.iter().filter(|(_, it)| it.is_changed).map(|(path, _)| path.clone()).collect();
        for path in changed {
            let Some(mut document) = self.documents.remove(&path) else { continue };
            let (texts, system) = (&self.documents, self.system);
            let own = document.text.clone();
            let read = |wanted: &Path| -> io::Result<Vec<u8>> {
                match texts.get(wanted) {
                    _ if wanted == path => Ok(own.clone()),
                    Some(open) => Ok(open.text.clone()),
                    None => (system.read)(wanted),
                }
            };
            let found = document.analyse(&self.roots, FileSystem { read: &read, canonicalize: system.canonicalize });
            self.publish(&document.url, document.version, found);
            self.documents.insert(path, document);
        }
    }

    fn publish(&self, url: &Url, version: Option<i32>, diagnostics: Vec<lsp_types::Diagnostic>) {
        let params = PublishDiagnosticsParams { uri: url.clone(), diagnostics, version };
        self.send(Notification::new(PublishDiagnostics::METHOD.to_owned(), params).into());
    }

    /// A client that is gone cannot be told so; the loop ends then.
    fn send(&self, message: Message) {
        let _ = self.connection.sender.send(message);
    }

    fn answer(&self, request: Request) {
        let Request { id, method, params } = request;
        let result = match method.as_str() {
            GotoDefinition::METHOD => self.at(params, |document, offset| {
                navigation::definition(document, offset).map(GotoDefinitionResponse::Scalar)
            }),
            HoverRequest::METHOD => self.at(params, |document, offset| hover::hover(document, offset, self.system)),
            DocumentSymbolRequest::METHOD => {
                self.of_document(&params, |document| DocumentSymbolResponse::Nested(symbols::symbols(document)))
            }
            Formatting::METHOD => self.of_document(&params, edits),
            _ => {
                let message = format!("polywire does not support {method}");
                return self.send(Response::new_err(id, ErrorCode::MethodNotFound as i32, message).into());
            }
        };
        self.send(Response::new_ok(id, result).into());
    }

    /// Answers a request about a position; null if there is no answer.
    fn at<T: Serialize>(&self, params: Value, answer: impl Fn(&Document, usize) -> Option<T>) -> Value {
        let Some(params) = read::<TextDocumentPositionParams>(params) else { return Value::Null };
        let document = self.document(&params.text_document.uri);
        let found = document.and_then(|it| answer(it, position::offset(&it.text, params.position)));
        json!(found)
    }

    /// Answers a request about a document; null for an unknown one.
    fn of_document<T: Serialize>(&self, params: &Value, answer: impl Fn(&Document) -> T) -> Value {
        let url = params["textDocument"]["uri"].as_str().and_then(|it| Url::parse(it).ok());
        json!(url.and_then(|url| self.document(&url)).map(answer))
    }

    fn document(&self, url: &Url) -> Option<&Document> {
        self.documents.get(&url.to_file_path().ok()?)
    }
}

fn read<T: DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}

/// Returns the edits that format a document; none if a string or comment is not closed.
fn edits(document: &Document) -> Vec<TextEdit> {
    let formatted = format(&document.text, document.language()).filter(|it| *it != document.text);
    let edit = |text: Vec<u8>| TextEdit {
        range: position::range(&document.text, 0..document.text.len()),
        new_text: String::from_utf8_lossy(&text).into_owned(),
    };
    formatted.map(edit).into_iter().collect()
}
