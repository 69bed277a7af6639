//! Pictures of covers in SVG or text, one alone or many on a sheet, and solids in STL. The [geometry](crate::geometry) of the
//! problem tells where its items are drawn.

mod isometric;
mod layout;
mod stl;
mod svg;
mod text;
mod tiles;

use std::num::NonZeroUsize;

use dlx_core::{OptionId, Problem};
use thiserror::Error;

use crate::geometry::{Geometry, Picture};
use crate::grids::Grid;
use layout::Layout;
pub use text::Strokes;

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
    /// A packing in space was wanted, and the picture is not one.
    #[error("expected a packing of {expected}, found another picture")]
    NotSolid {
        /// The cells of which there are such packings.
        expected: &'static str,
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

/// Returns a picture of a cover as lines of text, under the conditions of [`svg`].
///
/// The cells of a packing contain the name of their piece or, if names are longer than three characters, its number; the
/// names of the numbers are below the picture.
///
/// # Errors
/// Those of [`svg`].
///
/// ```
/// use dlx_core::{Limits, Search};
/// use dlx_instances::draw::{self, Strokes};
/// use dlx_instances::polyominoes;
/// use dlx_instances::region::Region;
///
/// let region = Region::rectangle(3, 20)?;
/// let problem = polyominoes::pentominoes(&region)?;
/// let cover = Search::new(&problem).first(&mut Limits::none())?.expect("there are eight");
/// let picture = draw::text(&problem, &region.geometry(), &cover, Strokes::Box)?;
/// assert!(picture.starts_with("┌───────┬"));
/// assert_eq!(picture.matches('X').count(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn text(
    problem: &Problem,
    geometry: &Geometry,
    cover: &[OptionId],
    strokes: Strokes,
) -> Result<String, DrawError> {
    Ok(document(&text::lines(&Layout::of(problem, geometry, cover)?, strokes)))
}

/// Returns lines as a text.
fn document(lines: &[String]) -> String {
    lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

/// Returns a picture of a packing of cubes in space: the whole, and each piece as it lies in it. The first layer is on top.
///
/// # Errors
/// Those of [`svg`], and a picture that is not a packing of cubes.
pub fn isometric(
    problem: &Problem,
    geometry: &Geometry,
    cover: &[OptionId],
    title: &str,
) -> Result<String, DrawError> {
    match Layout::of(problem, geometry, cover)? {
        Layout::Packing { grid: Grid::Cubes, region, pieces } => {
            Ok(isometric::isometric(&region, &pieces).document(title))
        }
        _ => Err(DrawError::NotSolid { expected: "cubes" }),
    }
}

/// Returns the pieces of a packing of cubes or triangular prisms as solids in STL, as text: one solid for each piece, at
/// its place, with the side of a cell as unit of length.
///
/// # Errors
/// Those of [`svg`], and a picture that is not such a packing.
pub fn stl(problem: &Problem, geometry: &Geometry, cover: &[OptionId]) -> Result<String, DrawError> {
    let solids = match Layout::of(problem, geometry, cover)? {
        Layout::Packing { grid, pieces, .. } => stl::stl(grid, &pieces),
        _ => None,
    };
    solids.ok_or(DrawError::NotSolid { expected: "cubes or triangles" })
}

/// Many covers of one problem in one picture, each small: pieces without labels.
///
/// ```
/// use dlx_core::Search;
/// use dlx_instances::draw::Sheet;
/// use dlx_instances::queens::{self, Board};
///
/// let problem = queens::problem(6, Board::Plain)?;
/// let geometry = queens::geometry(6, Board::Plain);
/// let mut sheet = Sheet::new(&problem, &geometry, 2.try_into()?)?;
/// for cover in Search::new(&problem) {
///     sheet.add(&cover)?;
/// }
/// assert_eq!(sheet.count(), 4);
/// assert!(sheet.svg("Six queens").contains("Cover 4. row 1: column "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sheet<'p> {
    problem: &'p Problem,
    geometry: &'p Geometry,
    in_a_line: NonZeroUsize,
    /// The number of cells of a picture, or of each of its rows if these are the options.
    cells: usize,
    /// The number of cells of all pictures.
    drawn: usize,
    layouts: Vec<Layout>,
}

