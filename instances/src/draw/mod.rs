//! Pictures of covers as SVG, as the [geometry](crate::geometry) of the problem says where its items lie.

mod layout;
mod svg;

use dlx_core::{OptionId, Problem};
use thiserror::Error;

use crate::geometry::Geometry;
use layout::Layout;

/// The largest number of cells that is drawn, blank ones around the pieces included: a square of side 512.
const MOST_CELLS: usize = 1 << 18;

/// Why a cover cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DrawError {
    /// No item of the problem fits a pattern of the geometry.
    #[error("expected items with places in the geometry, found none: names such as `{found}` fit no pattern")]
    NoPlaces {
        /// The first characters of the name of the first item.
        found: String,
    },
    /// The items lie too far apart.
    #[error("expected a picture of at most {MOST_CELLS} cells, found {found}")]
    TooLarge {
        /// How many cells the picture would have.
        found: usize,
    },
    /// The problem has no such option.
    #[error("expected options of the problem, which are numbered from 0 to {}, found {option}", count.saturating_sub(1))]
    UnknownOption {
        /// The option.
        option: OptionId,
        /// How many options there are.
        count: usize,
    },
}

/// Returns a picture of a cover: an SVG document that ends with a line feed. It has this title, and a description in
/// words for readers who do not see it.
///
/// Options that are not a cover are drawn as well; of those that fill the same cell, the last is seen. Names are cut
/// after 32 characters.
///
/// Takes time linear in the uses of the options and the cells of the picture, apart from a logarithm for sorting.
///
/// # Errors
/// The geometry fits no item, the items lie too far apart for a picture, or the problem has no such option.
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
