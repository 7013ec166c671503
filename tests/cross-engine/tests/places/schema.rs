//! Random `.proto` schemas as lines that can be reordered, added and removed.

use std::collections::BTreeSet;

/// A generator of numbers (xorshift).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}

#[derive(Clone)]
struct Line {
    number: usize,
    /// The text before the number.
    text: String,
}

#[derive(Clone, Default)]
struct Message {
    fields: Vec<Line>,
    /// Cases of a oneof.
    cases: Vec<Line>,
    used: BTreeSet<usize>,
}

/// A schema, whose message is the last one.
#[derive(Clone)]
pub struct Schema {
    messages: Vec<Message>,
    /// Without the first.
    enumerators: Vec<Line>,
    /// The order of the declarations.
    order: Vec<usize>,
    has_unions: bool,
    names: usize,
}

/// The message of every schema.
pub const ROOT: &str = "t.M2";

const TYPES: [&str; 12] = [
    "int32",
    "sint64",
    "string",
    "bool",
    "double",
    "E",
    "bytes",
    "optional int32",
    "optional string",
    "repeated int64",
    "repeated string",
    "map<string, int32>",
];

impl Schema {
    pub fn new(random: &mut Random, has_unions: bool) -> Self {
        let messages = vec![Message::default(); 3];
        let mut schema = Self { messages, enumerators: Vec::new(), order: (0..4).collect(), has_unions, names: 0 };
        for _ in 0..3 {
            schema.add_enumerator(random, 200);
        }
        for message in 0..3 {
            (0..3 + random.below(4)).for_each(|_| schema.add_field(random, message));
            (0..2).for_each(|_| schema.add_case(random, message));
        }
        // The root contains both others, singly and in lists.
        for ty in ["M0", "M1", "repeated M0", "repeated M1"] {
            schema.add_line(random, 2, ty);
        }
        schema
    }

    pub fn has_unions(&self) -> bool {
        self.has_unions
    }

    /// Shuffles all lines except the first enumerator, which is the enum's default.
    pub fn permuted(&self, random: &mut Random) -> Self {
        let mut schema = self.clone();
        random.shuffle(&mut schema.order);
        random.shuffle(&mut schema.enumerators);
        for message in &mut schema.messages {
            random.shuffle(&mut message.fields);
            random.shuffle(&mut message.cases);
        }
        schema
    }

    /// Adds or removes a member.
    pub fn edit(&mut self, random: &mut Random) {
        let at = random.below(3);
        match random.below(7) {
            0..=2 => self.add_field(random, at),
            3 => self.add_case(random, at),
            4 => self.add_enumerator(random, 1000),
            5 if self.messages[at].cases.len() > 1 => {
                let cases = &mut self.messages[at].cases;
                cases.remove(random.below(cases.len()));
            }
            _ => {
                let fields = &mut self.messages[at].fields;
                if fields.len() > 1 {
                    fields.remove(random.below(fields.len()));
                }
            }
        }
    }

    fn add_field(&mut self, random: &mut Random, message: usize) {
        let ty = match random.below(TYPES.len() + 3) {
            0 if message > 0 => "M0",
            1 if message > 0 => "repeated M0",
            2 => "E",
            other => TYPES[other % TYPES.len()],
        };
        self.add_line(random, message, ty);
    }

    fn add_line(&mut self, random: &mut Random, message: usize, ty: &str) {
        let line = self.line(random, message, ty);
        let fields = &mut self.messages[message].fields;
        fields.insert(random.below(fields.len() + 1), line);
    }

    fn add_case(&mut self, random: &mut Random, message: usize) {
        if self.has_unions {
            let ty = if message > 0 && random.below(2) == 0 { "M0" } else { "string" };
            let line = self.line(random, message, ty);
            let cases = &mut self.messages[message].cases;
            cases.insert(random.below(cases.len() + 1), line);
        }
    }

    fn line(&mut self, random: &mut Random, message: usize, ty: &str) -> Line {
        let used = &mut self.messages[message].used;
        let number = std::iter::repeat_with(|| 1 + random.below(200)).find(|it| used.insert(*it)).expect("a number");
        self.names += 1;
        Line { number, text: format!("{ty} f{}", self.names) }
    }

    fn add_enumerator(&mut self, random: &mut Random, end: usize) {
        self.names += 1;
        let taken: Vec<usize> = self.enumerators.iter().map(|line| line.number).collect();
        let number = 1 + random.below(end);
        if !taken.contains(&number) {
            let line = Line { number, text: format!("E{}", self.names) };
            self.enumerators.insert(random.below(self.enumerators.len() + 1), line);
        }
    }

    pub fn text(&self) -> String {
        let lines = |lines: &[Line]| -> String {
            lines.iter().map(|line| format!("  {} = {};\n", line.text, line.number)).collect()
        };
        let mut text = String::from("syntax = \"proto3\";\npackage t;\n");
        for index in &self.order {
            text += &match self.messages.get(*index) {
                Some(it) => {
                    let union = if it.cases.is_empty() {
                        String::new()
                    } else {
                        format!("oneof u {{\n{}}}\n", lines(&it.cases))
                    };
                    format!("message M{index} {{\n{}{union}}}\n", lines(&it.fields))
                }
                None => format!("enum E {{\n  ZERO = 0;\n{}}}\n", lines(&self.enumerators)),
            };
        }
        text
    }
}
