//! A connection to a server, and calls on it.

use super::super::failure::Failure;
use super::super::model::Schema;
use super::input::Input;
use super::internal;
use super::plain::Plain;
use super::running::Running;
use polywire::Limits;
use polywire::calls::{Envelopes, Protocol};
use polywire_net::{Connection, Network, Target, Trust, Version};
use polywire_rpc::{Answers, Call, End, Event, Item};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Where a server is, and how it is reached.
pub struct Place {
    pub target: Target,
    pub reach: Reach,
}

impl Place {
    /// The server at a URL has the name of the URL in requests, or another one.
    pub fn new(url: &str, authority: Option<&String>, reach: Reach) -> Result<Self, Failure> {
        let mut target = Target::parse(url)?;
        if let Some(authority) = authority {
            target.authority.clone_from(authority);
        }
        Ok(Self { target, reach })
    }
}

/// How servers are reached.
#[derive(Clone)]
pub struct Reach {
    pub trust: Trust,
    /// For connecting and a call.
    pub deadline: Option<Duration>,
    pub max_size: u64,
}

/// A server.
pub struct Server {
    network: Network,
    pub connection: Arc<Connection>,
    /// The form of the protocol for streams.
    pub streams: Form,
    pub started: Instant,
    deadline: Option<Duration>,
    pub max_size: u64,
}

/// A protocol, or the form of one for some methods.
pub struct Form {
    pub protocol: &'static Protocol,
    pub envelopes: Envelopes,
    /// For calls whose requests a schema tells.
    pub plain: Option<Plain>,
}

impl Form {
    pub fn of(protocol: &'static Protocol) -> Result<Self, Failure> {
        let envelopes = Envelopes::new(protocol, Limits::default()).ok_or_else(|| internal("the codecs of calls"))?;
        Ok(Self { protocol, envelopes, plain: None })
    }

    /// Returns the form of a protocol for calls of a schema's methods.
    pub fn calling(protocol: &'static Protocol, schema: &Schema) -> Result<Self, Failure> {
        let plain = protocol.has_routes.then(|| Plain::new(schema)).transpose()?;
        Ok(Self { plain, ..Self::of(protocol)? })
    }
}

/// Posts that nobody has read yet.
const QUEUE: usize = 16;

impl Server {
    pub fn connect(
        place: &Place,
        (protocol, version): (&'static Protocol, Version),
        started: Instant,
    ) -> Result<Self, Failure> {
        let Place { target, reach } = place;
        let &Reach { ref trust, deadline, max_size } = reach;
        let network = Network::start()?;
        let connection = Arc::new(network.connect(target, trust, version, deadline)?);
        let streams = Form::of(protocol)?;
        Ok(Self { network, connection, streams, started, deadline, max_size })
    }

    /// Returns the time until the deadline.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_sub(self.started.elapsed()))
    }

    /// Calls a method, and hands over what happens but for the end, which it returns.
    pub fn call(
        &self,
        (form, call): (&Form, Call),
        answers: Answers,
        input: Input,
        told: impl FnMut(Event) -> Result<(), Failure>,
    ) -> Result<End, Failure> {
        let (postbox, mailbox) = self.network.mailbox(QUEUE);
        let input = input.start(&postbox);
        Running::new((self, form), (call, answers), (input, postbox))?.run(mailbox, told)
    }

    /// Calls a method with these messages, and returns those of the answer, and its end.
    pub fn ask(&self, call: Call, messages: Vec<Item>) -> Result<(Vec<Vec<u8>>, End), Failure> {
        let mut answers = Vec::new();
        let end = self.call((&self.streams, call), Answers::Many, Input::Ready(messages), |event| {
            if let Event::Item(_, item) = event {
                answers.push(item.body);
            }
            Ok(())
        })?;
        Ok((answers, end))
    }
}
