//! The layout of a cover: the cells that each option occupies, according to the geometry of the problem.

use std::collections::BTreeSet;

use dlx_core::{Color, ItemId, ItemKind, OptionId, Problem};

use crate::draw::{DrawError, MOST_CELLS};
use crate::geometry::{Geometry, Part, Picture, Place};
use crate::grids::Grid;
use crate::numerals::numeral;
use crate::shape::Cell;

/// An option that fills cells, and the label of its piece, or the symbols of its cells in place of a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) label: String,
    pub(super) cells: Vec<Cell>,
    pub(super) symbols: Vec<(Cell, String)>,
}

/// The contents of a picture of a cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Pieces that fill a region.
    Packing { grid: Grid, region: BTreeSet<Cell>, pieces: Vec<Piece> },
    /// Queens on a board, given by row and column; `sizes` are the rows and columns of the board.
    Board { sizes: [usize; 2], places: Vec<(usize, usize)> },
    /// The symbol of each cell.
    Table { entries: Vec<Vec<Option<String>>>, names: Option<LineNames> },
    /// The colors at the top, right, bottom and left edge of each cell.
    Edges { cells: Vec<Vec<[String; 4]>> },
}

/// The names of the rows and columns of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LineNames {
    pub(super) rows: Vec<String>,
    pub(super) columns: Vec<String>,
}

/// The symbol of a mark in a table.
pub(super) const MARK: &str = "\u{25cf}";

/// The largest number of characters drawn of a name or a symbol.
const LONGEST_LABEL: usize = 32;

impl Layout {
    /// Returns the numbers of layers, rows and columns of a picture of a problem.
    pub(super) fn sizes(problem: &Problem, geometry: &Geometry) -> Result<[usize; 3], DrawError> {
        let mut sizes = [0; 3];
        for item in problem.items() {
            let place = geometry.place(problem.name(item));
            if let Some(Place { part: Part::Cell | Part::Row | Part::Column, cell, .. }) = place {
                let Cell { layer, row, column } = cell;
                for (size, at) in sizes.iter_mut().zip([layer, row, column]) {
                    *size = (*size).max(at + 1);
                }
            }
        }
        match sizes.iter().fold(1, |cells: usize, &size| cells.saturating_mul(size)) {
            0 => {
                let found = problem.items().next().map_or("", |item| problem.name(item));
                Err(DrawError::NoPlaces { found: shortened(found) })
            }
            found if found > MOST_CELLS => Err(DrawError::TooLarge { found }),
            _ => Ok(sizes),
        }
    }

    /// Returns the layout of a cover.
    pub(super) fn of(problem: &Problem, geometry: &Geometry, cover: &[OptionId]) -> Result<Self, DrawError> {
        let place = |item: ItemId| geometry.place(problem.name(item));
        let [_, rows, columns] = Self::sizes(problem, geometry)?;
        if let Some(&option) = cover.iter().find(|option| option.index() >= problem.option_count()) {
            return Err(DrawError::UnknownOption { option, count: problem.option_count() });
        }
        let options = cover.iter().map(|&option| {
            let placed = |used: &dlx_core::Use| (used.item, place(used.item), used.color);
            problem.uses(option).iter().map(placed).collect()
        });
        Ok(match geometry.picture() {
            Picture::Queens => Layout::Board {
                sizes: [rows, columns],
                places: options.filter_map(|option| crossing(&option)).collect(),
            },
            Picture::Marks => marks(problem, geometry, [rows, columns], options),
            Picture::Table => table(problem, geometry, [rows, columns], options),
            Picture::Edges => edges(problem, [rows, columns], options),
            Picture::Blocks => blocks(rows.max(columns), options)?,
            Picture::Packing(grid) => packing(grid, problem, problem.items().filter_map(place), options),
        })
    }
}

/// The items of an option, each with its place in the picture and its color.
type Placed<'p> = Vec<(ItemId, Option<Place<'p>>, Color)>;

/// Returns the cell of an item if the item is of this part.
fn cell_of(place: Option<&Place<'_>>, wanted: Part) -> Option<Cell> {
    place.filter(|place| place.part == wanted).map(|place| place.cell)
}

