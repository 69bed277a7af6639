//! Finds the pieces of a packing in the options of a problem, and writes files.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use dlx_core::{Bounds, ItemId, OptionId, Problem};
use quick_xml::escape::escape;
use thiserror::Error;

use crate::geometry::{Geometry, Part, Picture};
use crate::grids::{Colored, Grid, Position};
use crate::xmpuzzle::colors::{color, take_places};
use crate::xmpuzzle::problem::{HOLES, total_cells};
use crate::xmpuzzle::{Copies, KINDS, MOST_COLORS, Puzzle, PuzzleError, Task, Voxels};
use crate::{InstanceError, count_of};

/// The reason why a problem is not a packing as BurrTools has them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UnsupportedPacking {
    /// A geometry of another picture.
    #[error("expected the geometry of a packing, found another picture")]
    Picture,
    /// Costs, colors or weights.
    #[error("expected options without costs, colors and weights, found {what}")]
    Feature {
        /// What was found.
        what: &'static str,
    },
    /// A cell that may be covered several times, or a second item of the same cell.
    #[error("expected one item of each cell, which is covered once, found another: `{}`", item.escape_debug())]
    Cell {
        /// The name of the item.
        item: String,
    },
    /// An option that is no piece in one place.
    #[error("option {option}: expected cells and at most one other item, found other items")]
    Items {
        /// The option.
        option: OptionId,
    },
    /// Options that are not the places of a piece.
    #[error(
        "piece `{}`: expected the places of one shape, turned in all ways in space, all or those that colors of cells \
         allow, found other options",
        piece.escape_debug()
    )]
    Places {
        /// The name of the piece; empty if it has no item.
        piece: String,
    },
    /// A piece without options, which must be used.
    #[error("piece `{}`: expected a place, found none", piece.escape_debug())]
    NoPlace {
        /// The name of the piece.
        piece: String,
    },
    /// Places that need more colors than a file can have.
    #[error("expected places that {MOST_COLORS} colors can tell apart, found some that need more")]
    Colors,
    /// The problem is too large.
    #[error(transparent)]
    Instance(#[from] InstanceError),
}

impl Puzzle {
    /// Returns a puzzle with the problem of a packing, which has the same covers. Options without the item of a piece are
    /// pieces that may be used any number of times. If a piece has not all its places, colors of cells say
    /// which.
    ///
    /// # Errors
    /// If the geometry is not that of a packing, or the options of a piece are not the places of one shape in all the ways
    /// in which it can be turned in space, all of them or those that colors allow: BurrTools turns every piece, also flat
    /// ones, and reflects none.
    pub fn of_packing(problem: &Problem, geometry: &Geometry) -> Result<Self, UnsupportedPacking> {
        let grid = match geometry.picture() {
            Picture::Packing(grid) if KINDS.contains(&grid) => grid,
            _ => return Err(UnsupportedPacking::Picture),
        };
        let features = [
            ("costs", problem.has_costs()),
            ("colors", problem.is_colored()),
            ("weights", problem.is_weighted()),
        ];
        if let Some((what, _)) = features.into_iter().find(|(_, is_found)| *is_found) {
            return Err(UnsupportedPacking::Feature { what });
        }
        let (cells, mut result) = cells_of(problem, geometry)?;
        let mut places = places_of(problem, &cells)?;
        let most_holes = take_holes(problem, &mut places, &mut result);
        let mut shapes = vec![result];
        let (mut pieces, mut barred) = (Vec::new(), Vec::new());
        // A piece cannot be used more often than it has room.
        let most_copies = |size: usize| u32::try_from(cells.len() / size.max(1)).unwrap_or(u32::MAX);
        let mut fit = |name: &str, places: &mut BTreeSet<Vec<Position>>| {
            let shape = places.first().cloned().unwrap_or_default();
            let Some(of_cells) = take_places(grid, &shape, &shapes[0], places)? else {
                return Err(UnsupportedPacking::Places { piece: name.to_owned() });
            };
            barred.push(of_cells);
            let size = shape.len();
            shapes.push(at_corner(grid, name, shape.into_iter().map(|cell| (cell, 0)).collect()));
            Ok(size)
        };
        let is_hole = |item: ItemId| most_holes.is_some() && problem.name(item) == HOLES;
        for item in problem.items().filter(|item| !cells.contains_key(item) && !is_hole(*item)) {
            let name = problem.name(item);
            let bounds = bounds_of(problem, item);
            let mut own = places.remove(&Some(item)).unwrap_or_default();
            if own.is_empty() && bounds.low > 0 {
                return Err(UnsupportedPacking::NoPlace { piece: name.to_owned() });
            }
            if own.is_empty() {
                continue;
            }
            let size = fit(name, &mut own)?;
            if !own.is_empty() {
                return Err(UnsupportedPacking::Places { piece: name.to_owned() });
            }
            let Bounds { low, high } = bounds;
            pieces.push(Copies { shape: pieces.len() + 1, low, high: high.min(most_copies(size).max(low)) });
        }
        let mut unnamed = places.remove(&None).unwrap_or_default();
        while !unnamed.is_empty() {
            let size = fit("", &mut unnamed)?;
            pieces.push(Copies { shape: pieces.len() + 1, low: 0, high: most_copies(size) });
        }
        // With a fixed number of cells in the pieces, the number of holes is fixed, and BurrTools knows no other limit.
        let [least, most] = total_cells(&pieces, &shapes);
        let holes = count_of(cells.len()).saturating_sub(least);
        if least == most && most_holes.is_some_and(|most| holes > u128::from(most)) {
            return Err(UnsupportedPacking::Places { piece: HOLES.to_owned() });
        }
        let (colors, allowed) = color(&mut shapes, &barred).ok_or(UnsupportedPacking::Colors)?;
        let task = Task { pieces, result: Some(0), most_holes, allowed, ..Task::default() };
        let puzzle = Self { grid, colors, shapes, problems: vec![task] };
        // Spheres have rotations without their products, so that colors could tell turned pieces apart that are the same.
        let written = (colors > 0).then(|| puzzle.problem(0));
        match written {
            Some(Ok(packing)) if packing.problem.option_count() != problem.option_count() => {
                Err(UnsupportedPacking::Places { piece: String::new() })
            }
            Some(Err(PuzzleError::Instance(error))) => Err(error.into()),
            _ => Ok(puzzle),
        }
    }

