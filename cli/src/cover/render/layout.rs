//! Where the options of a cover lie, read from the names of items, as `dlx gen` gives them.
//!
//! | names | what they mean |
//! |---|---|
//! | `0f`, `3,11` | a cell by row and column, counted from 0: a digit or letter each, or numbers |
//! | `102`, `1,0,12` | a cell by layer, row and column |
//! | `p01` with `r0s`, and `R0t` | the cell of a square, and the symbols that stand in it |
//! | `r3` with `c5` | a row and a column of a board |
//!
//! Cells with two numbers and with three do not come together: those that are more are the cells, and the others are
//! names of pieces, such as `2x2`. Regions begin in row 0 and in column 0, which tells cells from names such as `s1`.

use std::collections::BTreeSet;

use dlx_core::{Color, OptionId, Problem};

/// A cell of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) layer: usize,
    pub(crate) row: usize,
    pub(crate) column: usize,
}

/// An option that lies on cells, with the names of its piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tile {
    pub(crate) label: String,
    pub(crate) cells: Vec<Place>,
}

/// What a cover looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Scene {
    /// Pieces in a region.
    Packing { region: BTreeSet<Place>, tiles: Vec<Tile> },
    /// One place in each of some rows, of so many rows and columns.
    Board { side: usize, places: Vec<(usize, usize)>, are_queens: bool },
    /// What stands in each cell: symbols or letters.
    Table { entries: Vec<Vec<Option<String>>> },
}

/// The largest number of cells that is drawn, blank ones around the pieces included: a square of side 512.
const MOST_CELLS: usize = 1 << 18;
/// The largest number of characters of a piece's name that is drawn.
const LONGEST_LABEL: usize = 32;

/// Why a cover cannot be drawn.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoScene {
    #[error(
        "the items tell no places: found names such as `{found}`, expected cells such as 03, 1,12 or 012, or rows and \
         columns such as r3 and c5, as `dlx gen` makes them"
    )]
    Names { found: String },
    #[error("the items tell places in a picture of {found} cells, expected at most {MOST_CELLS}")]
    TooLarge { found: usize },
}

impl Scene {
    /// What the cover of a problem looks like.
    pub(crate) fn of(problem: &Problem, cover: &[OptionId]) -> Result<Self, NoScene> {
        let options: Vec<Vec<(&str, Color)>> = cover
            .iter()
            .map(|&option| {
                problem.uses(option).iter().map(|used| (problem.name(used.item), used.color)).collect()
            })
            .collect();
        let scene =
            square(&options).or_else(|| board(problem, &options)).or_else(|| region(problem, &options));
        let Some(scene) = scene else {
            let found = problem.items().next().map_or_else(String::new, |item| problem.name(item).to_owned());
            return Err(NoScene::Names { found });
        };
        match scene.cells() {
            found if found > MOST_CELLS => Err(NoScene::TooLarge { found }),
            _ => Ok(scene),
        }
    }

    /// The number of cells of the smallest box around the picture. Each of its sides is at most 1000.
    fn cells(&self) -> usize {
        match self {
            Self::Packing { region, .. } => {
                let length = |of: fn(&Place) -> usize| region.iter().map(of).max().map_or(0, |last| last + 1);
                length(|place| place.layer) * length(|place| place.row) * length(|place| place.column)
            }
            Self::Board { side, .. } => side * side,
            Self::Table { entries } => entries.len() * entries.first().map_or(0, Vec::len),
        }
    }
}

/// Two or three numbers.
fn numbers(name: &str) -> Option<Vec<usize>> {
    let numbers: Option<Vec<usize>> = if name.contains(',') {
        name.split(',').map(|number| number.parse().ok()).collect()
    } else {
        let digit = |letter: char| if letter.is_ascii_uppercase() { None } else { letter.to_digit(36) };
        name.chars().map(|letter| usize::try_from(digit(letter)?).ok()).collect()
    };
    // Nothing that is drawn is larger.
    numbers.filter(|numbers| matches!(numbers.len(), 2 | 3) && numbers.iter().all(|&number| number < 1000))
}

/// The two numbers behind a prefix.
fn pair(name: &str, prefix: char) -> Option<(usize, usize)> {
    match numbers(name.strip_prefix(prefix)?)?[..] {
        [one, other] => Some((one, other)),
        _ => None,
    }
}

