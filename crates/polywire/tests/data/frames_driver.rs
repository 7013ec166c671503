//! Answers each line, a framing and two pieces, with the elements; see tests/frames.rs. The elements of a reader that
//! returns them byte by byte must be the same.

#[allow(dead_code, unused_imports)]
mod generated;

use generated::frames::{Capnp, CapnpPacked, Delimited, FlatbuffersSizePrefixed, JsonElements, JsonValues, Sofh};
use polywire_runtime::{Chunks, DecodeWith, Elements, Error, Frame};
use std::io::{BufRead, Read, Result};

/// Returns a byte at a time.
struct Slow<'s>(&'s [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        let len = out.len().min(1);
        self.0.read(&mut out[..len])
    }
}

fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line");
        let words: Vec<&str> = line.split(' ').collect();
        let [left, right] = [1, 2].map(|index| from_hex(words[index]));
        let answer = match words[0] {
            "json_elements" => answer::<JsonElements>(&left, &right),
            "json_values" => answer::<JsonValues>(&left, &right),
            "delimited" => answer::<Delimited>(&left, &right),
            "capnp" => answer::<Capnp>(&left, &right),
            "capnp_packed" => answer::<CapnpPacked>(&left, &right),
            "sofh" => answer::<Sofh>(&left, &right),
            _ => answer::<FlatbuffersSizePrefixed>(&left, &right),
        };
        println!("{answer}");
    }
}

fn answer<F>(left: &[u8], right: &[u8]) -> String
where
    Frame: DecodeWith<F, Frame>,
{
    let (found, read) = (in_chunks::<F>(left, right), from_reader::<F>(&[left, right].concat()));
    if found == read { found } else { format!("{found} not {read}") }
}

fn in_chunks<F>(left: &[u8], right: &[u8]) -> String
where
    Frame: DecodeWith<F, Frame>,
{
    let (mut found, mut chunks) = (String::new(), Chunks::<F>::new(20));
    let mut each = |element: &[u8]| {
        found += &shown(element);
        Ok::<(), Error>(())
    };
    let pushed = chunks.push(left, &mut each).and_then(|()| chunks.push(right, &mut each));
    let ended = pushed.and_then(|()| chunks.finish(&mut each));
    found + if ended.is_ok() { "end" } else { "error" }
}

fn from_reader<F>(stream: &[u8]) -> String
where
    Frame: DecodeWith<F, Frame>,
{
    let mut found = String::new();
    for element in Elements::<F, _>::new(Slow(stream), 20) {
        match element {
            Ok(element) => found += &shown(&element),
            Err(_) => return found + "error",
        }
    }
    found + "end"
}

fn shown(element: &[u8]) -> String {
    element.iter().map(|byte| format!("{byte:02x}")).collect::<String>() + "- "
}

fn from_hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.chars().filter_map(|ch| ch.to_digit(16)).map(|digit| digit as u8).collect();
    digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}
