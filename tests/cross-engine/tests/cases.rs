//! Runs every message of `tests/cases` through every engine.

use polywire_cross_engine::{
    Answer, Case, CaseFile, Engine, Request, Subject, case_files, engines, found_in_each, from_hex, subjects,
};

#[test]
fn every_engine_answers_every_case() {
    let (subjects, files) = (subjects(), case_files());
    for (name, file) in &files {
        assert!(subjects.iter().any(|subject| subject.name == file.model), "{name}: no model {}", file.model);
    }
    let wrong = found_in_each(&subjects, |subject| {
        let files: Vec<&CaseFile> =
            files.iter().map(|(_, file)| file).filter(|file| file.model == subject.name).collect();
        let mut engines = if files.is_empty() { Vec::new() } else { engines(subject) };
        let ask = |engine: &mut Box<dyn Engine>| -> Vec<String> {
            files.iter().flat_map(|file| wrong_answers(subject, file, engine.as_mut())).collect()
        };
        engines.iter_mut().flat_map(ask).collect()
    });
    assert!(wrong.is_empty(), "{} wrong answers:\n{}", wrong.len(), wrong.join("\n"));
}

/// A request for a case, and the expected answer.
struct Question {
    about: String,
    request: Request,
    expected: Answer,
}

fn wrong_answers(subject: &Subject, file: &CaseFile, engine: &mut dyn Engine) -> Vec<String> {
    let questions: Vec<Question> = file.cases.iter().flat_map(|case| questions(subject, case)).collect();
    let questions: Vec<Question> = questions.into_iter().filter(|question| !engine.skips(&question.request)).collect();
    let requests: Vec<Request> = questions.iter().map(|question| question.request.clone()).collect();
    let answers = engine.run(&requests);
    let wrong = questions.iter().zip(&answers).filter(|(question, answer)| question.expected != **answer);
    wrong
        .map(|(question, answer)| {
            let Question { about, expected, request } = question;
            format!("{}: {about}: expected {expected:?}, not {answer:?}\n  {}", engine.name(), request.line())
        })
        .collect()
}

/// Returns requests for the value of a case's bytes, and for the bytes of its value.
fn questions(subject: &Subject, case: &Case) -> Vec<Question> {
    let ask = |about: &str, from: &str, to: &str, input: &[u8], expected: Answer| Question {
        about: format!("{} ({about})", case.name),
        request: Request {
            ty: case.ty.clone(),
            from: from.to_owned(),
            to: to.to_owned(),
            input: input.to_vec(),
            schema: (from == case.format).then(|| subject.raw_schema(case)).flatten(),
            settings: case.settings(),
        },
        expected,
    };
    let bytes = case.bytes();
    if let Some(code) = &case.error {
        let to = case.to.as_deref().unwrap_or("raw");
        return vec![ask("refused", &case.format, to, &bytes, Answer::Error(code.clone()))];
    }
    let mut questions = Vec::new();
    if let Some(value) = &case.value {
        let raw = subject.raw_value(&case.ty, value);
        questions.push(ask("reading", &case.format, "raw", &bytes, Answer::Bytes(raw.clone())));
        if case.canonical {
            questions.push(ask("writing", "raw", &case.format, &raw, Answer::Bytes(bytes.clone())));
        }
    }
    if case.canonical {
        questions.push(ask("writing again", &case.format, &case.format, &bytes, Answer::Bytes(bytes.clone())));
    }
    if let Some(reencoded) = &case.reencoded {
        let expected = Answer::Bytes(from_hex(reencoded));
        let to = case.to.as_deref().unwrap_or(&case.format);
        questions.push(ask("writing in our form", &case.format, to, &bytes, expected));
    }
    questions
}
