use polywire_backend::File;
use polywire_backend::cpp::{Options, driver::driver, generate};
use polywire_proof::{Answer, Engine, Request, Subject, from_hex};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Every diagnostic an error, memory and arithmetic checked, and neither exceptions nor RTTI.
const FLAGS: &[&str] = &[
    "-std=c++20",
    "-Wall",
    "-Wextra",
    "-Wconversion",
    "-Werror",
    "-fno-exceptions",
    "-fno-rtti",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
];

/// Generated C++, compiled.
pub struct Cpp {
    name: String,
    program: PathBuf,
}

impl Cpp {
    /// Prints, compiles and links a subject's codecs as lowered, or after all passes.
    pub fn of(subject: &Subject, optimized: bool, compiler: &str) -> Self {
        let modules = if optimized { &subject.optimized } else { &subject.lowered };
        let options = Options { name: subject.name.clone() };
        let mut files = generate(modules, &options).unwrap_or_else(|problems| panic!("{}:\n{problems}", subject.name));
        files.push(driver(modules, &options));
        let name = format!("{}-{}", subject.name, if optimized { "optimized" } else { "lowered" });
        let folder = write_files(&name, &files);
        Self { program: compile(&folder, compiler), name: format!("{name} {compiler}") }
    }
}

/// Writes files into a folder of their own; returns it.
fn write_files(name: &str, files: &[File]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("cpp-{name}"));
    std::fs::create_dir_all(&folder).expect("folder");
    for file in files {
        std::fs::write(folder.join(&file.name), &file.contents).expect("file");
    }
    folder
}

fn compile(folder: &Path, compiler: &str) -> PathBuf {
    let program = folder.join(format!("main-{compiler}"));
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/cpp");
    // The optimiser is what warns of uninitialised variables, and what inlining is for.
    let level = if compiler == "g++" { "-O1" } else { "-O0" };
    let mut command = Command::new(compiler);
    command.args(FLAGS).arg(level).arg("-I").arg(&runtime).arg("-o").arg(&program).arg(folder.join("main.cpp"));
    let output = command.output().unwrap_or_else(|error| panic!("{compiler}: {error}"));
    let messages = String::from_utf8_lossy(&output.stderr);
    let shown: Vec<&str> = messages.lines().take(60).collect();
    assert!(output.status.success(), "{compiler} {}:\n{}", folder.display(), shown.join("\n"));
    program
}

impl Engine for Cpp {
    fn name(&self) -> &str {
        &self.name
    }

    fn run(&mut self, requests: &[Request]) -> Vec<Answer> {
        let mut child = Command::new(&self.program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", self.name));
        let mut input = child.stdin.take().expect("standard input is piped");
        let lines: String = requests.iter().map(|request| request.line() + "\n").collect();
        let writer = std::thread::spawn(move || drop(input.write_all(lines.as_bytes())));
        let output = child.wait_with_output().expect("the program ends");
        writer.join().expect("the writer ends");
        let text = String::from_utf8_lossy(&output.stdout);
        let answers: Vec<Answer> = text.lines().map(answer).collect();
        let unanswered = requests.get(answers.len()).map(Request::line);
        assert!(output.status.success() && unanswered.is_none(), "{}: {} at {unanswered:?}", self.name, output.status);
        answers
    }
}

fn answer(line: &str) -> Answer {
    match line.split_once(' ') {
        Some(("ok", hex)) => Answer::Bytes(from_hex(hex)),
        Some(("error", code)) => Answer::Error(code.to_owned()),
        _ => panic!("not an answer: {line:?}"),
    }
}
