//! A call that this process waits for.

use super::super::failure::Failure;
use super::calling::Calling;
use super::input::{Feed, Source};
use super::server::{Form, Server};
use polywire_net::{Incoming, Mailbox, Postbox};
use polywire_rpc::{Answers, Call, End, Event};

/// What a call waits for.
pub enum Post {
    Network(Incoming),
    Input(Feed),
}

/// A call that is not over.
pub struct Running<'s> {
    calling: Calling<'s, Post>,
    input: Source,
}

impl<'s> Running<'s> {
    pub fn new(
        (server, form): (&Server, &'s Form),
        call: (Call, Answers),
        (input, postbox): (Source, Postbox<Post>),
    ) -> Result<Self, Failure> {
        let inbox: (_, fn(Incoming) -> Post) = (postbox, Post::Network);
        let bounds = (server.started, server.max_size);
        Ok(Self { calling: Calling::new((server.connection.clone(), form), call, inbox, bounds)?, input })
    }

    /// Hands over what happens but for the end, which it returns.
    pub fn run(
        mut self,
        mut mailbox: Mailbox<Post>,
        mut told: impl FnMut(Event) -> Result<(), Failure>,
    ) -> Result<End, Failure> {
        loop {
            while let Some(event) = self.calling.next_event()? {
                match event {
                    Event::End(_, end) => return Ok(end),
                    event => told(event)?,
                }
            }
            if self.calling.can_send()
                && let Some(feed) = self.input.ask()
            {
                self.feed(feed)?;
                continue;
            }
            match mailbox.receive(self.calling.time_left()) {
                Some(Post::Input(feed)) => {
                    self.input.answered();
                    self.feed(feed)?;
                }
                Some(Post::Network(incoming)) => self.calling.receive(incoming),
                None => {}
            }
            self.calling.advance();
        }
    }

    fn feed(&mut self, feed: Feed) -> Result<(), Failure> {
        match feed {
            Feed::Message(item) => self.calling.send(item),
            Feed::End => self.calling.finish(),
            Feed::Failed(failure) => {
                self.calling.cancel()?;
                return Err(failure);
            }
        }
        Ok(())
    }
}
