//! What every server answers: health, and questions about its schema.

use super::super::call::internal;
use super::super::failure::Failure;
use super::super::model::Schema;
use super::handler::{Handler, Output};
use super::methods::{Answers, Arrival, Method, Named};
use polywire::calls::{HEALTH, REFLECTION_SERVICES, Reflection, Served};
use polywire_rpc::{Count, End, Item, Shape, Status};
use std::collections::VecDeque;
use std::sync::Arc;

/// Returns the methods that tell whether a server is ready, each with what answers it.
pub fn health(answers: impl Fn(&str) -> Box<dyn Answers>) -> impl Iterator<Item = Named> {
    [("Check", Count::One), ("Watch", Count::Many)].into_iter().map(move |(name, returns)| {
        let shape = Shape { takes: Count::One, returns };
        ((HEALTH.to_owned(), name.to_owned()), Method::own(shape, answers(name)))
    })
}

/// Returns what tells that a server is ready.
pub fn ready() -> Box<dyn Answers> {
    /// The status is `SERVING`.
    const SERVING: [u8; 2] = [0x08, 0x01];
    Box::new(Always(SERVING.to_vec()))
}

/// Returns the methods that tell the schema.
pub fn reflection(schema: &Schema) -> Result<impl Iterator<Item = Named>, Failure> {
    let served = Served::new(&schema.model, &schema.descriptors).ok_or_else(|| internal("the schema of reflection"))?;
    let served = Arc::new(served);
    Ok(REFLECTION_SERVICES.into_iter().map(move |service| {
        let shape = Shape { takes: Count::Many, returns: Count::Many };
        let method = Method::own(shape, Box::new(Told(served.clone())));
        ((service.to_owned(), "ServerReflectionInfo".to_owned()), method)
    }))
}

/// Always the same answer.
struct Always(Vec<u8>);

impl Answers for Always {
    fn handler<'m>(&'m self, _: Arrival<'_>) -> Result<Box<dyn Handler + 'm>, End> {
        Ok(Box::new(Fixed::new(&self.0)))
    }
}

/// What the server tells about its schema.
struct Told(Arc<Served>);

impl Answers for Told {
    fn handler<'m>(&'m self, _: Arrival<'_>) -> Result<Box<dyn Handler + 'm>, End> {
        let reflection = Reflection::new().ok_or_else(|| End::failed(Status::INTERNAL, "there is no reflection"))?;
        Ok(Box::new(Asking::new(reflection, &self.0)))
    }
}

/// An answer that is always the same.
struct Fixed {
    output: VecDeque<Output>,
    body: Vec<u8>,
}

impl Fixed {
    fn new(body: &[u8]) -> Self {
        Self { output: VecDeque::new(), body: body.to_vec() }
    }
}

impl Handler for Fixed {
    fn take(&mut self, _: Item) -> Result<(), End> {
        self.output.push_back(Output::Taken);
        Ok(())
    }

    fn finish(&mut self) -> Result<(), End> {
        self.output.push_back(Output::Message(std::mem::take(&mut self.body)));
        self.output.push_back(Output::End(End::default()));
        Ok(())
    }

    fn next(&mut self, _: bool) -> Option<Output> {
        self.output.pop_front()
    }
}

/// Answers questions about the schema.
struct Asking<'m> {
    reflection: Reflection,
    served: &'m Served,
    answers: VecDeque<Vec<u8>>,
    /// Messages whose answer was given.
    taken: usize,
    is_finished: bool,
}

impl<'m> Asking<'m> {
    fn new(reflection: Reflection, served: &'m Served) -> Self {
        Self { reflection, served, answers: VecDeque::new(), taken: 0, is_finished: false }
    }
}

impl Handler for Asking<'_> {
    fn take(&mut self, item: Item) -> Result<(), End> {
        let found = self.reflection.query(&item.body).map(|query| self.served.find(&query));
        let answer = found.and_then(|found| self.reflection.answer(&item.body, &found));
        let unread = || End::failed(Status::INVALID_ARGUMENT, "the question cannot be read");
        self.answers.push_back(answer.ok_or_else(unread)?);
        Ok(())
    }

    fn finish(&mut self) -> Result<(), End> {
        self.is_finished = true;
        Ok(())
    }

    fn next(&mut self, has_room: bool) -> Option<Output> {
        if self.taken > 0 {
            self.taken -= 1;
            return Some(Output::Taken);
        }
        if self.answers.is_empty() {
            return self.is_finished.then(|| Output::End(End::default()));
        }
        let answer = if has_room { self.answers.pop_front()? } else { return None };
        self.taken += 1;
        Some(Output::Message(answer))
    }
}
