use crate::{Answer, Request, Subject, bytecode};
use serde_json::Value;

/// Returns values as JSON texts.
pub fn texts(values: &[Value]) -> Vec<Vec<u8>> {
    values.iter().map(|value| value.to_string().into_bytes()).collect()
}

/// Converts messages of a type to another format, by the bytecode.
///
/// # Panics
/// If one is refused.
pub fn transcode(subject: &Subject, ty: &str, (from, to): (&str, &str), inputs: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let answers = bytecode(subject).run(&requests(ty, (from, to), inputs));
    let bytes = |(input, answer): (&Vec<u8>, Answer)| match answer {
        Answer::Bytes(bytes) => bytes,
        Answer::Error(code) => panic!("{from} to {to}: {code}: {}", String::from_utf8_lossy(input)),
    };
    inputs.iter().zip(answers).map(bytes).collect()
}

/// Returns requests to convert messages of a type to another format.
pub fn requests(ty: &str, (from, to): (&str, &str), inputs: &[Vec<u8>]) -> Vec<Request> {
    let request = |input: &Vec<u8>| Request {
        ty: ty.to_owned(),
        from: from.to_owned(),
        to: to.to_owned(),
        input: input.clone(),
        schema: None,
        settings: vec![],
    };
    inputs.iter().map(request).collect()
}