    /// Writes the puzzle as XML, not compressed, which BurrTools reads, too.
    ///
    /// # Errors
    /// If the output fails.
    pub fn write(&self, mut output: impl Write) -> io::Result<()> {
        let kind = KINDS.iter().position(|kind| *kind == self.grid).unwrap_or_default();
        writeln!(output, "<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n  <gridType type=\"{kind}\"/>")?;
        writeln!(output, "  <colors>")?;
        for color in 0..self.colors {
            // The colors themselves are not kept: shades of gray tell them apart.
            let shade = 255 - color * 4;
            writeln!(output, "    <color red=\"{shade}\" green=\"{shade}\" blue=\"{shade}\"/>")?;
        }
        writeln!(output, "  </colors>\n  <shapes>")?;
        for shape in &self.shapes {
            let ([layers, rows, columns], name) = (shape.sizes, named(&shape.name));
            writeln!(
                output,
                "    <voxel x=\"{columns}\" y=\"{rows}\" z=\"{layers}\"{name} type=\"0\">{}</voxel>",
                content(shape)
            )?;
        }
        writeln!(output, "  </shapes>\n  <problems>")?;
        for task in &self.problems {
            let holes = task.most_holes.map_or_else(String::new, |most| format!(" maxHoles=\"{most}\""));
            writeln!(output, "    <problem{} state=\"0\"{holes}>\n      <shapes>", named(&task.name))?;
            for &Copies { shape, low, high } in &task.pieces {
                let times = if low == high {
                    format!("count=\"{low}\"")
                } else {
                    format!("min=\"{low}\" max=\"{high}\"")
                };
                writeln!(output, "        <shape id=\"{shape}\" {times}/>")?;
            }
            writeln!(output, "      </shapes>")?;
            if let Some(result) = task.result {
                writeln!(output, "      <result id=\"{result}\"/>")?;
            }
            writeln!(output, "      <bitmap>")?;
            for (piece, result) in &task.allowed {
                writeln!(output, "        <pair piece=\"{}\" result=\"{}\"/>", piece - 1, result - 1)?;
            }
            writeln!(output, "      </bitmap>\n    </problem>")?;
        }
        writeln!(output, "  </problems>\n  <comment/>\n</puzzle>")
    }
}

/// Returns an attribute with a name, or nothing for an empty name.
fn named(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!(" name=\"{}\"", escape(name)) }
}

/// Returns the cells of a shape as text.
fn content(shape: &Voxels) -> String {
    let mut marks: BTreeMap<Position, (char, u8)> = BTreeMap::new();
    marks.extend(shape.filled.iter().map(|&(cell, color)| (cell, ('#', color))));
    marks.extend(shape.optional.iter().map(|&(cell, color)| (cell, ('+', color))));
    let [layers, rows, columns] = shape.sizes.map(|size| i64::try_from(size).unwrap_or(i64::MAX));
    let mut content = String::new();
    for (layer, row) in (0..layers).flat_map(|layer| (0..rows).map(move |row| (layer, row))) {
        for column in 0..columns {
            match marks.get(&[layer, row, column]) {
                None => content.push('_'),
                Some((mark, 0)) => content.push(*mark),
                Some((mark, color)) => content += &format!("{mark}{color}"),
            }
        }
    }
    content
}

