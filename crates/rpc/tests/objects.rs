//! Two sides of a session, and messages between them in any order that connections allow.

use polywire_rpc::objects::{
    Event, Exception, Limits, Message, Method, ObjectId, Peer, Problem, QuestionId, Reference, Results,
};
use std::collections::{BTreeMap, VecDeque};

/// In the values of these tests, each byte is the position of a reference.
fn find(body: &[u8], path: &[u16]) -> Option<u32> {
    let at = path.first().copied().unwrap_or_default();
    body.get(usize::from(at)).map(|byte| u32::from(*byte))
}

fn peer() -> Peer {
    Peer::new(Limits::default(), find)
}

fn method(number: u16) -> Method {
    Method { interface: 7, number }
}

fn own(object: u64) -> Results {
    Results { body: vec![0], references: vec![Reference::Own(ObjectId(object))] }
}

fn events(peer: &mut Peer) -> Vec<Event> {
    std::iter::from_fn(|| peer.next_event()).collect()
}

/// Hands over everything that one side has to send.
fn deliver(from: &mut Peer, to: &mut Peer) -> usize {
    let messages: Vec<Message> = std::iter::from_fn(|| from.next_action()).collect();
    let count = messages.len();
    messages.into_iter().for_each(|message| to.receive(message));
    count
}

#[test]
fn a_chain_of_calls_needs_one_flight() {
    let (mut client, mut server) = (peer(), peer());
    let mut last = client.start().expect("a question");
    let mut all = vec![last];
    for number in 0..8 {
        last = client.call(&Reference::Result(last, vec![]), method(number), Results::default()).expect("a call");
        all.push(last);
    }
    assert_eq!(deliver(&mut client, &mut server), 9);
    assert_eq!(events(&mut server), [Event::Started { answer: 0 }]);
    server.answer(0, Ok(own(1))).expect("a question");
    for number in 0..8 {
        let called = events(&mut server);
        let [Event::Called { answer, object, method, .. }] = called.as_slice() else { panic!("{called:?}") };
        assert_eq!((object.0, method.number), (u64::from(number) + 1, number));
        server.answer(*answer, Ok(own(u64::from(number) + 2))).expect("a call");
    }
    deliver(&mut server, &mut client);
    let returned = events(&mut client).into_iter().filter(|it| matches!(it, Event::Returned(_, Ok(_)))).count();
    assert_eq!(returned, 9);
    all.into_iter().for_each(|id| client.finish(id, false));
    deliver(&mut client, &mut server);
    assert_eq!(events(&mut server).len(), 9, "all objects are dropped");
    assert!(client.is_idle() && server.is_idle());
}

#[test]
fn calls_to_results_that_fail_fail_alike() {
    let (mut client, mut server) = (peer(), peer());
    let start = client.start().expect("a question");
    let first = client.call(&Reference::Result(start, vec![]), method(0), Results::default()).expect("a call");
    let second = client.call(&Reference::Result(first, vec![3]), method(1), Results::default()).expect("a call");
    deliver(&mut client, &mut server);
    server.answer(0, Ok(own(1))).expect("a question");
    let failed = Exception::new(Problem::Failed, "no such book");
    server.answer(first.0, Err(failed.clone())).expect("a call");
    deliver(&mut server, &mut client);
    let told = events(&mut client);
    assert!(told.contains(&Event::Returned(first, Err(failed.clone()))), "{told:?}");
    assert!(told.contains(&Event::Returned(second, Err(failed))), "{told:?}");
}

/// However long a chain is, its failure needs no deep stack.
#[test]
fn long_chains_fail_one_after_the_other() {
    let (mut client, mut server) = (peer(), peer());
    let start = client.start().expect("a question");
    let mut last = start;
    while let Ok(next) = client.call(&Reference::Result(last, vec![]), method(0), Results::default()) {
        last = next;
    }
    let count = deliver(&mut client, &mut server);
    assert_eq!(count, Limits::default().calls);
    let fail = move || {
        server.answer(start.0, Err(Exception::new(Problem::Failed, "closed"))).expect("a question");
        server
    };
    let thread = std::thread::Builder::new().stack_size(1 << 17).spawn(fail).expect("a thread");
    let mut server = thread.join().expect("the server");
    assert_eq!(deliver(&mut server, &mut client), count);
    assert!(events(&mut client).iter().all(|it| matches!(it, Event::Returned(_, Err(_)))));
}

