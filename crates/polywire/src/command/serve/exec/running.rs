//! A call that a program answers.

use super::super::handler::{Handler, Output};
use super::super::request::Post;
use super::outcome::{self, Files, outcome};
use super::pipes::Pipes;
use super::{Exec, Program, environment};
use polywire::codec::{Stage, Transcoder};
use polywire_net::{Place, Postbox};
use polywire_rpc::{Call, Count, End, Item, Shape, Status};
use std::collections::VecDeque;
use std::io;
use std::process::{Command, ExitStatus};
use std::time::Instant;

/// What happens to a program.
pub enum News {
    /// It may start.
    Place(Place),
    /// A message was written to its standard input.
    Written,
    /// It has written a message.
    Message(Vec<u8>),
    /// It writes no more.
    OutputEnd,
    /// What it writes is no message.
    OutputFailed(String),
    /// It is over, and this is its standard error.
    Exited(io::Result<(ExitStatus, String)>),
}

/// A call that a program answers.
pub struct Running<'m> {
    exec: &'m Exec,
    program: &'m Program,
    shape: Shape,
    call: Call,
    to: Postbox<Post>,
    arrived: Instant,
    taken: Transcoder,
    returned: Option<Transcoder>,
    files: Files,
    /// Messages for a program that has not started.
    waiting: Vec<Vec<u8>>,
    is_finished: bool,
    pipes: Option<Pipes>,
    /// The answer has started, or will with what is in `output`.
    has_started: bool,
    /// What was read from it.
    output: VecDeque<Output>,
    is_asked: bool,
    has_ended: bool,
    exit: Option<(ExitStatus, String)>,
}

impl<'m> Running<'m> {
    pub fn new(program: &'m Program, shape: Shape, (call, to): (Call, Postbox<Post>)) -> Self {
        let exec = program.exec.as_ref();
        let running = Self {
            exec,
            program,
            shape,
            call,
            to,
            arrived: Instant::now(),
            taken: program.taken.fork(),
            returned: program.returned.as_ref().map(Transcoder::fork),
            files: exec.outcomes.files(),
            waiting: Vec::new(),
            is_finished: false,
            pipes: None,
            has_started: false,
            output: VecDeque::new(),
            is_asked: false,
            has_ended: false,
            exit: None,
        };
        // A program that takes one message is not started for a message that does not fit.
        if shape.takes == Count::Many {
            running.wait_for_place();
        }
        running
    }

    fn wait_for_place(&self) {
        self.exec.places.post(&self.to, |place| Post::Handler(News::Place(place)));
    }

    fn start(&mut self, place: Place) -> Result<(), End> {
        let mut command = Command::new(&self.exec.name);
        command.args(&self.exec.arguments);
        environment::tell(&mut command, self.exec, (&self.call, self.arrived.elapsed()), &self.files);
        let started = Pipes::start(command, self.program, place, &self.to);
        let mut pipes = started.map_err(|error| self.exec.cannot_start(&error))?;
        self.waiting.drain(..).for_each(|message| pipes.write(message));
        if self.is_finished {
            pipes.finish();
        }
        self.pipes = Some(pipes);
        Ok(())
    }

    /// Starts the answer, before its first message or its end.
    fn begin(&mut self) -> Result<(), End> {
        if !std::mem::replace(&mut self.has_started, true) {
            self.output.extend(outcome::start(self.exec, &self.files)?.map(Output::Start));
        }
        Ok(())
    }

    fn message(&mut self, message: &[u8]) -> Result<(), End> {
        let mut body = Vec::new();
        let converted = match &mut self.returned {
            Some(returned) => returned.transcode(message, &mut body).map(drop).map_err(|(_, it)| it.to_string()),
            None => Err("it returns nothing".to_owned()),
        };
        converted.map_err(|why| {
            let text = format!("what the program returns does not fit the method: {why}");
            self.exec.warn(&text);
            End::failed(Status::INTERNAL, text)
        })?;
        self.begin()?;
        self.output.push_back(Output::Message(body));
        Ok(())
    }
}

impl Handler for Running<'_> {
    fn take(&mut self, item: Item) -> Result<(), End> {
        let mut message = Vec::new();
        self.taken.transcode(&item.body, &mut message).map_err(|(stage, refusal)| match stage {
            Stage::Decode => End::failed(Status::INVALID_ARGUMENT, format!("a message cannot be read: {refusal}")),
            Stage::Encode => {
                End::failed(Status::INTERNAL, format!("a message cannot be given to the program: {refusal}"))
            }
        })?;
        match &self.pipes {
            Some(pipes) => pipes.write(message),
            None => self.waiting.push(message),
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), End> {
        self.is_finished = true;
        if self.shape.takes == Count::One {
            self.wait_for_place();
        }
        self.pipes.as_mut().map(Pipes::finish).unwrap_or_default();
        Ok(())
    }

    fn next(&mut self, has_room: bool) -> Option<Output> {
        match self.output.front() {
            Some(Output::Message(_)) if !has_room => return None,
            Some(_) => return self.output.pop_front(),
            None => {}
        }
        if self.has_ended {
            let (exit, errors) = self.exit.take()?;
            return Some(Output::End(outcome(self.exec, exit, &errors, &self.files)));
        }
        if let Some(pipes) = self.pipes.as_ref().filter(|_| has_room && !self.is_asked) {
            self.is_asked = true;
            pipes.ask();
        }
        None
    }

    fn hear(&mut self, news: News) -> Result<(), End> {
        match news {
            News::Place(place) => return self.start(place),
            News::Written => self.output.push_back(Output::Taken),
            News::Message(message) => {
                self.is_asked = false;
                return self.message(&message);
            }
            News::OutputEnd => {
                self.has_ended = true;
                return self.begin();
            }
            News::OutputFailed(why) => {
                let text = format!("what the program returns cannot be read: {why}");
                self.exec.warn(&text);
                return Err(End::failed(Status::INTERNAL, text));
            }
            News::Exited(Ok(exit)) => self.exit = Some(exit),
            News::Exited(Err(error)) => {
                let text = format!("it is not known how the program ended: {error}");
                return Err(End::failed(Status::INTERNAL, text));
            }
        }
        Ok(())
    }
}
