use crate::{
    Answer, Case, CaseFile, EXPLAIN, EXPLAIN_VALUE, Request, Subject, VALIDATE, accepted, interpreter, random_values,
};
use std::collections::BTreeSet;

/// A message to break.
pub struct Message {
    /// Wire format.
    pub format: String,
    /// Dotted name of the struct.
    pub ty: String,
    /// The message.
    pub bytes: Vec<u8>,
    /// The original value in the format `raw`; `None` for messages of cases.
    pub value: Option<Vec<u8>>,
    /// The writer's schema as a value in the format `raw`, if the format needs one at run time.
    schema: Option<Vec<u8>>,
}

impl Subject {
    /// Returns the accepted messages of the cases, and encodings of random values of the same types in each format.
    pub fn messages(&self, files: &[(String, CaseFile)]) -> Vec<Message> {
        let given = |case: &Case| Message {
            format: case.format.clone(),
            ty: case.ty.clone(),
            bytes: case.bytes(),
            value: None,
            schema: self.raw_schema(case),
        };
        let types: BTreeSet<&str> = accepted(files, &self.name).map(|case| case.ty.as_str()).collect();
        let written = types.into_iter().flat_map(|ty| self.written(ty, 2));
        accepted(files, &self.name).map(given).chain(written).collect()
    }

    /// Returns random values of a type in every format that can encode them.
    pub fn written(&self, ty: &str, count: u64) -> Vec<Message> {
        let values = random_values(&self.model, ty, count);
        let raw: Vec<Vec<u8>> = values.iter().map(|value| self.raw_value(ty, value)).collect();
        let formats = self.lowered.iter().map(|module| module.format.as_str()).filter(|format| self.writes(format, ty));
        let pairs = formats.flat_map(|format| raw.iter().map(move |raw| (format, raw)));
        let requests: Vec<Request> = pairs.map(|(to, raw)| request(ty, "raw", to, raw.clone(), None)).collect();
        let answers = interpreter(self).run(&requests);
        let message = |(request, answer): (Request, Answer)| match answer {
            Answer::Bytes(bytes) => {
                let value = Some(request.input);
                Some(Message { format: request.to, ty: request.ty, bytes, value, schema: None })
            }
            // A value that this format cannot encode may be supported by others.
            Answer::Error(_) => None,
        };
        requests.into_iter().zip(answers).filter_map(message).collect()
    }

    /// Returns true if the format has an encoder of the type, and a decoder that needs no schema at run time.
    fn writes(&self, format: &str, ty: &str) -> bool {
        let module = self.module(format);
        let is_of = |record| module.types.record(record).name.dotted() == ty;
        module.entries.iter().any(|entry| is_of(entry.record) && entry.encode.is_some() && entry.schema.is_none())
    }

    /// Requests the value of a broken copy of a message.
    pub fn value_of(&self, message: &Message, copy: Vec<u8>) -> Request {
        request(&message.ty, &message.format, "raw", copy, message.schema.clone())
    }

    /// Requests an explanation of the error in a broken copy of a message.
    pub fn explanation(&self, message: &Message, copy: Vec<u8>) -> Request {
        request(&message.ty, &message.format, EXPLAIN, copy, message.schema.clone())
    }

    /// Requests from each format the reason why it cannot encode the value of a broken copy of a message.
    pub fn explanations_of_value(&self, message: &Message, copy: Vec<u8>) -> Vec<Request> {
        let Message { format, ty, schema, .. } = message;
        let formats = self.lowered.iter().map(|module| module.format.as_str()).filter(|format| self.writes(format, ty));
        let to = |to: &str| request(ty, format, &format!("{EXPLAIN_VALUE}{to}"), copy.clone(), schema.clone());
        formats.map(to).collect()
    }

    /// Requests the verdict on a broken copy of a message.
    pub fn verdict(&self, message: &Message, copy: Vec<u8>) -> Request {
        request(&message.ty, &message.format, VALIDATE, copy, message.schema.clone())
    }

    /// Requests the re-encoding of that value in the same format, or the value itself if the format has no encoder.
    pub fn rewritten(&self, message: &Message, copy: Vec<u8>) -> Request {
        let Message { format, ty, schema, .. } = message;
        let to = if self.writes(format, ty) { format } else { "raw" };
        request(ty, format, to, copy, schema.clone())
    }
}

fn request(ty: &str, from: &str, to: &str, input: Vec<u8>, schema: Option<Vec<u8>>) -> Request {
    Request { ty: ty.to_owned(), from: from.to_owned(), to: to.to_owned(), input, schema, settings: vec![] }
}
