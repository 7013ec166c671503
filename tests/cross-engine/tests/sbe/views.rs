//! Messages of the corpus read in place, member by member.

use super::corpus::{Case, Group, evolution, groups, named};
use super::{request, subject};
use polywire_cross_engine::{
    Answer, Engine, Request, broken_copies, cpp_views_engine, go_views_engine, interpreter, is_full, rust_views_engine,
};
use polywire_ir::Module;
use polywire_lower::Options;
use polywire_passes::{optimize, trusting_views};
use polywire_vm::{Limits, interpreter as reference};

/// Returns the module of a schema with the functions of views, as it is lowered.
fn viewed(group: &Group) -> Module {
    let sbe = polywire_lower::format("sbe").expect("a format");
    let options = Options { views: true, ..Options::default() };
    sbe.lower_with(&group.model, &options).unwrap_or_else(|problems| panic!("{}: {problems:?}", group.name))
}

/// Returns the messages of a schema, those of its other versions among them.
fn cases(group: Group) -> (Group, Vec<Case>) {
    let others = evolution().into_iter().filter(|case| case.read_with == group.name);
    let cases = others.chain(named_cases(&group)).collect();
    (group, cases)
}

fn named_cases(group: &Group) -> Vec<Case> {
    groups().into_iter().filter(|it| it.name == group.name).flat_map(|it| it.cases).collect()
}

/// What the accessors read equals what the decoder reads, wherever the decoder accepts the message; with and without checks.
#[test]
fn accessors_read_what_the_decoder_reads() {
    let (mut wrong, mut compared, mut complete) = (Vec::new(), 0, 0);
    for (group, cases) in groups().into_iter().map(cases) {
        let module = viewed(&group);
        if !module.views.are_complete(&module.types) {
            continue;
        }
        complete += 1;
        let mut fast = module.clone();
        optimize(&mut fast, &polywire_passes::Options::default());
        let fast = trusting_views(fast);
        for (case, index) in cases.iter().zip(0..) {
            let (ty, message) = (group.type_of(case), case.message());
            let copies = if index % 4 == 0 { broken_copies(&message) } else { vec![message] };
            let entry = module.entries.iter().map(|it| it.record);
            let record = entry.clone().find(|it| module.types.record(*it).name.dotted() == ty).expect("the message");
            for copy in copies {
                let limits = Limits::default();
                let decoded = reference::decode(&module, record, &copy, None, &limits);
                if decoded.is_err() {
                    continue;
                }
                compared += 1;
                let read = [&module, &fast].map(|it| reference::read_in_place(it, record, &copy, &limits));
                if read.iter().any(|read| *read != decoded) {
                    wrong.push(format!("{} {}: {decoded:?}\n  {read:?}", group.name, case.case));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong[..wrong.len().min(10)].join("\n"));
    assert!(complete >= 35 && compared > 3_000, "{complete} schemas, {compared} messages");
}

/// Generated views of messages of both versions, in the big-endian schema; all languages with and without checks in the full tests.
#[test]
fn generated_views_read_what_the_decoder_reads() {
    type Make = fn(&polywire_cross_engine::Subject, bool) -> Box<dyn Engine>;
    let languages: [(&str, Make, bool); 3] =
        [("cpp", cpp_views_engine, false), ("go", go_views_engine, true), ("rust", rust_views_engine, false)];
    let (group, cases) = cases(named("kitchen_be_v2"));
    let subject = subject(&group);
    let requests: Vec<Request> = (0..)
        .zip(&cases)
        .flat_map(|(index, case)| {
            let message = case.message();
            let copies = if index % 8 == 0 { broken_copies(&message) } else { vec![message] };
            let ty = group.type_of(case);
            copies.into_iter().map(move |copy| request(&ty, ("sbe", "raw"), &copy)).collect::<Vec<_>>()
        })
        .collect();
    let expected = interpreter(&subject).run(&requests);
    let mut wrong = Vec::new();
    for (name, make, quick) in languages {
        for checked in [false, true].into_iter().filter(|checked| is_full() || *checked == quick) {
            let answers = make(&subject, checked).run(&requests);
            // In messages that the decoder refuses, each access only checks its own part.
            let counts = |expected: &Answer| !checked || matches!(expected, Answer::Bytes(_));
            let compared = requests.iter().zip(&expected).zip(&answers);
            let differ = compared.filter(|((_, expected), answer)| expected != answer && counts(expected));
            wrong.extend(differ.take(5).map(|((request, expected), answer)| {
                format!("{name}: {}\n  {expected:?}\n  {answer:?}", request.line())
            }));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