/// Symbols in the cells of a square: each option says the cell, and the row with each symbol.
fn square(options: &[Vec<(&str, Color)>]) -> Option<Scene> {
    let find =
        |option: &[(&str, Color)], prefix: char| option.iter().find_map(|(name, _)| pair(name, prefix));
    let mut found = Vec::new();
    for option in options {
        let (row, column) = find(option, 'p')?;
        let (_, symbol) = find(option, 'r').filter(|&(of, _)| of == row)?;
        let second = find(option, 'R').map_or_else(String::new, |(_, symbol)| format!(" {symbol}"));
        found.push((row, column, format!("{symbol}{second}")));
    }
    table(found)
}

/// The entries by row and column, unless there are none.
fn table(found: Vec<(usize, usize, String)>) -> Option<Scene> {
    let rows = found.iter().map(|(row, _, _)| row + 1).max()?;
    let columns = found.iter().map(|(_, column, _)| column + 1).max()?;
    let mut entries = vec![vec![None; columns]; rows];
    for (row, column, entry) in found {
        entries[row][column] = Some(entry);
    }
    Some(Scene::Table { entries })
}

/// A row and a column for each option.
fn board(problem: &Problem, options: &[Vec<(&str, Color)>]) -> Option<Scene> {
    let line = |name: &str, prefix: char| {
        name.strip_prefix(prefix)?.parse::<usize>().ok().filter(|&number| number < 1000)
    };
    let mut places = Vec::new();
    for option in options {
        let of = |prefix| option.iter().find_map(|(name, _)| line(name, prefix));
        places.push((of('r')?, of('c')?));
    }
    let lines = |prefix| problem.items().filter_map(|item| line(problem.name(item), prefix)).max();
    let side = lines('r').max(lines('c'))? + 1;
    let are_queens = lines('a').is_some() && lines('b').is_some();
    (!places.is_empty()).then_some(Scene::Board { side, places, are_queens })
}

/// Pieces on cells, or the letters that options write into them.
fn region(problem: &Problem, options: &[Vec<(&str, Color)>]) -> Option<Scene> {
    let all = || problem.items().filter_map(|item| numbers(problem.name(item)));
    let [flat, solid] = [2, 3].map(|length| all().filter(|numbers| numbers.len() == length).count());
    let cell = |name: &str| match (&numbers(name)?[..], solid > flat) {
        (&[row, column], false) => Some(Place { layer: 0, row, column }),
        (&[layer, row, column], true) => Some(Place { layer, row, column }),
        _ => None,
    };
    let region: BTreeSet<Place> = problem.items().filter_map(|item| cell(problem.name(item))).collect();
    let begins = |of: fn(&Place) -> usize| region.iter().map(of).min() == Some(0);
    if !begins(|place| place.layer) || !begins(|place| place.row) || !begins(|place| place.column) {
        return None;
    }
    let letters: Vec<(usize, usize, String)> = options
        .iter()
        .flatten()
        .filter_map(|&(name, color)| {
            let (place, letter) = (cell(name)?, problem.color_name(color)?);
            Some((place.row, place.column, letter.to_owned()))
        })
        .collect();
    if !letters.is_empty() && solid <= flat {
        return table(letters);
    }
    let tile = |option: &Vec<(&str, Color)>| {
        let cells: Vec<Place> = option.iter().filter_map(|(name, _)| cell(name)).collect();
        let is_primary =
            |name: &str| problem.item(name).is_some_and(|item| item.index() < problem.primary_count());
        let names =
            option.iter().map(|&(name, _)| name).filter(|name| cell(name).is_none() && is_primary(name));
        // Linear in what is kept, however many names an option has.
        let label = names.flat_map(|name| name.chars().chain([' '])).take(LONGEST_LABEL).collect::<String>();
        Tile { label: label.trim_end().to_owned(), cells }
    };
    let tiles: Vec<Tile> = options.iter().map(tile).filter(|tile| !tile.cells.is_empty()).collect();
    (!tiles.is_empty()).then_some(Scene::Packing { region, tiles })
}

#[cfg(test)]
mod tests {
    use super::*;
    use dlx_core::{Limits, Search};
    use dlx_instances::latin::{self, Form};
    use dlx_instances::queens::{self, Board};
    use dlx_instances::{partridge, polycubes};

