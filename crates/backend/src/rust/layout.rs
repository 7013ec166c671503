//! Line breaks as rustfmt makes them with its default options, where generated code has long names.

/// The line width.
const COLUMNS: usize = 100;
/// The width of the arguments of a call, and of a chain of calls.
const CALL: usize = 60;
/// The width of the fields of a struct's value on one line.
const STRUCT: usize = 18;
const INDENT: usize = 4;

/// Returns `head tail`, with the tail on a line of its own if it does not fit. Both are at `level`.
pub(super) fn after(head: &str, tail: &str, level: usize) -> String {
    if fits(head.len() + 1 + tail.len(), level) { format!("{head} {tail}") } else { format!("{head}\n    {tail}") }
}

/// Returns an arm of a match.
pub(super) fn arm(pattern: &str, value: &str, level: usize) -> String {
    let line = format!("{pattern} => {value},");
    if fits(line.len(), level) {
        return line;
    }
    let call = value.strip_suffix(')').and_then(|call| call.split_once('('));
    match call.filter(|_| !fits(value.len(), level + 1)) {
        Some((function, argument)) => {
            format!("{pattern} => {{\n    {function}(\n        {argument},\n    )\n}}")
        }
        None => format!("{pattern} => {{\n    {value}\n}}"),
    }
}

/// Returns the call of a macro that takes a formatter, a text and a value, as an arm of a match.
pub(super) fn format_arm(pattern: &str, (formatter, text, value): (&str, &str, &str), level: usize) -> String {
    let arguments = format!("{formatter}, {text}, {value}");
    if arguments.len() <= CALL {
        return arm(pattern, &format!("write!({arguments})"), level);
    }
    format!("{pattern} => {{\n    write!(\n        {formatter},\n        {text},\n        {value}\n    )\n}}")
}

/// Returns the call of a macro with a path.
pub(super) fn path_macro(name: &str, path: &str, level: usize) -> String {
    let line = format!("{name}!({path});");
    if fits(line.len(), level) { line } else { format!("{name}!(\n    {path}\n);") }
}

/// Returns a field with its type.
pub(super) fn field(name: &str, ty: &str, level: usize) -> String {
    let head = format!("pub {name}:");
    let next_line = fits(ty.len() + 1, level + 1);
    if next_line { after(&head, &format!("{ty},"), level) } else { format!("{head} {},", broken_type(ty, level)) }
}

/// Returns a variant with a value.
pub(super) fn variant(name: &str, ty: &str, level: usize) -> String {
    let line = format!("{name}({ty}),");
    if fits(line.len(), level) {
        return line;
    }
    let ty = if fits(ty.len() + 1, level + 1) { ty.to_owned() } else { broken_type(ty, level + 1) };
    format!("{name}(\n    {},\n),", ty.replace('\n', "\n    "))
}

/// Breaks a generic type into lines.
fn broken_type(ty: &str, level: usize) -> String {
    let Some((head, arguments)) = ty.strip_suffix('>').and_then(|ty| ty.split_once('<')) else { return ty.to_owned() };
    let lines = arguments_of(arguments).into_iter().map(|argument| {
        let fits = fits(argument.len() + 1, level + 1);
        let lines = if fits { argument.to_owned() } else { broken_type(argument, level + 1) };
        format!("\n    {},", lines.replace('\n', "\n    "))
    });
    format!("{head}<{}\n>", lines.collect::<String>())
}

/// Splits the arguments of a generic type.
fn arguments_of(arguments: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, ch) in arguments.char_indices() {
        match ch {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                found.push(arguments[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(arguments[start..].trim());
    found
}

/// Returns the head of a method without arguments.
pub(super) fn method(name: &str, result: &str, level: usize) -> String {
    let line = format!("pub fn {name}(self) -> {result} {{");
    if fits(line.len(), level) { line } else { format!("pub fn {name}(\n    self,\n) -> {result} {{") }
}

/// Returns a field of a struct's value.
pub(super) fn field_value(name: &str, value: &str, level: usize) -> String {
    let line = format!("{name}: {value},");
    let is_chain = value.ends_with("()") && value.starts_with("self.");
    if fits(line.len(), level) && (value.len() <= CALL || !is_chain) {
        return line;
    }
    let call = value.strip_suffix(')').and_then(|call| call.split_once('('));
    match (value.strip_prefix("self."), call) {
        (Some(steps), _) => format!("{name}: self\n    .{},", steps.replace('.', "\n    .")),
        (None, Some((function, argument))) if !argument.is_empty() => {
            format!("{name}: {function}(\n    {argument},\n),")
        }
        (None, _) => format!("{name}:\n    {value},"),
    }
}

/// Returns the value of a struct with these fields on one line, if that is short.
pub(super) fn short_struct(path: &str, fields: &[(String, String)]) -> Option<String> {
    let fields: Vec<String> = fields.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    let fields = fields.join(", ");
    (fields.len() <= STRUCT).then(|| format!("{path} {{ {fields} }}"))
}

/// Returns the head of an implementation, up to its bracket.
pub(super) fn implementation(of: &str, ty: &str) -> String {
    let line = format!("impl {of} for {ty} {{");
    if fits(line.len(), 0) { line } else { format!("impl {of}\n    for {ty}\n{{") }
}

/// Returns a function's head with parameters and what follows its arrow.
pub(super) fn signature(head: &str, parameters: &[String], result: &str, level: usize) -> String {
    let line = format!("{head}({}) -> {result}", parameters.join(", "));
    if fits(line.len(), level) {
        return line;
    }
    let lines: String = parameters.iter().map(|parameter| format!("\n    {parameter},")).collect();
    format!("{head}({lines}\n) -> {result}")
}

fn fits(len: usize, level: usize) -> bool {
    level * INDENT + len <= COLUMNS
}