fn shortened(name: &str) -> String {
    name.chars().take(LONGEST_LABEL).collect()
}

fn packing<'p>(
    grid: Grid,
    problem: &'p Problem,
    places: impl Iterator<Item = Place<'p>>,
    options: impl Iterator<Item = Placed<'p>>,
) -> Layout {
    let region = places.filter_map(|place| cell_of(Some(&place), Part::Cell)).collect();
    let piece = |option: Placed<'_>| {
        // Secondary items are names only of pieces that may be left out, which have no other.
        let names = |wanted: ItemKind| {
            let is_name = move |(item, place, color): &&(ItemId, Option<Place<'_>>, Color)| {
                place.is_none() && *color == Color::NONE && problem.kind(*item) == wanted
            };
            option.iter().filter(is_name)
        };
        let has_name = names(ItemKind::Primary).next().is_some();
        let names = names(if has_name { ItemKind::Primary } else { ItemKind::Secondary });
        // Takes at most as many characters as are kept, so the time does not depend on the number of names.
        let label = names.flat_map(|(item, ..)| problem.name(*item).chars().chain([' ']));
        let label = label.take(LONGEST_LABEL).collect::<String>().trim_end().to_owned();
        let cells = option.iter().filter_map(|(_, place, _)| cell_of(place.as_ref(), Part::Cell)).collect();
        let symbol = |(_, place, color): &(ItemId, Option<Place<'_>>, Color)| {
            Some((place.as_ref()?.cell, shortened(problem.color_name(*color)?)))
        };
        let symbols: Vec<(Cell, String)> = option.iter().filter_map(symbol).collect();
        Piece { label: if symbols.is_empty() { label } else { String::new() }, cells, symbols }
    };
    Layout::Packing {
        grid,
        region,
        pieces: options.map(piece).filter(|piece| !piece.cells.is_empty()).collect(),
    }
}

/// Returns the row and the column of an option.
fn crossing(option: &Placed<'_>) -> Option<(usize, usize)> {
    let line = |part| option.iter().find_map(|(_, place, _)| cell_of(place.as_ref(), part));
    Some((line(Part::Row)?.row, line(Part::Column)?.column))
}

/// Returns a table with a mark for each option, whose rows and columns have the names of their items.
fn marks<'p>(
    problem: &Problem,
    geometry: &Geometry,
    [rows, columns]: [usize; 2],
    options: impl Iterator<Item = Placed<'p>>,
) -> Layout {
    let mut entries = vec![vec![None; columns]; rows];
    for (row, column) in options.filter_map(|option| crossing(&option)) {
        entries[row][column] = Some(MARK.to_owned());
    }
    let mut names = LineNames { rows: vec![String::new(); rows], columns: vec![String::new(); columns] };
    for name in problem.items().map(|item| problem.name(item)) {
        match geometry.place(name) {
            Some(Place { part: Part::Row, cell, .. }) => names.rows[cell.row] = shortened(name),
            Some(Place { part: Part::Column, cell, .. }) => names.columns[cell.column] = shortened(name),
            _ => {}
        }
    }
    Layout::Table { entries, names: Some(names) }
}

/// Returns a row for each option with its points, each in its own column; the rows are sorted.
fn blocks<'p>(points: usize, options: impl Iterator<Item = Placed<'p>>) -> Result<Layout, DrawError> {
    let block = |option: Placed<'_>| {
        let pairs = option.iter().filter_map(|(_, place, _)| cell_of(place.as_ref(), Part::Cell));
        pairs.flat_map(|pair| [pair.row, pair.column]).collect::<BTreeSet<usize>>()
    };
    let mut blocks: Vec<BTreeSet<usize>> = options.map(block).filter(|block| !block.is_empty()).collect();
    blocks.sort_unstable();
    let found = blocks.len().saturating_mul(points);
    if found > MOST_CELLS {
        return Err(DrawError::TooLarge { found });
    }
    let entry = |block: &BTreeSet<usize>, point| block.contains(&point).then(|| numeral(point, points));
    let row = |block: &BTreeSet<usize>| (0..points).map(|point| entry(block, point)).collect();
    Ok(Layout::Table { entries: blocks.iter().map(row).collect(), names: None })
}

