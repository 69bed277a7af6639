//! The values of members: lists, cells and numbers.

use serde_json::Value;

use crate::model::geometry::Cell;
use crate::text::draft::Draft;
use crate::text::fault::{Fault, ReadErrorKind};

/// A result whose errors have no place, because the text was compressed.
pub(super) type Read<T> = Result<T, Fault>;

/// Returns the elements of a list.
pub(super) fn elements<'a>(name: &str, value: &'a Value) -> Read<&'a [Value]> {
    value
        .as_array()
        .map(Vec::as_slice)
        .ok_or_else(|| Fault::unexpected(format!("a list as `{name}`"), "something else"))
}

pub(super) fn lines(name: &str, element: &Value, draft: &Draft) -> Read<Vec<Vec<Cell>>> {
    list(name, "lines", element)?.iter().map(|line| cells(name, elements(name, line)?, draft)).collect()
}

/// Returns the list that an element must have.
pub(super) fn list<'a>(name: &str, member: &str, element: &'a Value) -> Read<&'a [Value]> {
    let list = element.get(member).and_then(Value::as_array).map(Vec::as_slice);
    list.ok_or_else(|| Fault::unexpected(format!("a list `{member}` in `{name}`"), "none"))
}

pub(super) fn member_cells(name: &str, member: &str, element: &Value, draft: &Draft) -> Read<Vec<Cell>> {
    cells(name, list(name, member, element)?, draft)
}

fn cells(name: &str, list: &[Value], draft: &Draft) -> Read<Vec<Cell>> {
    list.iter().map(|text| cell(name, Some(text), draft)).collect()
}

/// Returns the number of an element, if it has one.
pub(super) fn number(name: &str, element: &Value) -> Read<Option<u32>> {
    match element.get("value") {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.trim().is_empty() => Ok(None),
        Some(value) => {
            let expected = || Fault::unexpected(format!("a number as `value` in `{name}`"), value);
            whole(value).map(Some).ok_or_else(expected)
        }
    }
}

pub(super) fn small_number(name: &str, element: &Value) -> Read<Option<u8>> {
    let small = |number: u32| {
        u8::try_from(number).map_err(|_| Fault::unexpected(format!("a number below 256 in `{name}`"), number))
    };
    number(name, element)?.map(small).transpose()
}

pub(super) fn cell(name: &str, text: Option<&Value>, draft: &Draft) -> Read<Cell> {
    let text = text.and_then(Value::as_str).unwrap_or_default();
    let expected =
        || Fault::of_line(ReadErrorKind::found_text(format!("a cell such as R1C1 in `{name}`"), text));
    let cell: Cell = text.parse().map_err(|_| expected())?;
    draft.index(cell).map_err(Fault::of_line)?;
    Ok(cell)
}

/// Returns a whole number that is written as a number or as a text.
pub(in crate::text) fn whole(value: &Value) -> Option<u32> {
    match value {
        Value::Number(number) => number.as_u64().and_then(|number| u32::try_from(number).ok()),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// Returns true if the value of a member says nothing.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::String(text) => text.is_empty(),
        _ => false,
    }
}
