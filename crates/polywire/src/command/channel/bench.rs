//! How long a message takes from one thread to another, which share nothing but the channel or the socket. Each of them adds up
//! all words of all messages.

use super::failure;
use crate::command::args::ChannelBench;
use crate::command::failure::Failure;
use crate::command::terminal;
use polywire_channel::{Channel, Error, Options, Wait};
use std::hint::black_box;
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::thread;
use std::time::{Duration, Instant};

/// Bytes of the ring, and of the memory that is copied into in one thread.
const RING: usize = 1 << 20;
/// Bytes that are read from the socket at once.
const PIECE: usize = 1 << 16;

pub(super) fn run(args: &ChannelBench) -> Result<(), Failure> {
    let mut lines = vec![format!("{:>10} {:>14} {:>14} {:>14}", "bytes", "channel, ns", "socket, ns", "copying, ns")];
    for size in &args.size {
        let size = *size as usize;
        let count = (args.bytes / size as u64).clamp(1000, 10_000_000);
        let mut times = [Vec::new(), Vec::new(), Vec::new()];
        // The ways take turns, so that what else the machine does befalls all of them.
        for _ in 0..args.runs {
            times[0].push(through_channel(size, count).map_err(|error| failure("bench", &error))?);
            times[1].push(through_socket(size, count).map_err(|error| Failure::File(format!("the socket: {error}")))?);
            times[2].push(copied(size, count));
        }
        let [channel, socket, copying] = times.map(|it| median(it).as_secs_f64() * 1e9 / count as f64);
        lines.push(format!("{size:>10} {channel:>14.0} {socket:>14.0} {copying:>14.0}"));
    }
    terminal::print_lines(&lines)
}

fn through_channel(size: usize, count: u64) -> Result<Duration, Error> {
    let channel = Channel::create_sealed(&Options { capacity: RING as u64 * 2, ..Options::default() })?;
    let (mut sender, mut receiver) = (channel.sender()?, channel.receiver()?);
    let message = vec![7; size];
    let start = Instant::now();
    thread::scope(|scope| {
        let receiving = scope.spawn(move || -> Result<(), Error> {
            let mut received = Vec::new();
            for _ in 0..count {
                receiver.receive(&mut received, Wait::Forever)?;
                black_box(sum(&received));
            }
            Ok(())
        });
        let sent = (0..count).try_for_each(|_| sender.send(&message, Wait::Forever));
        drop(sender);
        receiving.join().unwrap_or(Err(Error::Closed)).and(sent)
    })?;
    Ok(start.elapsed())
}

fn through_socket(size: usize, count: u64) -> io::Result<Duration> {
    let (mut sender, mut receiver) = UnixStream::pair()?;
    let message = vec![7; size];
    let start = Instant::now();
    thread::scope(|scope| {
        let receiving = scope.spawn(move || -> io::Result<()> {
            let mut piece = vec![0; PIECE];
            let mut left = size as u64 * count;
            while left > 0 {
                let most = left.min(PIECE as u64) as usize;
                let length = receiver.read(&mut piece[..most])?;
                if length == 0 {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                black_box(sum(&piece[..length]));
                left -= length as u64;
            }
            Ok(())
        });
        let sent = (0..count).try_for_each(|_| sender.write_all(&message));
        drop(sender);
        receiving.join().unwrap_or(Err(io::ErrorKind::Other.into())).and(sent)
    })?;
    Ok(start.elapsed())
}

fn copied(size: usize, count: u64) -> Duration {
    let message = vec![7; size];
    let mut memory = vec![0; RING + size];
    let mut at = 0;
    let start = Instant::now();
    for _ in 0..count {
        let place = &mut memory[at..at + size];
        place.copy_from_slice(black_box(&message));
        black_box(sum(black_box(place)));
        at = if at + size >= RING { 0 } else { at + size };
    }
    start.elapsed()
}

fn sum(bytes: &[u8]) -> u64 {
    let words = bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap_or_default()));
    words.fold(0, u64::wrapping_add)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