fn table<'p>(
    problem: &Problem,
    geometry: &Geometry,
    [rows, columns]: [usize; 2],
    options: impl Iterator<Item = Placed<'p>>,
) -> Layout {
    let mut entries = vec![vec![None; columns]; rows];
    for (option, number) in options.zip(1..) {
        let mut symbols: Vec<(usize, &str)> = Vec::new();
        for place in option.iter().filter_map(|(_, place, _)| place.as_ref()) {
            let is_new = symbols.iter().all(|(pattern, _)| *pattern != place.pattern);
            if place.part == Part::Symbol && is_new {
                symbols.push((place.pattern, place.symbol.as_deref().unwrap_or_default()));
            }
        }
        symbols.sort_unstable();
        // The symbols are shortened before they are copied into each cell.
        let symbols: Vec<String> = symbols.into_iter().map(|(_, symbol)| shortened(symbol)).collect();
        let symbols = symbols.join(" ");
        for (_, place, color) in &option {
            let Some(Cell { row, column, .. }) = cell_of(place.as_ref(), Part::Cell) else { continue };
            let entry = match problem.color_name(*color) {
                _ if geometry.has(Part::Symbol) => shortened(&symbols),
                Some(color) => shortened(color),
                None => number.to_string(),
            };
            entries[row][column] = Some(entry).filter(|entry| !entry.is_empty());
        }
    }
    let rows = (0..rows).map(|row| Some(shortened(&geometry.line_names(row, 0)?[0]))).collect::<Option<_>>();
    let columns = (0..columns)
        .map(|column| Some(shortened(&geometry.line_names(0, column)?[1])))
        .collect::<Option<_>>();
    let names = rows.zip(columns).map(|(rows, columns)| LineNames { rows, columns });
    Layout::Table { entries, names }
}

