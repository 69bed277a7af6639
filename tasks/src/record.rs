//! Records: objects of JSON, one a line, with their version and a checksum of what their other fields mean. A line that
//! was formatted otherwise is read, and one that says something else is refused.

use std::io::{self, Write};

use dlx_core::Digest;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The version of the records; it changes when a field changes its meaning.
pub(crate) const SCHEMA: u32 = 2;

/// What is written on a line.
pub(crate) trait Record: Serialize + DeserializeOwned {
    /// The checksum that it carries.
    fn checksum(&mut self) -> &mut Digest;

    /// The checksum of its other fields.
    fn sum(&self) -> Digest;

    /// The same with the right checksum.
    fn sealed(mut self) -> Self {
        *self.checksum() = self.sum();
        self
    }
}

/// Why a line is no record.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// It is no object, or lacks something.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A version that this program does not know.
    #[error("expected schema {SCHEMA}, found {found}")]
    Schema {
        /// The version.
        found: u32,
    },
    /// It was altered.
    #[error("expected the checksum {expected}, found {found}: the line was altered")]
    Altered {
        /// The checksum in it.
        found: Digest,
        /// That of its fields.
        expected: Digest,
    },
}

pub(crate) fn read<R: Record>(line: &str) -> Result<R, RecordError> {
    // Of another version no more than this may be known.
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
