//! Prints the losses of messages.

use polywire::convert::{Loss, Losses, Place};

/// Returns a line for each place, each after a line feed.
pub fn lines(losses: &Losses) -> String {
    losses.iter().map(|(place, loss)| format!("\n  {}", line(place, loss))).collect()
}

/// Describes where fields were lost, with the first occurrence.
fn line(place: &Place, loss: &Loss) -> String {
    let what = if matches!(place, Place::Cases(_)) { "a case, " } else { "" };
    let times = match loss.count {
        1 => "once".to_owned(),
        many => format!("{many} times"),
    };
    let at = loss.offset.map(|offset| format!(" at byte {offset}")).unwrap_or_default();
    let first = format!("{what}{times}, first in message {}{at}", loss.message);
    match place {
        Place::Fields(pattern) | Place::Cases(pattern) => match pattern.as_str() {
            "" => format!("in the message itself: {first}"),
            pattern if pattern == loss.path.to_string() => format!("{pattern}: {first}"),
            pattern => format!("{pattern}: {first} ({})", loss.path),
        },
        Place::Inside => format!("inside an Any: {first}"),
        Place::Container => format!("around messages: {first}"),
    }
}
