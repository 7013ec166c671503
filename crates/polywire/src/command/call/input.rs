//! What a call is given: messages that are read while the call runs.

use super::super::args::{Call as Args, Compression};
use super::super::failure::Failure;
use super::super::input as files;
use super::super::progress::Progress;
use super::messages::{Messages, Request};
use super::running::Post;
use polywire::convert;
use polywire_net::Postbox;
use polywire_rpc::Item;
use std::io::{BufRead, Cursor, IsTerminal, stdin};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// The messages of a call.
pub enum Input {
    /// They are known.
    Ready(Vec<Item>),
    /// They are read, on a thread of its own.
    Read(Box<Reader>),
}

/// A piece of input.
pub enum Feed {
    Message(Item),
    End,
    Failed(Failure),
}

/// Reads messages.
pub struct Reader {
    from: From,
    framing: convert::Framing,
    max_size: u64,
    request: Request,
    is_stream: bool,
}

/// The messages of the input.
type Stream = convert::Source<Box<dyn BufRead>>;

enum From {
    File(PathBuf),
    Text(String),
    Nothing,
}

/// Where messages come from, one after the other.
pub enum Source {
    Ready(std::vec::IntoIter<Item>),
    /// A thread, which waits to be asked.
    Thread {
        wanted: Sender<()>,
        is_asked: bool,
    },
}

impl Input {
    pub fn of(args: &Args, messages: &mut Messages, is_stream: bool) -> Result<Self, Failure> {
        let from = match (&args.data, &args.input) {
            (Some(text), _) => From::Text(text.clone()),
            (None, Some(path)) => From::File(path.clone()),
            (None, None) if stdin().is_terminal() => From::Nothing,
            (None, None) => From::File(PathBuf::from("-")),
        };
        let (framing, request) = (messages.framing_to_read()?, messages.request());
        Ok(Self::Read(Box::new(Reader { from, framing, max_size: args.limits.max_size, request, is_stream })))
    }

    /// Reads all messages.
    pub fn all(self) -> Result<Vec<Item>, Failure> {
        match self {
            Self::Ready(messages) => Ok(messages),
            Self::Read(reader) => reader.all(),
        }
    }

    /// Reads the only message of a call by a protocol without compression.
    pub fn only(self) -> Result<Vec<u8>, Failure> {
        Ok(self.all()?.pop().map(|item| item.body).unwrap_or_default())
    }

    /// Starts to read.
    pub fn start(self, to: &Postbox<Post>) -> Source {
        match self {
            Self::Ready(messages) => Source::Ready(messages.into_iter()),
            Self::Read(reader) => {
                let (wanted, asked) = channel();
                let to = to.clone();
                // It may wait for input when the call is over, so nobody waits for it.
                thread::spawn(move || reader.run(&asked, &to));
                Source::Thread { wanted, is_asked: false }
            }
        }
    }
}

impl Source {
    /// Asks for the next message; returns it if it is there.
    pub fn ask(&mut self) -> Option<Feed> {
        match self {
            Self::Ready(messages) => Some(match messages.next() {
                Some(item) => Feed::Message(item),
                None => Feed::End,
            }),
            Self::Thread { wanted, is_asked } => {
                if !*is_asked {
                    *is_asked = wanted.send(()).is_ok();
                }
                None
            }
        }
    }

    /// What was asked for has come.
    pub fn answered(&mut self) {
        if let Self::Thread { is_asked, .. } = self {
            *is_asked = false;
        }
    }
}

impl Reader {
    fn run(mut self, asked: &Receiver<()>, to: &Postbox<Post>) {
        let mut messages = match self.open() {
            Ok(messages) => messages,
            Err(failure) => return self.post_last(Feed::Failed(failure), asked, to),
        };
        let mut number = 0u64;
        while asked.recv().is_ok() {
            let item = self.item(&mut messages, number);
            number += 1;
            let feed = match item {
                Ok(Some(item)) => Feed::Message(item),
                Ok(None) => Feed::End,
                Err(failure) => Feed::Failed(failure),
            };
            let is_last = !matches!(feed, Feed::Message(_));
            if !to.post(Post::Input(feed)) || is_last {
                return;
            }
        }
    }

    fn all(mut self) -> Result<Vec<Item>, Failure> {
        let (mut messages, mut all) = (self.open()?, Vec::new());
        while let Some(item) = self.item(&mut messages, all.len() as u64)? {
            all.push(item);
        }
        Ok(all)
    }

    /// Returns a message of the input. A method that takes one gets one without fields if there is none.
    fn item(&mut self, messages: &mut Option<Stream>, number: u64) -> Result<Option<Item>, Failure> {
        let found = messages.as_mut().map_or(Ok(None), |it| self.next(it, number))?;
        match found {
            None if number == 0 && !self.is_stream => self.request.convert(None, 1).map(Some),
            found => Ok(found),
        }
    }

    fn post_last(&self, feed: Feed, asked: &Receiver<()>, to: &Postbox<Post>) {
        if asked.recv().is_ok() {
            to.post(Post::Input(feed));
        }
    }

    fn open(&self) -> Result<Option<Stream>, Failure> {
        let reader: Box<dyn BufRead> = match &self.from {
            From::Nothing => return Ok(None),
            From::Text(text) => Box::new(Cursor::new(text.clone().into_bytes())),
            From::File(path) => files::open(path, Compression::Auto, &Progress::hidden())?.reader,
        };
        let source = convert::Source::with_max_size(reader, self.framing.clone(), self.max_size);
        source.map(Some).map_err(|error| Failure::Input(error.to_string()))
    }

    fn next(&mut self, source: &mut Stream, number: u64) -> Result<Option<Item>, Failure> {
        let mut message = Vec::new();
        let is_there = source.read(&mut message).map_err(|error| self.failure(&error.to_string()))?;
        if !is_there {
            return Ok(None);
        }
        // A server may answer before it is told that there is no other message.
        if !self.is_stream && source.read(&mut Vec::new()).map_err(|error| self.failure(&error.to_string()))? {
            return Err(self.failure("there is more than one message, but the method takes one"));
        }
        if message.is_empty() && !self.is_stream {
            return self.request.convert(None, 1).map(Some);
        }
        let converted = self.request.convert(Some(&message), number + 1);
        converted.map(Some).map_err(|failure| match failure {
            Failure::Input(message) => self.failure(&message),
            other => other,
        })
    }

    fn failure(&self, message: &str) -> Failure {
        Failure::Input(format!("{}: {message}", self.name()))
    }

    fn name(&self) -> String {
        match &self.from {
            From::File(path) if path != Path::new("-") => path.display().to_string(),
            From::File(_) => "the standard input".to_owned(),
            From::Text(_) | From::Nothing => "--data".to_owned(),
        }
    }
}
