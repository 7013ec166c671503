//! The text of traces.

use polywire_rpc::{Action, Call, CallId, Count, End, Envelope, Item, Limits, Refused, Start, Status};

/// A session that is played.
pub trait Player {
    /// Takes a step, and returns what comes of it.
    fn play(&mut self, step: &str) -> Vec<String>;
}

/// The words of a line.
pub struct Words<'t>(pub &'t str);

impl<'t> Words<'t> {
    pub fn next(&mut self) -> &'t str {
        let (word, rest) = self.0.split_once(' ').unwrap_or((self.0, ""));
        self.0 = rest;
        word
    }

    pub fn number(&mut self) -> u64 {
        let word = self.next();
        word.parse().unwrap_or_else(|_| panic!("`{word}` is no number"))
    }

    pub fn id(&mut self) -> CallId {
        CallId(self.number())
    }

    pub fn count(&mut self) -> Count {
        match self.next() {
            "one" => Count::One,
            "many" => Count::Many,
            other => panic!("`{other}` is neither `one` nor `many`"),
        }
    }

    pub fn item(&mut self) -> Item {
        Item { compressed: false, body: self.next().as_bytes().to_vec() }
    }

    pub fn start(&mut self) -> Start {
        Start { format: self.next().to_owned(), ..Start::default() }
    }

    pub fn end(&mut self) -> End {
        let name = self.next();
        let status = (0..=16).map(Status).find(|status| status.name() == Some(name));
        End::failed(status.unwrap_or_else(|| panic!("`{name}` is no status")), self.0)
    }

    pub fn envelope(&mut self) -> Envelope {
        match self.next() {
            "call" => Envelope::Call(Call::default()),
            "start" => Envelope::Start(self.start()),
            "item" => Envelope::Item(self.item()),
            "end" => Envelope::End(self.end()),
            other => panic!("`{other}` is no envelope"),
        }
    }

    pub fn call(&mut self) -> Call {
        let mut call = Call::default();
        loop {
            match self.next() {
                "" => return call,
                "timeout" => call.timeout = Some(self.number()),
                "format" => call.format = self.next().to_owned(),
                other => panic!("`{other}` says nothing about a call"),
            }
        }
    }
}

/// Reads limits.
pub fn limits(text: &str) -> Limits {
    let (mut words, mut limits) = (Words(text), Limits::default());
    while !words.0.is_empty() {
        let limit = match words.next() {
            "calls" => &mut limits.calls,
            "unsent" => &mut limits.unsent,
            "untaken" => &mut limits.untaken,
            other => panic!("`{other}` is no limit"),
        };
        *limit = usize::try_from(words.number()).expect("a small number");
    }
    limits
}

pub fn refused<T>(result: Result<T, Refused>) -> Vec<String> {
    let word = |refused| match refused {
        Refused::TooManyCalls => "too-many-calls",
        Refused::TooManyUnsent => "too-many-unsent",
        Refused::NoCall => "no-call",
        Refused::Finished => "finished",
        Refused::Started => "started",
        Refused::OnlyOne => "only-one",
    };
    result.err().map(|it| format!("refused {}", word(it))).into_iter().collect()
}

pub fn answer(is_so: bool) -> Vec<String> {
    vec![if is_so { "yes" } else { "no" }.to_owned()]
}

pub fn action(action: &Action) -> String {
    match action {
        Action::Send(id, envelope) => format!("send {} {}", id.0, of_envelope(envelope)),
        Action::Finish(id) => format!("finish {}", id.0),
        Action::Cancel(id) => format!("cancel {}", id.0),
    }
}

pub fn of_envelope(envelope: &Envelope) -> String {
    match envelope {
        Envelope::Call(_) => "call".to_owned(),
        Envelope::Start(start) => format!("start {}", start.format).trim_end().to_owned(),
        Envelope::Item(item) => format!("item {}", String::from_utf8_lossy(&item.body)),
        Envelope::End(end) => format!("end {} {}", end.status, end.message).trim_end().to_owned(),
    }
}
