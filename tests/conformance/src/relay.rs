//! A testee that is ready before the runner starts: the runner waits only half a minute for an answer, but lowering the
//! suite's messages, printing their code and compiling it can take longer. So the engine lives in the process that
//! starts the runner, and the program that the runner starts only forwards bytes.

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

/// Answers the connections to a socket, several at a time, until dropped.
pub struct Answering {
    testee: Arc<Mutex<Option<Testee>>>,
}

impl Answering {
    /// Creates the socket.
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
    /// Stops the engine, whose program may report an error at its end.
    fn drop(&mut self) {
        let testee = self.testee.lock().unwrap_or_else(PoisonError::into_inner).take();
        drop(testee);
    }
}

/// Answers until the runner hangs up or the engine fails; then the testee ends, which the runner reports.
fn answer(stream: &UnixStream, testee: &Mutex<Option<Testee>>) {
    let answered = serve(stream, stream, |request| match &mut *testee.lock().map_err(|_| pipe::gone())? {
        Some(testee) => testee.answer(request),
        None => Err(pipe::gone()),
    });
    if let Err(error) = answered {
        eprintln!("the testee: {error}");
    }
}

/// Forwards the standard input to a socket, and the replies to the standard output.
pub fn relay(socket: &Path) -> Result<()> {
    let stream = UnixStream::connect(socket)?;
    let requests = stream.try_clone()?;
    thread::spawn(move || {
        let sent = hand_on(stdin().lock(), &requests);
        sent.and_then(|()| requests.shutdown(Shutdown::Write))
    });
    // The library's standard output would buffer output without a line end.
    hand_on(&stream, File::from(stdout().as_fd().try_clone_to_owned()?))
}

/// `io::copy` would use the kernel's splice, which keeps a pipe locked while it waits for more: nobody could read its
/// contents.
fn hand_on(mut from: impl Read, mut to: impl Write) -> Result<()> {
    let mut buffer = vec![0; 1 << 16];
    loop {
        match from.read(&mut buffer)? {
            0 => return Ok(()),
            len => to.write_all(&buffer[..len])?,
        }
    }
}
