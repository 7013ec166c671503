//! Browsers ask a server whether a page of another origin may call it (Fetch Standard, "CORS protocol").

use polywire::calls::head::text;
use polywire_net::Answer;

/// The origins whose pages may call.
#[derive(Clone, Default)]
pub struct Cors {
    origins: Vec<String>,
}

/// Any origin.
const ANY: &str = "*";
/// What pages may use, and how long a browser need not ask again: two hours, which no browser exceeds.
const METHODS: &str = "GET, POST, PUT, PATCH, DELETE";
const MAX_AGE: &str = "7200";

impl Cors {
    pub fn new(origins: &[String]) -> Self {
        Self { origins: origins.to_vec() }
    }

    /// Adds to an answer what lets the page read it; `None` if it was a browser's question, which is answered.
    pub fn allow(&self, head: &[u8], answer: Answer) -> Option<Answer> {
        let Some(origin) = text(head, "origin").filter(|origin| self.allows(origin)) else { return Some(answer) };
        // Caches keep answers apart.
        let lines = format!("access-control-allow-origin: {origin}\r\nvary: origin\r\n");
        let is_question =
            head.starts_with(b":method: OPTIONS\r\n") && text(head, "access-control-request-method").is_some();
        if !is_question {
            return Some(answer.with_headers(format!("{lines}access-control-expose-headers: *\r\n").into_bytes()));
        }
        let wanted = text(head, "access-control-request-headers").unwrap_or_default();
        answer.refuse(
            format!(
                ":status: 204\r\n{lines}access-control-allow-methods: {METHODS}\r\n\
                 access-control-allow-headers: {wanted}\r\naccess-control-max-age: {MAX_AGE}\r\n"
            )
            .into_bytes(),
        );
        None
    }

    fn allows(&self, origin: &str) -> bool {
        self.origins.iter().any(|it| it == ANY || it == origin)
    }
}
