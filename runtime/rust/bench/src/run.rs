use crate::Codec;
use crate::check::Sample;
use crate::measure::Operation;
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, Write, stdin, stdout};
use std::path::Path;
use std::process::ExitCode;

/// The main function of a program. An optional second argument is a file for the codec's messages.
pub fn main<C: Codec>() -> ExitCode {
    let files: Vec<OsString> = std::env::args_os().skip(1).collect();
    match run(C::default(), &files, stdin().lock(), stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run<C: Codec>(codec: C, files: &[OsString], requests: impl BufRead, mut answers: impl Write) -> Result<(), String> {
    let (images, messages) = files.split_first().ok_or("the file of images is missing")?;
    let contents = fs::read(images).map_err(|error| format!("{}: {error}", Path::new(images).display()))?;
    let mut sample = Sample::check(codec, unframed(&contents))?;
    for path in messages {
        fs::write(path, framed(&sample.messages)).map_err(|error| format!("{}: {error}", Path::new(path).display()))?;
    }
    let mut say = |line: String| {
        writeln!(answers, "{line}").and_then(|()| answers.flush()).map_err(|error| format!("the output: {error}"))
    };
    say(sample.introduction())?;
    for request in requests.lines() {
        let answer = sample.answer(&request.map_err(|error| format!("the input: {error}"))?)?;
        say(answer)?;
    }
    Ok(())
}

impl<C: Codec> Sample<C> {
    fn introduction(&mut self) -> String {
        let operations = Operation::ALL.into_iter().filter(|it| self.can(*it)).collect::<Vec<_>>();
        let operations: Vec<String> = operations.iter().map(|it| format!("{:?}", it.name())).collect();
        let sizes: Vec<String> = self.messages.iter().map(|message| message.len().to_string()).collect();
        format!(
            "{{\"language\":\"rust\",\"mode\":{:?},\"version\":{:?},\"operations\":[{}],\"sizes\":[{}],\
             \"checksum\":\"{:08x}\",\"changed\":{}}}",
            C::MODE,
            C::version(),
            operations.join(","),
            sizes.join(","),
            self.checksum,
            self.changed
        )
    }

    fn answer(&mut self, request: &str) -> Result<String, String> {
        let parts = request.split_once(' ').and_then(|(name, passes)| Some((name, passes.trim().parse().ok()?)));
        let (name, passes) = parts.ok_or_else(|| format!("no request: {request}"))?;
        let operation = Operation::ALL.into_iter().find(|it| it.name() == name && self.can(*it));
        let cost = self.measure(operation.ok_or_else(|| format!("not measured here: {name}"))?, passes)?;
        Ok(format!("{} {} {}", cost.time.as_nanos(), cost.allocated[0], cost.allocated[1]))
    }
}

/// Splits a file of messages, each after its length in 32 bits, little-endian.
fn unframed(mut bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut messages = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk() {
        let (message, rest) = rest.split_at((u32::from_le_bytes(*length) as usize).min(rest.len()));
        messages.push(message.to_vec());
        bytes = rest;
    }
    messages
}

fn framed(messages: &[Vec<u8>]) -> Vec<u8> {
    messages.iter().flat_map(|message| [&(message.len() as u32).to_le_bytes()[..], message].concat()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::tests::Plain;

    fn answers(requests: &str) -> (String, Result<(), String>) {
        let folder = std::env::temp_dir().join(format!("polywire-harness-{}-{}", std::process::id(), requests.len()));
        fs::create_dir_all(&folder).expect("a folder");
        let files = ["images", "messages"].map(|name| folder.join(name));
        fs::write(&files[0], framed(&[b"12345".to_vec(), b"6789".to_vec()])).expect("a file");
        let mut out = Vec::new();
        let result = run(Plain::default(), &files.clone().map(Into::into), requests.as_bytes(), &mut out);
        assert_eq!(fs::read(&files[1]).expect("messages"), fs::read(&files[0]).expect("images"));
        fs::remove_dir_all(&folder).expect("no folder");
        (String::from_utf8(out).expect("a text"), result)
    }

    #[test]
    fn requests_are_answered() {
        let (out, result) = answers("decode 3\nvalidate 2\n");
        assert_eq!(result, Ok(()));
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(
            lines[0],
            r#"{"language":"rust","mode":"plain","version":"1","operations":["copy","encode","decode","decode_fresh","validate"],"sizes":[5,4],"checksum":"cbf43926","changed":0}"#
        );
        assert_eq!(lines.len(), 3);
        let numbers = |line: &str| line.split(' ').filter(|number| number.parse::<u64>().is_ok()).count();
        assert!(lines[1..].iter().all(|line| numbers(line) == 3), "{lines:?}");
    }

    #[test]
    fn requests_are_checked() {
        assert_eq!(answers("decode").1, Err("no request: decode".to_owned()));
        assert_eq!(answers("visit 1").1, Err("not measured here: visit".to_owned()));
    }
}
