use crate::to_hex;
use polywire_ir::Setting;

/// As the output format: requests only the verdict, which is an answer without bytes or an error.
pub const VALIDATE: &str = "validate";

/// As the output format: requests an explanation of an error, which is an answer without bytes or `CODE@OFFSET PATH`.
pub const EXPLAIN: &str = "explain";

/// As a prefix of the output format: requests the reason why the format cannot encode the value, which is an answer
/// without bytes or `CODE PATH`.
pub const EXPLAIN_VALUE: &str = "explain:";

/// Decode `input` as format `from`, encode the value as format `to`.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Dotted name of the struct.
    pub ty: String,
    /// Format of the input.
    pub from: String,
    /// Format of the answer, or [`VALIDATE`], [`EXPLAIN`], a format after [`EXPLAIN_VALUE`], or a budget after
    /// [`crate::MEMORY`].
    pub to: String,
    /// The message.
    pub input: Vec<u8>,
    /// The writer's schema as a value in the format `raw`, if `from` needs one at run time.
    pub schema: Option<Vec<u8>>,
    /// Other settings.
    pub settings: Vec<Setting>,
}

impl Request {
    /// Returns the request as a line for driver programs.
    pub fn line(&self) -> String {
        let schema = self.schema.as_deref().map_or_else(|| "-".to_owned(), to_hex);
        let settings: String = self.settings.iter().map(|setting| format!(" {}", setting.name())).collect();
        format!("{} {} {} {} {schema}{settings}", self.ty, self.from, self.to, to_hex(&self.input))
    }
}

/// The answer of an engine to a request.
#[derive(Clone, PartialEq, Eq)]
pub enum Answer {
    /// The encoded value.
    Bytes(Vec<u8>),
    /// The name of the error code.
    Error(String),
}

impl Answer {
    /// Returns true if it is these bytes.
    pub fn is(&self, bytes: &[u8]) -> bool {
        matches!(self, Self::Bytes(answer) if answer == bytes)
    }
}

impl std::fmt::Debug for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bytes(bytes) => write!(f, "ok {}", to_hex(bytes)),
            Self::Error(code) => write!(f, "error {code}"),
        }
    }
}

/// An implementation that runs codecs.
pub trait Engine: Send {
    /// Returns the name used in messages.
    fn name(&self) -> &str;

    /// Returns true if it does not support a format of the request yet: its answer is not compared.
    fn skips(&self, _request: &Request) -> bool {
        false
    }

    /// Returns the answers to the requests, in order.
    fn run(&mut self, requests: &[Request]) -> Vec<Answer>;
}

/// Returns the disagreements of the engines with the first one, described in words; at most `most` of them.
pub fn disagreements(
    engines: &mut [Box<dyn Engine>],
    requests: impl IntoIterator<Item = Request>,
    most: usize,
) -> Vec<String> {
    let mut requests = requests.into_iter();
    let mut found = Vec::new();
    while found.len() < most {
        let batch: Vec<Request> = requests.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            break;
        }
        found.extend(disagreements_of_batch(engines, &batch, most));
    }
    found
}

/// The number of requests in memory at a time, for each engine.
const BATCH: usize = 20_000;

fn disagreements_of_batch(engines: &mut [Box<dyn Engine>], requests: &[Request], most: usize) -> Vec<String> {
    let skipped: Vec<Vec<bool>> =
        engines.iter().map(|engine| requests.iter().map(|request| engine.skips(request)).collect()).collect();
    let answers = all_answers(engines, requests);
    let Some(((first, expected), others)) = answers.split_first() else { return Vec::new() };
    let mut found = Vec::new();
    for ((name, answers), skipped) in others.iter().zip(&skipped[1..]) {
        for (((request, expected), answer), skipped) in requests.iter().zip(expected).zip(answers).zip(skipped) {
            if expected != answer && !skipped && found.len() < most {
                found.push(format!("{}\n  {first}: {expected:?}\n  {name}: {answer:?}", request.line()));
            }
        }
    }
    found
}

/// Returns the answers of each engine, with its name.
fn all_answers(engines: &mut [Box<dyn Engine>], requests: &[Request]) -> Vec<(String, Vec<Answer>)> {
    std::thread::scope(|scope| {
        let ask = |engine: &'_ mut Box<dyn Engine>| (engine.name().to_owned(), engine.run(requests));
        let running: Vec<_> = engines.iter_mut().map(|engine| scope.spawn(move || ask(engine))).collect();
        running.into_iter().map(|engine| engine.join().expect("the engine answers")).collect()
    })
}
