//! Records: JSON objects, one per line, with a version and a checksum of the values of the other fields.
//! Formatting does not matter; a record with changed values is rejected.

use std::io::{self, Write};

use dlx_core::inner::Digest;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The version of the records. It changes when the meaning of a field changes.
pub(crate) const SCHEMA: u32 = 2;

/// An object that is written on a line.
pub(crate) trait Record: Serialize + DeserializeOwned {
    /// Returns the checksum field.
    fn checksum(&mut self) -> &mut Digest;

    /// Computes the checksum of the other fields.
    fn sum(&self) -> Digest;

    /// Returns the record with the right checksum.
    fn sealed(mut self) -> Self {
        *self.checksum() = self.sum();
        self
    }
}

/// The reason why a line is not a valid record.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The line is not a JSON object with the required fields.
    #[error("column {}: {}", .0.column(), dlx_core::inner::json_words(&.0.to_string()))]
    Json(#[from] serde_json::Error),
    /// An unknown version.
    #[error("expected schema {SCHEMA}, found {found}")]
    Schema {
        /// The version.
        found: u32,
    },
    /// The record was altered.
    #[error("expected the checksum {expected}, found {found}: the line was altered")]
    Altered {
        /// The checksum in the record.
        found: Digest,
        /// The checksum of its fields.
        expected: Digest,
    },
}

pub(crate) fn read<R: Record>(line: &str) -> Result<R, RecordError> {
    // The only field that is the same in all versions.
    #[derive(Deserialize)]
    struct Version {
        schema: u32,
    }
    let Version { schema: found } = serde_json::from_str(line)?;
    if found != SCHEMA {
        return Err(RecordError::Schema { found });
    }
    let mut record: R = serde_json::from_str(line)?;
    let (found, expected) = (*record.checksum(), record.sum());
    if found == expected { Ok(record) } else { Err(RecordError::Altered { found, expected }) }
}

pub(crate) fn write(record: &impl Serialize, mut output: impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut output, record)?;
    output.write_all(b"\n")
}