fn edges<'p>(
    problem: &Problem,
    [rows, columns]: [usize; 2],
    options: impl Iterator<Item = Placed<'p>>,
) -> Layout {
    let mut cells = vec![vec![<[String; 4]>::default(); columns]; rows];
    for (_, place, color) in options.flatten() {
        let (Some(place), Some(color)) = (place, problem.color_name(color)) else { continue };
        let Cell { row, column, .. } = place.cell;
        // An edge belongs to the cell behind it as its top or left edge, and to the cell before it as its
        // bottom or right edge.
        let sides = match place.part {
            Part::Above => [(Some(row), Some(column), 0), (row.checked_sub(1), Some(column), 2)],
            Part::Left => [(Some(row), Some(column), 3), (Some(row), column.checked_sub(1), 1)],
            _ => continue,
        };
        for (row, column, side) in sides {
            let cell = row.zip(column).and_then(|(row, column)| cells.get_mut(row)?.get_mut(column));
            if let Some(cell) = cell {
                cell[side] = shortened(color);
            }
        }
    }
    Layout::Edges { cells }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::latin::{self, Form};
    use crate::macmahon::{self, Border};
    use crate::packing::{self, Piece};
    use crate::queens::{self, Board};
    use crate::region::Region;
    use crate::shape::Moves;
    use crate::{langford, matchings, partridge, polycubes, polyominoes};
    use dlx_core::{Limits, Search};

    fn first(problem: &Problem, geometry: &Geometry) -> Layout {
        let cover = Search::new(problem).first(&mut Limits::none()).expect("no limit").expect("a cover");
        Layout::of(problem, geometry, &cover).expect("the geometry gives places")
    }

    fn entries(problem: &Problem, geometry: &Geometry) -> Vec<Vec<Option<String>>> {
        match first(problem, geometry) {
            Layout::Table { entries, .. } => entries,
            layout => panic!("expected a table, found {layout:?}"),
        }
    }

    #[test]
    fn queens_stand_in_rows_and_columns_of_their_own() {
        let Layout::Board { sizes: [8, 8], places } =
            first(&queens::problem(8, Board::Plain).unwrap(), &queens::geometry(8, Board::Plain))
        else {
            panic!("queens are no board");
        };
        let rows: BTreeSet<usize> = places.iter().map(|place| place.0).collect();
        let columns: BTreeSet<usize> = places.iter().map(|place| place.1).collect();
        assert_eq!((places.len(), rows.len(), columns.len()), (8, 8, 8));
    }

    #[test]
    fn a_latin_square_has_each_symbol_once_in_each_line() {
        for side in [3, 12] {
            let entries =
                entries(&latin::problem(side, Form::All).unwrap(), &latin::geometry(side, Form::All));
            for line in 0..side {
                let row: BTreeSet<&Option<String>> = entries[line].iter().collect();
                let column: BTreeSet<&Option<String>> = entries.iter().map(|row| &row[line]).collect();
                assert!(row.len() == side && column.len() == side && !row.contains(&None));
            }
        }
    }

    #[test]
    fn a_langford_row_has_k_places_between_the_numbers_k() {
        let entries = entries(&langford::problem(4).unwrap(), &langford::geometry(4));
        let row: Vec<usize> = entries[0].iter().flatten().map(|symbol| symbol.parse().unwrap()).collect();
        for number in 1..=4 {
            let at: Vec<usize> = (0..8).filter(|&place| row[place] == number).collect();
            assert_eq!((at.len(), at[1] - at[0] - 1), (2, number), "{row:?}");
        }
    }

    #[test]
    fn the_vertices_of_a_pair_have_one_number() {
        for n in [6, 40] {
            let mut entries = entries(&matchings::problem(n).unwrap(), &matchings::geometry(n));
            entries[0].sort();
            for pair in entries[0].chunks(2) {
                assert!(pair[0].is_some() && pair[0] == pair[1], "{pair:?}");
            }
        }
    }

    #[test]
    fn edges_between_two_cells_have_one_color() {
        let problem = macmahon::problem(4, 6, 3, Border::OneColor).unwrap();
        let Layout::Edges { cells } = first(&problem, &macmahon::geometry(4, 6, 3, Border::OneColor)) else {
            panic!("no edges");
        };
        assert!(cells.iter().flatten().flatten().all(|color| ["a", "b", "c"].contains(&color.as_str())));
        for (row, column) in (0..4).flat_map(|row| (0..6).map(move |column| (row, column))) {
            let [top, right, bottom, left] = &cells[row][column];
            assert_eq!(top, if row > 0 { &cells[row - 1][column][2] } else { "a" });
            assert_eq!(left, if column > 0 { &cells[row][column - 1][1] } else { "a" });
            assert!((row < 3 || bottom == "a") && (column < 5 || right == "a"));
        }
    }

    #[test]
    fn pieces_fill_the_region_of_a_packing() {
        let geometry = polycubes::geometry_of_soma();
        let Layout::Packing { region, pieces, .. } = first(&polycubes::soma().unwrap(), &geometry) else {
            panic!("the Soma cube is no packing");
        };
        let mut cells: Vec<Cell> = pieces.iter().flat_map(|piece| piece.cells.clone()).collect();
        cells.sort();
        assert_eq!(cells, region.into_iter().collect::<Vec<_>>());
        let mut labels: Vec<&str> = pieces.iter().map(|piece| piece.label.as_str()).collect();
        labels.sort_unstable();
        assert_eq!(labels, ["A", "B", "L", "P", "T", "V", "Z"]);
    }

    #[test]
    fn pieces_that_may_be_left_out_have_names() {
        let pieces = ["I2 0..1", "L4", "O4"].map(|times| {
            let (name, times) = times.split_once(' ').unwrap_or((times, "1"));
            let [piece] = &polyominoes::named(name, Moves::TurnsAndFlips).unwrap()[..] else {
                panic!("one piece")
            };
            Piece { times: times.parse().unwrap(), ..piece.clone() }
        });
        let region = Region::rectangle(2, 5).unwrap();
        let problem = packing::problem(&region, &pieces).unwrap();
        assert_eq!(problem.kind(problem.item("I2").unwrap()), ItemKind::Secondary);
        let Layout::Packing { pieces, .. } = first(&problem, &region.geometry()) else {
            panic!("no packing")
        };
        let mut labels: Vec<&str> = pieces.iter().map(|piece| piece.label.as_str()).collect();
        labels.sort_unstable();
        assert_eq!(labels, ["I2", "L4", "O4"]);
    }

    #[test]
    fn names_of_pieces_are_not_taken_for_cells() {
        let problem = partridge::problem(2).unwrap();
        // Two squares of side 2 do not fill the square of side 3; one option is enough for this test.
        let last = problem.options().last().unwrap();
        let layout = Layout::of(&problem, &partridge::geometry(2), &[last]);
        let Ok(Layout::Packing { pieces, .. }) = layout else { panic!("no packing") };
        assert_eq!((pieces[0].label.as_str(), pieces[0].cells.len()), ("2x2", 4));
        // As a cell, this name would be row 10 and column 11.
        let Ok(Layout::Packing { region, pieces, .. }) =
            drawn(&["00", "ab"], "1 packing 1x1 cell=<row><column>")
        else {
            panic!("no packing")
        };
        assert_eq!((region.len(), pieces.len()), (1, 1));
    }

    /// Returns the layout of the options of a problem that has one option for each name.
    fn drawn(names: &[&str], geometry: &str) -> Result<Layout, DrawError> {
        let mut builder = Problem::builder();
        builder.primary(names.iter().copied());
        for name in names {
            builder.option([*name]);
        }
        let problem = builder.build().unwrap();
        let cover: Vec<OptionId> = problem.options().collect();
        Layout::of(&problem, &geometry.parse().unwrap(), &cover)
    }

    #[test]
    fn two_cells_far_apart_are_refused_as_too_large_a_picture() {
        let flat = "1 packing cell=<row>,<column>";
        let solid = drawn(&["0,0,0", "999,999,999"], "1 packing cell=<layer>,<row>,<column>");
        let error = solid.unwrap_err().to_string();
        assert!(error.contains("at most 262144 cells, found 1000000000"), "{error}");
        for (far, found) in [("999,999", 1_000_000), ("1048576,1048576", (1 << 20) * ((1 << 20) + 2) + 1)] {
            assert!(
                matches!(drawn(&["0,0", far], flat), Err(DrawError::TooLarge { found: cells }) if cells == found)
            );
        }
        assert!(matches!(drawn(&["0,0", "511,511"], flat), Ok(Layout::Packing { .. })));
    }

    #[test]
    fn long_names_and_symbols_are_cut() {
        let long = "x".repeat(100_000);
        let mut builder = Problem::builder();
        let items = ["0,0", "0,1", &long].map(|name| builder.add_primary(name).unwrap());
        builder.add_option(items).unwrap();
        let problem = builder.build().unwrap();
        let cover: Vec<OptionId> = problem.options().collect();
        let of = |geometry: &str| Layout::of(&problem, &geometry.parse().unwrap(), &cover).unwrap();
        let Layout::Packing { pieces, .. } = of("1 packing cell=<row>,<column>") else {
            panic!("no packing")
        };
        assert_eq!(pieces[0].label.len(), LONGEST_LABEL);
        let Layout::Table { entries, .. } = of("1 table cell=<row>,<column> symbol=<symbol>") else {
            panic!("no table")
        };
        assert!(entries[0].iter().flatten().all(|entry| entry.len() == LONGEST_LABEL), "{entries:?}");
    }

    #[test]
    fn items_without_places_are_refused() {
        let error = drawn(&["somewhere"], "1 queens row=r<row> column=c<column>").unwrap_err().to_string();
        assert!(error.contains("`somewhere`"), "{error}");
    }
    #[test]
    fn options_of_another_problem_are_refused() {
        let (small, large) = (langford::problem(3).unwrap(), langford::problem(4).unwrap());
        let option = large.options().last().unwrap();
        let error = Layout::of(&small, &langford::geometry(3), &[option]).unwrap_err();
        assert_eq!(error, DrawError::UnknownOption { option, count: small.option_count() });
    }
}
