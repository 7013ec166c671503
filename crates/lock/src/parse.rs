use crate::assignments::{Entry, Lock, range};
use crate::print::{HEADER, signs, word};
use polywire_model::attr::Fact;
use polywire_source::{Code, Diagnostic, FileId, Span};
use std::collections::HashMap;

const CODE: Code = Code("lock");
const CONFLICT: Code = Code("lock-conflict");

/// Parses a lock and reports all errors.
pub fn parse(text: &str, file: FileId) -> Result<Lock, Vec<Diagnostic>> {
    let mut parser = Parser { lock: Lock::default(), lines: HashMap::new(), problems: Vec::new() };
    let mut start = 0;
    for (index, line) in text.split('\n').enumerate() {
        let content = line.trim_end_matches('\r');
        let span = Span { file, start: start as u32, end: (start + content.len()) as u32 };
        parser.line(index, content, span);
        start += line.len() + 1;
    }
    parser.templates();
    if parser.problems.is_empty() { Ok(parser.lock) } else { Err(parser.problems) }
}

const TWO_BRANCHES: &str = "two branches have each added a member; delete the line of the one that is not in use yet, and \
                            run `polywire lock`, which gives it another number";

struct Parser {
    lock: Lock,
    /// The lines of members by fact, type and identity.
    lines: HashMap<(Fact, String, String), Span>,
    problems: Vec<Diagnostic>,
}

impl Parser {
    fn line(&mut self, index: usize, line: &str, span: Span) {
        let is_conflict = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"].iter().any(|mark| line.starts_with(mark));
        if is_conflict {
            let problem = Diagnostic::error(CONFLICT, "the file has an unresolved merge conflict").at(span, "");
            return self.problems.push(problem.help(
                "keep the lines that are already in use, and delete those of the other side and the conflict markers; \
                 then run `polywire lock`, which adds the deleted members again",
            ));
        }
        if index == 0 {
            return self.header(line, span);
        }
        if line.is_empty() || line.starts_with('#') {
            return;
        }
        match entry(line) {
            Some((fact, ty, number, entry)) => self.add((fact, ty), number, Entry { span, ..entry }),
            None => {
                let problem = Diagnostic::error(CODE, "this is not a line of a lock file").at(span, "");
                self.problems.push(problem.help("lines are like `capnp trade.Account @0 1 id i32`; undo the change"));
            }
        }
    }

    fn header(&mut self, line: &str, span: Span) {
        if line != HEADER {
            let problem =
                Diagnostic::error(CODE, "this is not a lock file that this version of Polywire supports").at(span, "");
            self.problems.push(
                problem
                    .help(format!("the first line must be `{HEADER}`; a newer version may be able to read the file")),
            );
        }
    }

    /// Checks that template ids are unique.
    fn templates(&mut self) {
        let sections = self.lock.sections.iter().filter(|((fact, _), _)| *fact == Fact::SbeTemplate);
        let lines = sections.flat_map(|((_, ty), section)| section.entries.iter().map(move |it| (ty, it)));
        let mut lines: Vec<(&String, (&u32, &Entry))> = lines.collect();
        lines.sort_by_key(|(_, (number, entry))| (**number, entry.span.start));
        for pair in lines.windows(2) {
            let [(ty, (number, first)), (other, (same, entry))] = pair else { continue };
            if number == same {
                let message = format!("the template id {number} is assigned to both `{ty}` and `{other}`");
                let problem = Diagnostic::error(CONFLICT, message).at(entry.span, "");
                self.problems.push(problem.related(first.span, "first assigned here").help(TWO_BRANCHES));
            }
        }
    }

    /// Adds an entry if its number and its own number in the schema are unique in the type.
    fn add(&mut self, (fact, ty): (Fact, &str), number: u32, entry: Entry) {
        let (own, given) = signs(fact);
        let section = self.lock.sections.entry((fact, ty.to_owned())).or_default();
        if let Some(other) = section.entries.get(&number) {
            let message = format!("{own}{number} of `{ty}` is assigned to both `{}` and `{}`", other.name, entry.name);
            let problem =
                Diagnostic::error(CONFLICT, message).at(entry.span, "").related(other.span, "first assigned here");
            return self.problems.push(problem.help(TWO_BRANCHES));
        }
        let key = entry.key.map_or_else(|| entry.name.clone(), |key| format!("{given}{key}"));
        let identity = if entry.is_absence() && entry.key.is_some() { format!("{key}?") } else { key.clone() };
        if let Some(other) = self.lines.insert((fact, ty.to_owned(), identity), entry.span) {
            let message = format!("`{key}` of `{ty}` has two lines");
            let problem = Diagnostic::error(CONFLICT, message).at(entry.span, "").related(other, "the other one");
            return self.problems.push(problem.help("delete the line that is not in use yet"));
        }
        section.entries.insert(number, entry);
    }
}

/// Splits a line: fact, type, number, key, name and the type of the member.
fn entry(line: &str) -> Option<(Fact, &str, u32, Entry)> {
    let mut parts = line.splitn(6, ' ');
    let mut part = || parts.next().filter(|part| !part.is_empty());
    let (format, ty, number, key, name, rest) = (part()?, part()?, part()?, part()?, part()?, part()?);
    let facts = [Fact::CapnpOrdinal, Fact::ProtobufNumber, Fact::Order, Fact::SbeTemplate];
    let fact = facts.into_iter().find(|fact| word(*fact) == format)?;
    let (own, given) = signs(fact);
    let (first, last) = range(fact);
    let number: u32 = number.strip_prefix(own)?.parse().ok().filter(|number| (first..=last).contains(number))?;
    let key = if key == "-" { None } else { Some(key.strip_prefix(given)?.parse().ok()?) };
    let (member, removed) = rest.strip_suffix(" removed").map_or((rest, false), |rest| (rest, true));
    let entry = Entry { key, name: name.to_owned(), ty: member.to_owned(), removed, span: Span::default() };
    Some((fact, ty, number, entry))
}
