//! JSONTestSuite decoded to a dynamic value in every engine: valid texts are accepted, invalid ones refused, and the
//! engines agree on the rest.

use polywire_cross_engine::{Answer, Request, disagreements, engines, interpreter, repository, subject};

#[test]
fn every_engine_parses_json() {
    let subject = subject("dynamic");
    let files = files();
    let requests: Vec<Request> = files.iter().map(|(_, input)| request(input)).collect();
    let answers = interpreter(subject).run(&requests);
    let wrong: Vec<&str> = files.iter().zip(&answers).filter_map(|((name, _), answer)| wrong(name, answer)).collect();
    assert_eq!(wrong, Vec::<&str>::new());
    let differing = disagreements(&mut engines(subject), requests, 10);
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

/// Returns names and contents.
fn files() -> Vec<(String, Vec<u8>)> {
    let folder = std::fs::read_dir(repository("tests/data/JSONTestSuite")).expect("a folder");
    let paths = folder.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|it| it == "json"))
        .map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let input = std::fs::read(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
            (name, input)
        })
        .collect();
    files.sort();
    assert!(files.len() > 200, "{} files", files.len());
    files
}

fn request(input: &[u8]) -> Request {
    Request {
        ty: "corner.Value".to_owned(),
        from: "json".to_owned(),
        to: "json".to_owned(),
        input: input.to_vec(),
        schema: None,
        settings: vec![],
    }
}

/// Returns the name if the answer contradicts it.
fn wrong<'n>(name: &'n str, answer: &Answer) -> Option<&'n str> {
    let accepted = matches!(answer, Answer::Bytes(_));
    let as_promised = match name.split_once('_') {
        Some(("y", _)) => accepted,
        Some(("n", _)) => !accepted,
        _ => true,
    };
    (!as_promised).then_some(name)
}
