//! Expressions of Go, parsed and printed with the spaces of gofmt.

/// Returns an expression with gofmt's spaces, as it is nested at a depth.
pub(super) fn expression(text: &str, depth: usize) -> String {
    let mut parser = Parser { text, at: 0 };
    match parser.binary(1) {
        Some(tree) if parser.at == text.len() => tree.print(depth),
        _ => text.to_owned(),
    }
}

/// Returns the length of a string literal with its quotes.
pub(super) fn literal(text: &str) -> usize {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|(_, ch)| {
        let is_end = *ch == '"' && !escaped;
        escaped = *ch == '\\' && !escaped;
        is_end
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

/// A parsed expression.
enum Tree {
    /// Printed parts, and arguments in brackets between them.
    Operand(Vec<Part>),
    /// A prefix operator.
    Prefix(char, Box<Tree>),
    /// Left, operator, precedence, right.
    Binary(Box<Tree>, String, u8, Box<Tree>),
    /// A list as the last arguments.
    Spread(Box<Tree>),
}

enum Part {
    Text(String),
    Parentheses(Tree),
    Arguments(Vec<Tree>),
    /// An index, or the ends of a slice.
    Index(Vec<Option<Tree>>),
    /// The elements of a composite literal.
    Elements(Vec<Tree>),
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

const OPERATORS: &[(&str, u8)] = &[
    ("||", 1),
    ("&&", 2),
    ("==", 3),
    ("!=", 3),
    ("<=", 3),
    (">=", 3),
    ("<<", 5),
    (">>", 5),
    ("<", 3),
    (">", 3),
    ("+", 4),
    ("-", 4),
    ("|", 4),
    ("^", 4),
    ("*", 5),
    ("/", 5),
    ("%", 5),
    ("&", 5),
];

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start_matches(' ').len();
    }

    fn eat(&mut self, text: &str) -> bool {
        self.space();
        let found = self.rest().starts_with(text);
        self.at += if found { text.len() } else { 0 };
        found
    }

    fn binary(&mut self, least: u8) -> Option<Tree> {
        let mut left = self.unary()?;
        loop {
            self.space();
            let found = OPERATORS.iter().find(|(operator, _)| self.rest().starts_with(operator));
            let Some((operator, precedence)) = found.filter(|(_, precedence)| *precedence >= least) else {
                return Some(left);
            };
            self.at += operator.len();
            let right = self.binary(precedence + 1)?;
            left = Tree::Binary(Box::new(left), (*operator).to_owned(), *precedence, Box::new(right));
        }
    }

    fn unary(&mut self) -> Option<Tree> {
        self.space();
        let first = self.rest().chars().next()?;
        if "!-^&*".contains(first) {
            self.at += 1;
            return Some(Tree::Prefix(first, Box::new(self.unary()?)));
        }
        self.operand()
    }

    fn operand(&mut self) -> Option<Tree> {
        let mut parts = Vec::new();
        if self.eat("(") {
            let inner = self.binary(1)?;
            parts.push(Part::Parentheses(inner));
            self.eat(")").then_some(())?;
        } else {
            parts.push(Part::Text(self.word()?));
        }
        loop {
            match self.rest().chars().next() {
                Some('(') => {
                    self.at += 1;
                    parts.push(Part::Arguments(self.list(")")?));
                }
                Some('{') => {
                    self.at += 1;
                    parts.push(Part::Elements(self.list("}")?));
                }
                Some('[') => {
                    self.at += 1;
                    parts.push(Part::Index(self.index()?));
                }
                Some('.') => {
                    self.at += 1;
                    parts.push(Part::Text(format!(".{}", self.word()?)));
                }
                _ => return Some(Tree::Operand(parts)),
            }
        }
    }

    /// A name, a number, a literal, or a type that starts with a bracket.
    fn word(&mut self) -> Option<String> {
        let rest = self.rest();
        if rest.starts_with('"') {
            let len = literal(rest);
            self.at += len;
            return Some(rest[..len].to_owned());
        }
        let prefix = match rest.chars().next()? {
            '[' => rest.find(']')? + 1,
            '*' => 1,
            _ if rest.starts_with("map[") => rest.find(']')? + 1,
            _ => 0,
        };
        if prefix > 0 {
            self.at += prefix;
            return Some(rest[..prefix].to_owned() + &self.word()?);
        }
        let is_word = |ch: char| ch.is_alphanumeric() || ch == '_';
        let len = rest.find(|ch: char| !is_word(ch)).unwrap_or(rest.len());
        let is_fraction = rest.starts_with(|ch: char| ch.is_ascii_digit()) && rest[len..].starts_with('.');
        let len = if is_fraction { rest.find(|ch: char| !is_word(ch) && ch != '.').unwrap_or(rest.len()) } else { len };
        self.at += len;
        (len > 0).then(|| rest[..len].to_owned())
    }

    fn list(&mut self, close: &str) -> Option<Vec<Tree>> {
        let mut items = Vec::new();
        while !self.eat(close) {
            let item = self.binary(1)?;
            items.push(if self.eat("...") { Tree::Spread(Box::new(item)) } else { item });
            if !self.eat(",") {
                return self.eat(close).then_some(items);
            }
        }
        Some(items)
    }

    fn index(&mut self) -> Option<Vec<Option<Tree>>> {
        let mut ends = vec![None];
        loop {
            if self.eat("]") {
                return Some(ends);
            }
            if self.eat(":") {
                ends.push(None);
            } else {
                *ends.last_mut()? = Some(self.binary(1)?);
            }
        }
    }
}

impl Tree {
    fn precedence(&self) -> Option<u8> {
        if let Self::Binary(_, _, precedence, _) = self { Some(*precedence) } else { None }
    }

    fn print(&self, depth: usize) -> String {
        match self {
            Self::Operand(parts) => parts.iter().map(|part| part.print(depth)).collect(),
            Self::Prefix('*', operand) => format!("*{}", operand.print(1)),
            Self::Prefix(operator, operand) => format!("{operator}{}", operand.print(depth)),
            Self::Binary(left, operator, precedence, right) => {
                let space = if *precedence < self.cutoff(depth) { " " } else { "" };
                let is_same = left.precedence() == Some(*precedence);
                let left = left.print(if is_same { depth } else { depth + 1 });
                format!("{left}{space}{operator}{space}{}", right.print(depth + 1))
            }
            Self::Spread(list) => format!("{}...", list.print(depth)),
        }
    }

    /// Operators of this precedence and higher ones have no spaces.
    fn cutoff(&self, depth: usize) -> u8 {
        let (has_sums, has_products, problem) = self.walk();
        match (problem, has_sums && has_products, depth) {
            (1.., ..) => problem + 1,
            (0, true, 1) => 5,
            (0, false, 1) => 6,
            (0, ..) => 4,
        }
    }

    /// Returns true for sums, true for products, and the precedence up to which spaces avoid other tokens.
    fn walk(&self) -> (bool, bool, u8) {
        let Self::Binary(left, operator, precedence, right) = self else { return (false, false, 0) };
        let mut found = (*precedence == 4, *precedence == 5, 0);
        let mut add = |(sums, products, problem): (bool, bool, u8)| {
            found = (found.0 || sums, found.1 || products, found.2.max(problem));
        };
        add(left.walk());
        add(right.walk());
        match (&**right, operator.as_str()) {
            (Self::Prefix('*', _), "/") | (Self::Prefix('&' | '^', _), "&") => add((false, false, 5)),
            (Self::Prefix('-', _), "-") => add((false, false, 4)),
            _ => {}
        }
        found
    }
}

impl Part {
    fn print(&self, depth: usize) -> String {
        let all =
            |trees: &[Tree], depth: usize| trees.iter().map(|tree| tree.print(depth)).collect::<Vec<_>>().join(", ");
        match self {
            Self::Text(text) => text.clone(),
            Self::Parentheses(tree) => format!("({})", tree.print(depth.saturating_sub(1).max(1))),
            Self::Arguments(trees) => format!("({})", all(trees, depth + usize::from(trees.len() > 1))),
            Self::Elements(trees) => format!("{{{}}}", all(trees, 1)),
            Self::Index(ends) => {
                let given = ends.iter().flatten();
                let has_binaries = given.clone().any(|end| end.precedence().is_some());
                let is_wide = depth <= 1 && given.count() > 1 && has_binaries;
                let mut text = String::new();
                for (index, end) in ends.iter().enumerate() {
                    if index > 0 {
                        text.push_str(if is_wide && ends[index - 1].is_some() { " :" } else { ":" });
                        text.push_str(if is_wide && end.is_some() { " " } else { "" });
                    }
                    text.extend(end.iter().map(|end| end.print(depth + 1)));
                }
                format!("[{text}]")
            }
        }
    }
}