#[test]
fn what_breaks_the_rules_ends_the_session() {
    let call = |question, target| {
        Message::Call(polywire_rpc::objects::Call {
            question,
            target,
            interface: 0,
            method: 0,
            params: polywire_rpc::objects::Payload::default(),
            is_redirected: false,
        })
    };
    use polywire_rpc::objects::{Loopback, Promise, Target};
    let promise = |question| Target::Answer(Promise { question, path: vec![] });
    for broken in [
        vec![Message::Start { question: 1 }, Message::Start { question: 1 }],
        vec![call(0, Target::Object(5))],
        vec![call(0, promise(9))],
        vec![Message::Finish { question: 3, releases_results: true }],
        vec![Message::Release { id: 0, count: 1 }],
        vec![Message::Disembargo { target: promise(0), loopback: Loopback::Sender(1) }],
        vec![Message::Disembargo { target: promise(0), loopback: Loopback::Receiver(1) }],
    ] {
        let mut server = peer();
        broken.clone().into_iter().for_each(|message| server.receive(message));
        let last = std::iter::from_fn(|| server.next_action()).last();
        assert!(matches!(last, Some(Message::Abort(_))), "{broken:?}: {last:?}");
        assert!(matches!(events(&mut server).last(), Some(Event::Over(_))), "{broken:?}");
        assert!(server.is_idle());
    }
}

#[test]
fn messages_of_unknown_kinds_are_sent_back() {
    let mut server = peer();
    server.receive(Message::Unknown(vec![1, 2]));
    let sent = server.next_action();
    assert_eq!(sent, Some(Message::Unimplemented(Box::new(Message::Unknown(vec![1, 2])))));
    let mut client = peer();
    let start = client.start().expect("a question");
    client.receive(Message::Unimplemented(Box::new(Message::Start { question: 0 })));
    let told = events(&mut client);
    assert!(
        matches!(told.as_slice(), [Event::Returned(id, Err(it))] if *id == start && it.problem == Problem::Unimplemented)
    );
    assert!(client.is_idle());
}

/// A generator of numbers that are the same in each run (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// A side with what its program knows.
struct Side {
    peer: Peer,
    sent: VecDeque<Message>,
    /// References that it can call, each with a number of its own and the number of calls that it made by it.
    known: Vec<(Reference, u64, u64)>,
    questions: Vec<QuestionId>,
    /// Calls that it has not answered, with the references that they brought.
    open: Vec<(u32, Vec<Reference>)>,
    next_object: u64,
    next_known: u64,
    /// By the numbers of references of the other side: the last call that arrived.
    arrived: BTreeMap<u64, u64>,
}

impl Side {
    fn new(number: u64) -> Self {
        Self {
            peer: peer(),
            sent: VecDeque::new(),
            known: Vec::new(),
            questions: Vec::new(),
            open: Vec::new(),
            next_object: 0,
            next_known: number << 32,
            arrived: BTreeMap::new(),
        }
    }

    fn know(&mut self, reference: Reference) {
        self.next_known += 1;
        self.known.push((reference, self.next_known, 0));
    }

    /// Does something that a program may do.
    fn step(&mut self, random: &mut Random) {
        match random.below(8) {
            0 if self.questions.is_empty() => {
                let id = self.peer.start().expect("a question");
                self.questions.push(id);
                self.know(Reference::Result(id, vec![]));
            }
            0..=3 => self.call(random),
            4 | 5 if !self.open.is_empty() => {
                let (id, brought) = self.open.swap_remove(random.below(self.open.len()));
                let result = self.result(random, brought);
                // It may have been cancelled.
                let _ = self.peer.answer(id, result);
            }
            6 if !self.questions.is_empty() && random.below(4) == 0 => {
                let id = self.questions.swap_remove(random.below(self.questions.len()));
                self.known.retain(|(reference, ..)| !matches!(reference, Reference::Result(of, _) if *of == id));
                self.peer.finish(id, false);
            }
            _ => {}
        }
        self.act();
    }

