//! Reserved numbers and names, and extension ranges.

use super::Printer;
use crate::literal_text::quoted;
use crate::proto::descriptor::{Enum, MAX_FIELD_NUMBER, Message, Range, Target};

impl Printer<'_, '_> {
    pub(super) fn ranges_of_message(&mut self, it: &Message) {
        let max = if it.is_message_set() { i32::MAX - 1 } else { MAX_FIELD_NUMBER };
        for range in &it.extension_ranges {
            let settings = self.settings(Target::ExtensionRange, &range.options);
            let head = format!("extensions {}", numbers(range.range, 1, max));
            self.out.with_settings(&head, &settings, ";");
        }
        self.reserved(it.reserved.iter().map(|range| numbers(*range, 1, max)).collect());
        self.reserved_names(&it.reserved_names);
    }

    pub(super) fn ranges_of_enum(&mut self, it: &Enum) {
        self.reserved(it.reserved.iter().map(|range| numbers(*range, 0, i32::MAX)).collect());
        self.reserved_names(&it.reserved_names);
    }

    fn reserved(&mut self, ranges: Vec<String>) {
        if !ranges.is_empty() {
            self.out.line(format!("reserved {};", ranges.join(", ")));
        }
    }

    fn reserved_names(&mut self, names: &[String]) {
        if names.is_empty() {
            return;
        }
        let is_quoted = self.edition.is_legacy();
        let names = names.iter().map(|name| if is_quoted { quoted(name.as_bytes()) } else { name.clone() });
        self.out.line(format!("reserved {};", names.collect::<Vec<_>>().join(", ")));
    }
}

/// Returns `first to last`; the range's end is `behind` past its last number.
fn numbers(range: Range, behind: i32, max: i32) -> String {
    let (start, end) = (range.start, range.end.saturating_sub(behind));
    match end {
        _ if end == start => start.to_string(),
        _ if end == max => format!("{start} to max"),
        _ => format!("{start} to {end}"),
    }
}