    fn first(problem: &Problem) -> Scene {
        let cover = Search::new(problem).first(&mut Limits::none()).expect("no limit").expect("a cover");
        Scene::of(problem, &cover).expect("the names tell places")
    }

    #[test]
    fn names_are_numbers_of_one_letter_each_or_with_commas() {
        assert_eq!(numbers("0f"), Some(vec![0, 15]));
        assert_eq!(numbers("1,12"), Some(vec![1, 12]));
        assert_eq!(numbers("012"), Some(vec![0, 1, 2]));
        for name in ["I3", "a", "0123", "1,", "x-y", ""] {
            assert_eq!(numbers(name), None, "{name}");
        }
    }

    #[test]
    fn queens_stand_in_rows_and_columns_of_their_own() {
        let Scene::Board { side: 8, places, are_queens: true } =
            first(&queens::problem(8, Board::Plain).unwrap())
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
            let Scene::Table { entries } = first(&latin::problem(side, Form::All).unwrap()) else {
                panic!("a square is no table");
            };
            for line in 0..side {
                let row: BTreeSet<&Option<String>> = entries[line].iter().collect();
                let column: BTreeSet<&Option<String>> = entries.iter().map(|row| &row[line]).collect();
                assert!(row.len() == side && column.len() == side && !row.contains(&None));
            }
        }
    }

    #[test]
    fn pieces_fill_the_region_of_a_packing() {
        let Scene::Packing { region, tiles } = first(&polycubes::soma().unwrap()) else {
            panic!("the Soma cube is no packing");
        };
        let mut cells: Vec<Place> = tiles.iter().flat_map(|tile| tile.cells.clone()).collect();
        cells.sort();
        assert_eq!(cells, region.into_iter().collect::<Vec<_>>());
        let mut labels: Vec<&str> = tiles.iter().map(|tile| tile.label.as_str()).collect();
        labels.sort_unstable();
        assert_eq!(labels, ["A", "B", "L", "P", "T", "V", "Z"]);
    }

    #[test]
    fn names_of_pieces_that_look_like_cells_are_names_of_pieces() {
        let problem = partridge::problem(2).unwrap();
        // Two squares of side 2 do not fill the square of side 3; one option is enough to look at.
        let last = problem.options().last().unwrap();
        let Ok(Scene::Packing { tiles, .. }) = Scene::of(&problem, &[last]) else { panic!("no packing") };
        assert_eq!((tiles[0].label.as_str(), tiles[0].cells.len()), ("2x2", 4));
    }

    /// The cover of all options of a problem with an option for each name.
    fn drawn(names: &[&str]) -> Result<Scene, NoScene> {
        let mut builder = Problem::builder();
        for name in names {
            builder.add_primary(name).unwrap();
        }
        for name in names {
            builder.add_option([*name]).unwrap();
        }
        let problem = builder.build().unwrap();
        let cover: Vec<OptionId> = problem.options().collect();
        Scene::of(&problem, &cover)
    }

    #[test]
    fn two_cells_far_apart_are_refused_as_too_large_a_picture() {
        let error = drawn(&["0,0,0", "999,999,999"]).unwrap_err().to_string();
        assert!(error.contains("1000000000 cells, expected at most 262144"), "{error}");
        assert!(matches!(drawn(&["0,0", "999,999"]), Err(NoScene::TooLarge { found: 1_000_000 })));
        assert!(matches!(drawn(&["0,0", "511,511"]), Ok(Scene::Packing { .. })));
    }

    #[test]
    fn long_names_of_pieces_are_cut() {
        let long = "x".repeat(100_000);
        let mut builder = Problem::builder();
        let items = ["0,0", "0,1", &long].map(|name| builder.add_primary(name).unwrap());
        builder.add_option(items).unwrap();
        let problem = builder.build().unwrap();
        let cover: Vec<OptionId> = problem.options().collect();
        let Ok(Scene::Packing { tiles, .. }) = Scene::of(&problem, &cover) else { panic!("no packing") };
        assert_eq!(tiles[0].label.len(), LONGEST_LABEL);
    }

    #[test]
    fn items_without_places_are_refused() {
        for name in ["somewhere", "s1"] {
            assert!(drawn(&[name]).unwrap_err().to_string().contains(name));
        }
    }
}
