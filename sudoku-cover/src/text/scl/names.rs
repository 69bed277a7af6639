//! The names of members, long and short.

use serde_json::Value;

/// The short names of members that matter here.
const SHORT: [(&str, &str); 21] = [
    ("cells", "ce"),
    ("value", "v"),
    ("regions", "re"),
    ("cages", "ca"),
    ("lines", "l"),
    ("arrows", "a"),
    ("overlays", "o"),
    ("underlays", "u"),
    ("title", "t"),
    ("text", "te"),
    ("center", "ct"),
    ("width", "w"),
    ("height", "h"),
    ("rounded", "r"),
    ("color", "c"),
    ("borderColor", "c1"),
    ("backgroundColor", "c2"),
    ("fontSize", "fs"),
    ("thickness", "th"),
    ("headLength", "hl"),
    ("wayPoints", "wp"),
];

/// The number of pixels of a cell, in which widths of lines and heights of letters are written.
pub(super) const PIXELS: f64 = 64.0;

/// Returns the member of this name, which may be shortened.
pub(super) fn member<'a>(object: &'a Value, name: &str) -> Option<&'a Value> {
    let short = SHORT.iter().find(|(long, _)| *long == name).map(|(_, short)| *short);
    object.get(name).or_else(|| object.get(short?))
}

pub(super) fn list<'a>(object: &'a Value, name: &str) -> &'a [Value] {
    member(object, name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Returns the long form of a name.
pub(super) fn long(name: &str) -> &str {
    SHORT.iter().find(|(_, short)| *short == name).map_or(name, |(long, _)| *long)
}
