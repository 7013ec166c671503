//! Converts the JSON lines of `osm-convert` to the form of `osmium cat -f opl`
//! (<https://osmcode.org/opl-file-format/>).

use serde_json::Value;
use std::fmt::Write;

/// Converts the lines after the header. Nodes of ways have locations if requested.
pub fn opl(lines: &str, with_locations: bool) -> String {
    lines.lines().skip(1).map(|line| entity(&parsed(line), with_locations) + "\n").collect()
}

fn parsed(line: &str) -> Value {
    serde_json::from_str(line).expect("JSON")
}

fn entity(record: &Value, with_locations: bool) -> String {
    let (kind, entity) = record.as_object().and_then(|record| record.iter().next()).expect("an entity");
    let start = format!("{}{}{}", &kind[..1], entity["id"], info(&entity["info"]));
    let tags = format!(" T{}", list(&entity["tags"], |tag| format!("{}={}", text(&tag["k"]), text(&tag["v"]))));
    match kind.as_str() {
        "node" => start + &tags + &location(&entity["location"], [" x", " y"]),
        "way" => {
            let reference = |node: &Value| match with_locations {
                true => format!("n{}{}", node["ref"], location(&node["location"], ["x", "y"])),
                false => format!("n{}", node["ref"]),
            };
            start + &tags + " N" + &list(&entity["nodes"], reference)
        }
        _ => start + &tags + " M" + &list(&entity["members"], member),
    }
}

/// Missing information is shown as 0 or nothing.
fn info(info: &Value) -> String {
    let number = |name: &str| info[name].as_i64().unwrap_or(0);
    let visible = if info["visible"] == false { 'D' } else { 'V' };
    let time = info["timestamp"].as_str().unwrap_or_default();
    let (version, changeset, uid) = (number("version"), number("changeset"), number("uid"));
    format!(" v{version} d{visible} c{changeset} t{time} i{uid} u{}", text(&info["user"]))
}

fn member(member: &Value) -> String {
    let (kind, id) = ["node", "way", "relation"]
        .iter()
        .find_map(|kind| member.get(kind).map(|id| (&kind[..1], id)))
        .expect("what a member refers to");
    format!("{kind}{id}@{}", text(&member["role"]))
}

fn list(elements: &Value, show: impl Fn(&Value) -> String) -> String {
    let shown: Vec<String> = elements.as_array().expect("a list").iter().map(show).collect();
    shown.join(",")
}

fn location(location: &Value, [x, y]: [&str; 2]) -> String {
    let degrees = |name: &str| match location[name].as_f64() {
        // Parsing may be off by the last bit.
        Some(degrees) => ((degrees * 1e7).round() / 1e7).to_string(),
        None => String::new(),
    };
    format!("{x}{}{y}{}", degrees("lon"), degrees("lat"))
}

/// Escapes a text: plain characters are kept; others are given by number.
fn text(value: &Value) -> String {
    let mut shown = String::new();
    for character in value.as_str().unwrap_or_default().chars() {
        match character {
            '!'..='$' | '&'..='+' | '-'..='<' | '>'..='?' | 'A'..='~' | '¡'..='¬' | '®'..='\u{5ff}' => {
                shown.push(character);
            }
            _ => write!(shown, "%{:02x}%", u32::from(character)).expect("writing to a text"),
        }
    }
    shown
}
