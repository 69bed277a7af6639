//! The geometry that a problem file carries in its comments.

use dlx_instances::geometry::{Comments, Geometry};

use crate::shared::Fault;

/// Returns the geometry of a file; an error if it has none.
pub(super) fn expected(name: &str, comments: Comments) -> Result<Geometry, Fault> {
    match comments.geometry() {
        Ok(Some(geometry)) => Ok(geometry),
        Ok(None) => Err(Fault::Usage(format!(
            "{name}: expected a geometry, found none; add a line such as `| geometry 1 packing cell=<row><column>`, \
             or give --geometry '1 packing cell=<row><column>'"
        ))),
        Err(error) => Err(Fault::named(name, error)),
    }
}

/// Returns the geometry comment for a problem derived from this file; empty if the file has no geometry.
pub(super) fn comment(name: &str, comments: Comments) -> String {
    match comments.geometry() {
        Ok(geometry) => geometry.map_or_else(String::new, |geometry| geometry.to_string()),
        Err(error) => {
            message!(Warning, "{name}: {error}; it is left out");
            String::new()
        }
    }
}
