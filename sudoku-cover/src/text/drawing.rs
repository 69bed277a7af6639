//! What the drawings of f-puzzles' and of `SudokuPad`'s objects have in common.

use serde_json::{Map, Value, json};

use crate::model::decoration::Color;

/// No drawing is further away from the board, in sides of a cell.
pub(super) const FURTHEST: f64 = 100.0;

/// Returns a number that is written as a number or as a text.
pub(super) fn number_of(value: &Value) -> Option<f64> {
    let number = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok());
    number.filter(|number| number.is_finite())
}

/// Returns the text of a member, which may be a number; an empty text if it is anything else.
pub(super) fn text_of(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

/// Returns how far from its cells a cage with this text clears the fog; `None` if the text says nothing of fog.
pub(super) fn reach_of_fog(text: &str) -> Option<usize> {
    match text.to_ascii_lowercase().as_str() {
        "foglight" => Some(0),
        "fow" => Some(1),
        _ => None,
    }
}

/// The members of a drawing that is written.
#[derive(Default)]
pub(super) struct Members(Map<String, Value>);

impl Members {
    pub(super) fn put(&mut self, name: &str, value: impl Into<Value>) {
        self.0.insert(name.to_owned(), value.into());
    }

    pub(super) fn put_color(&mut self, name: &str, color: Option<Color>) {
        if let Some(color) = color {
            self.put(name, color.to_string().to_uppercase());
        }
    }

    /// Puts a text that is not empty.
    pub(super) fn put_text(&mut self, name: &str, text: &str) {
        if !text.is_empty() {
            self.put(name, text);
        }
    }

    /// Puts the angle of what is turned.
    pub(super) fn put_angle(&mut self, angle: f64) {
        if angle != 0.0 {
            self.put("angle", angle);
        }
    }

    /// Adds the drawing to the list that a member of an object is.
    pub(super) fn add_to(self, object: &mut Map<String, Value>, name: &str) {
        if let Value::Array(list) = object.entry(name).or_insert_with(|| json!([])) {
            list.push(Value::Object(self.0));
        }
    }
}
