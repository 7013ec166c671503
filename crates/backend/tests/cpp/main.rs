//! C++: printed headers, compiled and compared with the interpreter.

mod support;

use polywire_proof::{Engine, Request, case_files, disagreements, interpreter, random_mutation, subjects};
use support::Cpp;

/// Each model's codecs, as lowered and after all passes, answer as the interpreter does, for valid and for broken messages.
#[test]
fn agrees_with_the_interpreter() {
    let files = case_files();
    let mut found = Vec::new();
    for subject in subjects() {
        if std::env::var("SUBJECT").is_ok_and(|only| only != subject.name) {
            continue;
        }
        let mut requests = Vec::new();
        for (_, file) in files.iter().filter(|(_, file)| file.model == subject.name) {
            for case in &file.cases {
                let request = |input: Vec<u8>, to: &str| Request {
                    ty: case.ty.clone(),
                    from: case.format.clone(),
                    to: to.to_owned(),
                    input,
                    schema: subject.raw_schema(case),
                };
                requests.push(request(case.bytes(), &case.format));
                requests.push(request(case.bytes(), "raw"));
                requests.extend((0..40).map(|seed| request(random_mutation(&case.bytes(), seed), "raw")));
            }
        }
        let mut engines: Vec<Box<dyn Engine>> = vec![interpreter(&subject)];
        engines.push(Box::new(Cpp::of(&subject, false, "clang++")));
        engines.push(Box::new(Cpp::of(&subject, true, "g++")));
        found.extend(disagreements(&mut engines, &requests, 10));
    }
    assert!(found.is_empty(), "engines disagree:\n{}", found.join("\n"));
}
