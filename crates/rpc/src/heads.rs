//! Heads of answers that are ends.

use crate::{End, Envelope, Start, Status};

/// An envelope of an answer, or how the answer breaks the protocol.
pub type Found = Result<Envelope, End>;

/// Puts the envelopes of an answer in order whose head may be its end: that counts only if nothing follows.
#[derive(Debug, Default)]
pub struct Heads {
    has_head: bool,
    last: Option<End>,
}

impl Heads {
    /// The status of HTTP of servers that know the protocol.
    const HTTP_OK: u16 = 200;

    /// Returns true for the first block of headers, which is the head; the next one are trailers.
    pub fn is_head(&mut self) -> bool {
        !std::mem::replace(&mut self.has_head, true)
    }

    /// Returns what is known when the head has arrived.
    pub fn head(&mut self, found: Found) -> Vec<Found> {
        match found {
            Ok(Envelope::End(end)) if end.http_status == Some(Self::HTTP_OK) => {
                self.last = Some(end);
                Vec::new()
            }
            found => vec![found],
        }
    }

    /// Returns what an envelope behind the head means. Behind an end, only another end can be.
    pub fn behind(&mut self, found: Found) -> Vec<Found> {
        let Some(head) = self.last.take() else { return vec![found] };
        let start = Ok(Envelope::Start(Start { metadata: head.metadata, ..Start::default() }));
        let end = match found {
            Ok(Envelope::Item(_)) => {
                Err(End::failed(Status::INTERNAL, "the head of the answer is its end, but messages follow"))
            }
            found => found,
        };
        vec![start, end]
    }

    /// Returns what trailers mean; the body may end inside of a message.
    pub fn trailers(&mut self, found: Found, is_inside: bool) -> Vec<Found> {
        let found = match found {
            Ok(Envelope::End(end)) if end.status == Status::OK && is_inside => {
                Err(End::failed(Status::INTERNAL, Self::INSIDE))
            }
            found => found,
        };
        self.behind(found)
    }

    /// Returns the end of an answer of which everything has arrived, if its head is the end.
    pub fn end(&mut self, is_inside: bool) -> Option<Found> {
        self.last.take().filter(|_| !is_inside).map(|end| Ok(Envelope::End(end)))
    }

    /// Returns what is wrong with an answer that has arrived without an end.
    pub fn lost(is_inside: bool) -> End {
        End::failed(Status::UNKNOWN, if is_inside { Self::INSIDE } else { "the answer ends without a status" })
    }

    const INSIDE: &str = "the answer ends inside a message";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Item, Metadata};

    fn end(status: Status) -> End {
        End { http_status: Some(200), status, metadata: vec![Metadata::text("a", "b")], ..End::default() }
    }

    fn heads() -> Heads {
        let mut heads = Heads::default();
        assert!(heads.is_head());
        assert_eq!(heads.head(Ok(Envelope::End(end(Status::NOT_FOUND)))), []);
        heads
    }

    #[test]
    fn a_head_is_an_end_if_nothing_follows() {
        assert_eq!(heads().end(false), Some(Ok(Envelope::End(end(Status::NOT_FOUND)))));
        assert_eq!((heads().end(true), Heads::lost(true).status), (None, Status::UNKNOWN));
        assert!(!heads().is_head());
    }

    #[test]
    fn the_end_behind_a_head_counts() {
        let start = Envelope::Start(Start { metadata: vec![Metadata::text("a", "b")], ..Start::default() });
        let last = Envelope::End(end(Status::ABORTED));
        assert_eq!(heads().behind(Ok(last.clone())), [Ok(start.clone()), Ok(last.clone())]);
        assert_eq!(heads().trailers(Ok(last.clone()), true), [Ok(start), Ok(last)]);
        let found = heads().behind(Ok(Envelope::Item(Item::default())));
        assert!(matches!(&found[1], Err(end) if end.status == Status::INTERNAL), "{found:?}");
    }

    #[test]
    fn success_inside_a_message_is_a_failure() {
        let mut heads = Heads::default();
        let start = Ok(Envelope::Start(Start::default()));
        assert_eq!(heads.head(start.clone()), [start]);
        let found = heads.trailers(Ok(Envelope::End(End::default())), true);
        assert!(matches!(&found[..], [Err(end)] if end.status == Status::INTERNAL), "{found:?}");
    }
}
