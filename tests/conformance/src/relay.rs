//! A testee that is ready before the runner starts it: the runner waits half a minute for an answer, but lowering the suite's
//! messages, printing their code and compiling it takes as long as it takes. So the engine lives in the process that starts the
//! runner, and what the runner starts only hands on bytes.

use crate::testee::Testee;
use crate::{pipe, serve};
use std::fs::File;
use std::io::{Read, Result, Write, stdin, stdout};
use std::net::Shutdown;
use std::os::fd::AsFd;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Answers whoever connects to a socket, several at a time, until this is dropped.
pub struct Answering {
    testee: Arc<Mutex<Option<Testee>>>,
}

impl Answering {
    /// Makes the socket.
    pub fn at(socket: &Path, testee: Testee) -> Result<Self> {
        let listener = UnixListener::bind(socket)?;
        let testee = Arc::new(Mutex::new(Some(testee)));
        let shared = Arc::clone(&testee);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let testee = Arc::clone(&shared);
                thread::spawn(move || answer(&stream, &testee));
            }
        });
        Ok(Self { testee })
    }
}

impl Drop for Answering {
    /// Ends the engine, whose program may say in the end that something was wrong.
    fn drop(&mut self) {
        let testee = self.testee.lock().unwrap_or_else(PoisonError::into_inner).take();
        drop(testee);
    }
}

/// Until the runner hangs up, or the engine fails; then its testee ends, which the runner reports.
fn answer(stream: &UnixStream, testee: &Mutex<Option<Testee>>) {
    let answered = serve(stream, stream, |request| match &mut *testee.lock().map_err(|_| pipe::gone())? {
        Some(testee) => testee.answer(request),
        None => Err(pipe::gone()),
    });
    if let Err(error) = answered {
        eprintln!("the testee: {error}");
    }
}

/// Hands the standard input on to a socket, and what comes back to the standard output.
pub fn relay(socket: &Path) -> Result<()> {
    let stream = UnixStream::connect(socket)?;
    let requests = stream.try_clone()?;
    thread::spawn(move || {
        let sent = hand_on(stdin().lock(), &requests);
        sent.and_then(|()| requests.shutdown(Shutdown::Write))
    });
    // The library's own standard output would keep what has no end of line.
    hand_on(&stream, File::from(stdout().as_fd().try_clone_to_owned()?))
}

/// `io::copy` would have the kernel splice, which keeps a pipe locked while it waits for more: nobody could read what is in it.
fn hand_on(mut from: impl Read, mut to: impl Write) -> Result<()> {
    let mut buffer = vec![0; 1 << 16];
    loop {
        match from.read(&mut buffer)? {
            0 => return Ok(()),
            len => to.write_all(&buffer[..len])?,
        }
    }
}
