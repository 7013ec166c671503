//! The conditions under which codecs run as machine code. All other tests show that it behaves like the bytecode.
#![cfg(feature = "jit")]

use polywire_ir::types::StructId;
use polywire_model::{Decl, DeclId, DeclKind, Field, Model, Presence, Struct, Type};
use polywire_vm::{Engine, Limits, Program, Session};

/// Deeper than the stack of machine code allows.
const DEEP: usize = 20_000;

#[test]
fn machine_code_is_made_on_request() {
    let program = chain();
    assert!(!runs_machine_code(&mut Session::default(), &program, &nested(3)));
    assert!(runs_machine_code(&mut Session::with(Engine::Jit), &program, &nested(3)));
}

#[test]
fn machine_code_is_made_for_much_work() {
    let (program, mut session) = (chain(), Session::with(Engine::Auto));
    assert!(!runs_machine_code(&mut session, &program, &nested(3)));
    let rounds = (0..100_000).take_while(|_| !runs_machine_code(&mut session, &program, &nested(100))).count();
    assert!((100..10_000).contains(&rounds), "machine code after {rounds} messages of 200 bytes");
    assert!(runs_machine_code(&mut Session::with(Engine::Auto), &program, &nested(3)), "another session has it too");
}

#[test]
fn the_bytecode_handles_messages_that_need_more_stack() {
    let (program, message) = (chain(), nested(DEEP));
    let mut session = Session::with(Engine::Jit);
    assert!(!runs_machine_code(&mut session, &program, &message));
    assert!(runs_machine_code(&mut session, &program, &nested(100)));
}

#[test]
fn threads_share_it() {
    let program = chain();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert!(runs_machine_code(&mut Session::with(Engine::Jit), &program, &nested(50))));
        }
    });
}

/// Encodes a message repeatedly; returns true if machine code did it in the end.
fn runs_machine_code(session: &mut Session, program: &Program, message: &[u8]) -> bool {
    let limits = Limits { depth: DEEP as u32 + 10, ..Limits::default() };
    let mut out = Vec::new();
    session
        .transcode((program, program), StructId(0), (message, None), &mut out, &limits)
        .expect("the message is well-formed");
    assert_eq!(out, message);
    session.was_machine_code()
}

/// Returns a recursive struct.
fn chain() -> Program {
    let mut model = Model::default();
    let mut child = Field::new("child", Type::Named(DeclId(0)));
    child.presence = Presence::Optional;
    let kind = DeclKind::Struct(Struct { fields: vec![child], ..Struct::default() });
    let (name, span) = (vec!["Node".to_owned()], Default::default());
    model.add(Decl { file: String::new(), module: vec![], name, doc: String::new(), deprecated: false, span, kind });
    model.cut_cycles();
    let format = polywire_lower::format("protobuf").expect("a format");
    Program::compile(&format.lower(&model).expect("the format has structs"))
}

/// Returns this many nested structs.
fn nested(depth: usize) -> Vec<u8> {
    let mut message = Vec::new();
    for _ in 0..depth {
        let mut len = message.len();
        let mut outer = vec![10];
        while len >= 0x80 {
            outer.push(len as u8 | 0x80);
            len >>= 7;
        }
        outer.push(len as u8);
        outer.append(&mut message);
        message = outer;
    }
    message
}