    fn result(&mut self, random: &mut Random, brought: Vec<Reference>) -> Result<Results, Exception> {
        match random.below(4) {
            0 => Err(Exception::new(Problem::Failed, "no")),
            1 if !brought.is_empty() => Ok(Results { body: vec![0], references: brought }),
            _ => {
                self.next_object += 1;
                Ok(own(self.next_object))
            }
        }
    }

    /// Calls by a reference. The value tells by which, and how many calls there were before.
    fn call(&mut self, random: &mut Random) {
        if self.known.is_empty() {
            return;
        }
        let at = random.below(self.known.len());
        let (reference, number, count) = self.known[at].clone();
        let reference = match reference {
            Reference::Result(id, _) => Reference::Result(id, vec![]),
            other => other,
        };
        let body = [&[0u8][..], &number.to_le_bytes(), &count.to_le_bytes()].concat();
        self.next_object += 1;
        let references = match random.below(3) {
            0 => vec![Reference::Own(ObjectId(self.next_object))],
            1 => vec![reference.clone()],
            _ => vec![],
        };
        let Ok(id) = self.peer.call(&reference, method(0), Results { body, references }) else { return };
        self.known[at].2 += 1;
        self.questions.push(id);
        self.know(Reference::Result(id, vec![]));
    }

    fn act(&mut self) {
        while let Some(message) = self.peer.next_action() {
            assert!(!matches!(message, Message::Abort(_)), "{message:?}");
            self.sent.push_back(message);
        }
        while let Some(event) = self.peer.next_event() {
            match event {
                Event::Started { answer } => self.open.push((answer, vec![])),
                Event::Called { answer, params, .. } => {
                    let number = |at: usize| u64::from_le_bytes(params.body[at..at + 8].try_into().expect("a number"));
                    let (reference, count) = (number(1), number(9));
                    let before = self.arrived.insert(reference, count);
                    assert!(before.is_none_or(|before| before < count), "{before:?} before {count}");
                    self.open.push((answer, params.references));
                }
                Event::Cancelled { answer } => self.open.retain(|(id, _)| *id != answer),
                Event::Returned(..) | Event::Dropped(_) => {}
                Event::Over(exception) => panic!("{exception:?}"),
            }
        }
    }
}

/// Calls by one reference arrive in the order in which they were made, wherever the reference leads in the end; and when everything is
/// answered and finished, neither side holds anything.
#[test]
fn calls_by_a_reference_arrive_in_order() {
    let rounds: u64 = if std::env::var_os("POLYWIRE_FULL").is_some() { 100_000 } else { 3_000 };
    let mut calls = 0;
    for seed in 1..=rounds {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut sides = [Side::new(0), Side::new(1)];
        for _ in 0..60 {
            let at = random.below(2);
            if random.below(2) == 0 {
                sides[at].step(&mut random);
            } else if let Some(message) = sides[at].sent.pop_front() {
                sides[1 - at].peer.receive(message);
                sides[1 - at].act();
            }
        }
        calls += sides.iter().map(|side| side.arrived.len()).sum::<usize>();
        settle(&mut sides, &mut random);
        assert!(sides.iter().all(|side| side.peer.is_idle()), "seed {seed}: {:?}", sides.map(|side| side.peer));
    }
    assert!(calls > 3_000, "{calls} references were called");
}

/// Answers and finishes everything.
fn settle(sides: &mut [Side; 2], random: &mut Random) {
    loop {
        let mut is_quiet = true;
        for at in 0..2 {
            for (id, brought) in std::mem::take(&mut sides[at].open) {
                let result = sides[at].result(random, brought);
                let _ = sides[at].peer.answer(id, result);
            }
            sides[at].act();
            while let Some(message) = sides[at].sent.pop_front() {
                is_quiet = false;
                sides[1 - at].peer.receive(message);
                sides[1 - at].act();
            }
        }
        if !is_quiet {
            continue;
        }
        if sides.iter().all(|side| side.questions.is_empty()) {
            return;
        }
        for side in sides.iter_mut() {
            std::mem::take(&mut side.questions).into_iter().for_each(|id| side.peer.finish(id, false));
            side.act();
        }
    }
}
