//! The geometry that a problem file carries in its comments.

use dlx_instances::geometry::{Comments, Geometry};

use crate::shared::Fault;

/// Returns the geometry of a file; an error if it has none.
pub(super) fn expected(name: &str, comments: Comments) -> Result<Geometry, Fault> {
    match comments.geometry() {
        Ok(Some(geometry)) => Ok(geometry),
        Ok(None) => Err(missing(name, ", or give --geometry '1 packing cell=<row><column>'")),
        Err(error) => Err(Fault::named(name, error)),
    }
}

/// Returns the error of a file without a geometry; `or` says what else would do.
pub(super) fn missing(name: &str, or: &str) -> Fault {
    Fault::Usage(format!(
        "{name}: expected a geometry, found none; add a line such as `| geometry 1 packing cell=<row><column>`{or}"
    ))
}

/// Returns the geometry for a problem derived from this file, if the file has one.
pub(super) fn optional(name: &str, comments: Comments) -> Option<Geometry> {
    comments.geometry().unwrap_or_else(|error| {
        message!(Warning, "{name}: {error}; it is left out");
        None
    })
}

/// Returns the geometry comment for a problem derived from this file; empty if the file has no geometry.
pub(super) fn comment(name: &str, comments: Comments) -> String {
    optional(name, comments).map_or_else(String::new, |geometry| geometry.to_string())
}
