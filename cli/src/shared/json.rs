//! Objects for programs: one a line, each with the number of the schema that it follows.

use std::io::{self, Write};

use serde::Serialize;

/// The version of all objects. It changes when a field goes or changes its meaning.
pub(crate) const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Object<T> {
    schema: u32,
    #[serde(flatten)]
    fields: T,
}

/// The object as text, on one line.
pub(crate) fn to_string(fields: &impl Serialize) -> String {
    let object = Object { schema: SCHEMA, fields };
    serde_json::to_string(&object).expect("fields with names make an object")
}

/// Writes the object and the end of its line.
pub(crate) fn write_line(mut output: impl Write, fields: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut output, &Object { schema: SCHEMA, fields })?;
    output.write_all(b"\n")
}