impl<'p> Sheet<'p> {
    /// Returns a sheet without pictures, for `in_a_line` pictures beside one another in each line.
    ///
    /// # Errors
    /// If the geometry matches no item, or one picture would be too large.
    pub fn new(
        problem: &'p Problem,
        geometry: &'p Geometry,
        in_a_line: NonZeroUsize,
    ) -> Result<Self, DrawError> {
        let sizes = Layout::sizes(problem, geometry)?;
        let cells = match geometry.picture() {
            Picture::Blocks => sizes.into_iter().max().unwrap_or_default(),
            _ => sizes.iter().product(),
        };
        Ok(Self { problem, geometry, in_a_line, cells, drawn: 0, layouts: Vec::new() })
    }

    /// Adds a picture of a cover, under the conditions of [`svg`].
    ///
    /// # Errors
    /// If the sheet would be too large, or the problem has no such option.
    pub fn add(&mut self, cover: &[OptionId]) -> Result<(), DrawError> {
        let rows = if self.geometry.picture() == Picture::Blocks { cover.len() } else { 1 };
        let found = self.cells.saturating_mul(rows).saturating_add(self.drawn);
        if found > MOST_CELLS {
            return Err(DrawError::TooLarge { found });
        }
        self.layouts.push(Layout::of(self.problem, self.geometry, cover)?);
        self.drawn = found;
        Ok(())
    }

    /// Returns the number of pictures.
    #[must_use]
    pub fn count(&self) -> usize {
        self.layouts.len()
    }

    /// Returns the sheet as an SVG document that ends with a line feed, with a title and a description as those
    /// of [`svg`].
    #[must_use]
    pub fn svg(&self, title: &str) -> String {
        svg::sheet(&self.layouts, self.in_a_line.get()).document(title)
    }

    /// Returns the sheet as lines of text.
    #[must_use]
    pub fn text(&self, strokes: Strokes) -> String {
        let pictures: Vec<Vec<String>> =
            self.layouts.iter().map(|layout| text::lines(layout, strokes)).collect();
        document(&text::beside(&pictures, self.in_a_line.get()))
    }
}

#[cfg(test)]
mod tests {
    use dlx_core::Search;

    use super::*;
    use crate::{langford, polycubes};

    #[test]
    fn a_sheet_has_a_small_picture_of_each_cover() {
        let (problem, geometry) = (langford::problem(7).unwrap(), langford::geometry(7));
        let mut sheet = Sheet::new(&problem, &geometry, NonZeroUsize::new(4).unwrap()).unwrap();
        for cover in Search::new(&problem) {
            sheet.add(&cover).unwrap();
        }
        // The number of Langford pairs: OEIS A014552, twice.
        assert_eq!(sheet.count(), 52);
        let picture = sheet.svg("All");
        assert_eq!(picture.matches("<g transform=").count(), 52);
        let heights = picture.matches("translate(2 ").count();
        assert_eq!(heights, 13, "thirteen lines of four");
        assert!(picture.contains("Cover 52. Row 1: "));
    }

    #[test]
    fn a_sheet_of_too_many_cells_is_refused() {
        let (problem, geometry) = (polycubes::soma().unwrap(), polycubes::geometry_of_soma());
        let cover = Search::new(&problem).into_iter().next().unwrap();
        let mut sheet = Sheet::new(&problem, &geometry, NonZeroUsize::MAX).unwrap();
        let added = (0..).find_map(|added| sheet.add(&cover).err().map(|error| (added, error)));
        let (added, error) = added.unwrap();
        assert_eq!(added, MOST_CELLS / 27);
        assert_eq!(error, DrawError::TooLarge { found: (added + 1) * 27 });
        let unknown = OptionId::new(problem.option_count());
        let mut sheet = Sheet::new(&problem, &geometry, NonZeroUsize::MIN).unwrap();
        assert!(matches!(sheet.add(&[unknown]), Err(DrawError::UnknownOption { .. })));
        assert_eq!(sheet.count(), 0);
    }
}