/// Returns the cell of each item that is one, and the result that they form.
fn cells_of(
    problem: &Problem,
    geometry: &Geometry,
) -> Result<(BTreeMap<ItemId, Position>, Voxels), UnsupportedPacking> {
    let mut cells: BTreeMap<ItemId, Position> = BTreeMap::new();
    let mut result = Voxels { name: "result".to_owned(), ..Voxels::default() };
    let mut taken = BTreeSet::new();
    for item in problem.items() {
        let name = problem.name(item);
        let Some(place) = geometry.place(name).filter(|place| place.part == Part::Cell) else { continue };
        let cell = place.cell.axes().map(|at| i64::try_from(at).unwrap_or(i64::MAX));
        let is_primary = item.index() < problem.primary_count();
        if !taken.insert(cell) || is_primary && !bounds_of(problem, item).is_once() {
            return Err(UnsupportedPacking::Cell { item: name.to_owned() });
        }
        let marked = if is_primary { &mut result.filled } else { &mut result.optional };
        marked.push((cell, 0));
        cells.insert(item, cell);
        for (size, at) in result.sizes.iter_mut().zip(place.cell.axes()) {
            *size = (*size).max(at + 1);
        }
    }
    let coordinates = result.sizes.iter().fold(1_usize, |product, &size| product.saturating_mul(size));
    crate::check_range("the number of cells of the result and around it", coordinates, 1, 1 << 20)?;
    result.filled.sort_unstable();
    result.optional.sort_unstable();
    Ok((cells, result))
}

fn bounds_of(problem: &Problem, item: ItemId) -> Bounds {
    if item.index() < problem.primary_count() { problem.bounds(item) } else { Bounds { low: 0, high: 1 } }
}

/// The places of each piece; those of pieces without an item are under `None`.
type PlacesOf = BTreeMap<Option<ItemId>, BTreeSet<Vec<Position>>>;

/// Returns the places of the pieces.
fn places_of(problem: &Problem, cells: &BTreeMap<ItemId, Position>) -> Result<PlacesOf, UnsupportedPacking> {
    let mut places = PlacesOf::new();
    for option in problem.options() {
        let items = || problem.uses(option).iter().map(|used| used.item);
        let mut others = items().filter(|item| !cells.contains_key(item));
        let piece = others.next();
        let mut place: Vec<Position> = items().filter_map(|item| cells.get(&item).copied()).collect();
        place.sort_unstable();
        if others.next().is_some() || place.is_empty() {
            return Err(UnsupportedPacking::Items { option });
        }
        if !places.entry(piece).or_default().insert(place) {
            let piece = piece.map_or_else(String::new, |item| problem.name(item).to_owned());
            return Err(UnsupportedPacking::Places { piece });
        }
    }
    Ok(places)
}

/// Removes the places of holes, whose cells become cells of the result that may stay empty, and returns their greatest
/// number; `None` if the problem has no such item.
fn take_holes(problem: &Problem, places: &mut PlacesOf, result: &mut Voxels) -> Option<u32> {
    let item = problem.item(HOLES)?;
    let bounds = bounds_of(problem, item);
    if bounds.low > 0 || !places.get(&Some(item))?.iter().all(|place| place.len() == 1) {
        return None;
    }
    let holes: BTreeSet<Position> = places.remove(&Some(item))?.into_iter().flatten().collect();
    let (optional, filled) = result.filled.iter().partition(|(cell, _)| holes.contains(cell));
    result.filled = filled;
    result.optional.extend::<Vec<Colored>>(optional);
    result.optional.sort_unstable();
    Some(bounds.high)
}

/// Returns a shape whose cells are as near to the origin as shifts of the grid allow.
fn at_corner(grid: Grid, name: &str, mut cells: Vec<Colored>) -> Voxels {
    let least = [0, 1, 2].map(|axis| cells.iter().map(|(cell, _)| cell[axis]).min().unwrap_or(0));
    let residue = grid.residue(least);
    let mut sizes = [0; 3];
    for (cell, _) in &mut cells {
        for axis in 0..3 {
            cell[axis] -= least[axis] - residue[axis];
            sizes[axis] = sizes[axis].max(usize::try_from(cell[axis] + 1).unwrap_or(0));
        }
    }
    Voxels { name: name.to_owned(), sizes, filled: cells, ..Voxels::default() }
}
