//! JSON output: one object a line, each with the version of its schema.

use std::io::{self, Write};

use serde::Serialize;

/// The schema version of all objects. It changes when a field is removed or changes its meaning.
pub(crate) const SCHEMA: u32 = 1;

/// A number in decimal digits, as it may exceed the numbers that JSON readers can hold.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema), schema(pattern = "^[0-9]+$"))]
pub(crate) struct BigNumber(String);

impl BigNumber {
    pub(crate) fn new(number: &impl ToString) -> Self {
        Self(number.to_string())
    }
}

#[derive(Serialize)]
struct Object<T> {
    schema: u32,
    #[serde(flatten)]
    fields: T,
}

/// Returns the object as one line of text.
pub(crate) fn to_string(fields: &impl Serialize) -> String {
    let object = Object { schema: SCHEMA, fields };
    serde_json::to_string(&object).expect("fields with names make an object")
}

/// Writes the object and a line end.
pub(crate) fn write_line(mut output: impl Write, fields: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut output, &Object { schema: SCHEMA, fields })?;
    output.write_all(b"\n")
}
