//! Pictures of covers in SVG. The [geometry](crate::geometry) of the problem tells where its items are drawn.

mod layout;
mod svg;

use dlx_core::{OptionId, Problem};
use thiserror::Error;

use crate::geometry::Geometry;
use layout::Layout;

/// The largest number of cells drawn, including blank cells around the pieces: a square of side 512.
const MOST_CELLS: usize = 1 << 18;

/// The reason why a cover cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DrawError {
    /// No item of the problem matches a pattern of the geometry.
    #[error("expected items with places in the geometry, found none: names such as `{found}` fit no pattern")]
    NoPlaces {
        /// The beginning of the name of the first item.
        found: String,
    },
    /// The picture would have too many cells.
    #[error("expected a picture of at most {MOST_CELLS} cells, found {found}")]
    TooLarge {
        /// The number of cells of the picture.
        found: usize,
    },
    /// An option number that is not in the problem.
    #[error("expected options of the problem, which are numbered from 0 to {}, found {option}", count.saturating_sub(1))]
    UnknownOption {
        /// The option number.
        option: OptionId,
        /// The number of options of the problem.
        count: usize,
    },
}

/// Returns a picture of a cover as an SVG document that ends with a line feed. It contains the title and a
/// description of the picture in words for screen readers.
///
/// The options need not be a cover; if several of them fill the same cell, the last one is visible. Names are
/// cut after 32 characters.
///
/// # Complexity
/// Linear in the uses of the options and the cells of the picture, times a logarithm for sorting.
///
/// # Errors
/// If the geometry matches no item, the picture would be too large, or the problem has no such option.
///
/// ```
/// use dlx_core::{Limits, Search};
/// use dlx_instances::draw;
/// use dlx_instances::queens::{self, Board};
///
/// let problem = queens::problem(6, Board::Plain)?;
/// let cover = Search::new(&problem).first(&mut Limits::none())?.expect("six queens fit");
/// let picture = draw::svg(&problem, &queens::geometry(6, Board::Plain), &cover, "Six queens")?;
/// assert!(picture.starts_with("<svg ") && picture.contains(r#"<title id="title">Six queens</title>"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn svg(
    problem: &Problem,
    geometry: &Geometry,
    cover: &[OptionId],
    title: &str,
) -> Result<String, DrawError> {
    Ok(svg::svg(&Layout::of(problem, geometry, cover)?, title))
}
