//! Game IDs of Solo, the Sudoku of Simon Tatham's Portable Puzzle Collection: `3x3:c9_1b…`.
//!
//! Before the colon are the columns and rows of a box, or the side of a jigsaw followed by `j`; then letters for diagonals
//! (`x`) and cages (`k`). Letters for the symmetry and the level of a generator, and a seed after `#` in place of a puzzle, say
//! nothing that can be read. After the colon come the givens; a letter stands for that many blank cells, `a` for one, and
//! `_` separates two numbers. Jigsaw regions and cages follow after a comma as the borders between cells: first those to the
//! right of each cell, row by row, then those below, column by column. A letter stands for that many pairs of cells in one
//! region, followed by a border; after `z`, 26 pairs, there is no border. The sums of cages come last, in the form of givens,
//! each in the first cell of its cage.

use super::Format;
use super::draft::{Draft, region_names};
use super::fault::{Fault, ReadErrorKind};
use super::record::Record;
use crate::model::geometry::rules::Variant;
use crate::model::geometry::{Cell, Geometry};

/// Returns the record of a game ID; `None` if the text is none.
pub(super) fn read(
    line: u64,
    column: usize,
    text: &str,
    side: Option<usize>,
) -> Option<Result<Record, Fault>> {
    let (parameters, description) = text.split_once(':')?;
    let board = Board::of(parameters)?;
    let is_description =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || "_,".contains(letter);
    if description.is_empty() || !description.chars().all(is_description) {
        return None;
    }
    let column = column + parameters.len() + 1;
    Some(draft(column, description, &board, side).map(|draft| draft.record(line, Format::Link)))
}

/// What the parameters say.
struct Board {
    side: usize,
    /// The columns and rows of a box, unless the regions are those of a jigsaw.
    boxes: Option<[usize; 2]>,
    has_diagonals: bool,
    has_cages: bool,
}

impl Board {
    fn of(parameters: &str) -> Option<Self> {
        let end = parameters
            .find(|letter: char| !letter.is_ascii_digit() && letter != 'x')
            .unwrap_or(parameters.len());
        // The `x` of diagonals may follow the size directly.
        let size = parameters[..end].trim_end_matches('x');
        let flags = &parameters[size.len()..];
        let number = |text: &str| text.parse::<usize>().ok().filter(|number| (1..=25).contains(number));
        let is_jigsaw = flags.contains('j');
        let (side, boxes) = match size.split_once('x') {
            Some((columns, rows)) if !is_jigsaw => {
                let boxes = [number(columns)?, number(rows)?];
                (boxes[0] * boxes[1], Some(boxes))
            }
            Some((columns, rows)) => (number(columns)? * number(rows)?, None),
            None if is_jigsaw => (number(size)?, None),
            None => return None,
        };
        flags.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit()).then_some(())?;
        Some(Self { side, boxes, has_diagonals: flags.contains('x'), has_cages: flags.contains('k') })
    }
}

fn draft(column: usize, description: &str, board: &Board, side: Option<usize>) -> Result<Draft, Fault> {
    let mut draft = Draft::new(board.side, side).map_err(|kind| Fault::at(column, kind))?;
    let mut parts = Vec::new();
    let mut at = column;
    for part in description.split(',') {
        parts.push((at, part));
        at += part.len() + 1;
    }
    let expected = 1 + usize::from(board.boxes.is_none()) + 2 * usize::from(board.has_cages);
    if parts.len() != expected {
        return Err(Fault::at(at - 1, ReadErrorKind::count(expected, "part", parts.len())));
    }
    let mut parts = parts.into_iter();
    let mut next = || parts.next().unwrap_or((at, ""));
    for (index, column, number) in numbers(next(), board.side)? {
        draft.give(index, draft.digit(number).map_err(|kind| Fault::at(column, kind))?);
    }
    let names = match board.boxes {
        Some([columns, rows]) => {
            let boxes = Geometry::boxes(rows, columns);
            region_names(
                &boxes.map_err(|error| Fault::at(column, ReadErrorKind::syntax(Format::Link, error)))?,
            )
        }
        None => {
            let regions = regions(next(), board.side)?;
            let name = |&region: &usize| char::from_digit(u32::try_from(region).ok()?, 36);
            regions.iter().map(name).collect::<Option<String>>().unwrap_or_default()
        }
    };
    draft.add_regions(&names);
    if board.has_diagonals {
        draft.add_variant(Variant::Diagonal);
    }
    if board.has_cages {
        let of = regions(next(), board.side)?;
        let sums = numbers(next(), board.side)?;
        let cells: Vec<Cell> = draft.cells().collect();
        for cage in 0..of.iter().max().map_or(0, |last| last + 1) {
            let members: Vec<usize> = (0..of.len()).filter(|&index| of[index] == cage).collect();
            let sum = sums.iter().find(|(index, ..)| *index == members[0]).map(|&(.., sum)| sum);
            let members: Vec<Cell> = members.into_iter().map(|index| cells[index]).collect();
            draft.add_cage(sum, &members);
        }
    }
    Ok(draft)
}

/// Returns the numbers of cells: the cell, the column in the text, and the number.
fn numbers((column, text): (usize, &str), side: usize) -> Result<Vec<(usize, usize, u32)>, Fault> {
    let mut numbers = Vec::new();
    let (mut cell, mut rest) = (0, text);
    while let Some(first) = rest.chars().next() {
        let column = column + text.len() - rest.len();
        let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
        let length = digits.max(1);
        if digits > 0 {
            let number = rest[..digits].parse();
            let number = number
                .map_err(|_| Fault::at(column, ReadErrorKind::found_text("a number", &rest[..digits])))?;
            numbers.push((cell, column, number));
            cell += 1;
        } else if first != '_' {
            cell += usize::from(first as u8 - b'a') + 1;
        }
        rest = &rest[length..];
    }
    if cell != side * side {
        return Err(Fault::at(column + text.len(), ReadErrorKind::count(side * side, "cell", cell)));
    }
    Ok(numbers)
}

/// Returns the region of each cell, numbered in the order of their first cells.
fn regions((column, text): (usize, &str), side: usize) -> Result<Vec<usize>, Fault> {
    let mut first: Vec<usize> = (0..side * side).collect();
    let pairs = side * (side - 1);
    let mut pair: usize = 0;
    for (place, letter) in text.chars().enumerate() {
        let together = match letter {
            '_' => 0,
            'a'..='z' => usize::from(letter as u8 - b'a') + 1,
            _ => return Err(Fault::at(column + place, ReadErrorKind::found_char("a letter or _", letter))),
        };
        let (together, has_border) = if letter == 'z' { (26, false) } else { (together, true) };
        for _ in 0..together {
            let (one, other) = match pair.checked_sub(pairs) {
                None => {
                    let cell = pair / (side - 1) * side + pair % (side - 1);
                    (cell, cell + 1)
                }
                Some(below) if below < pairs => {
                    let cell = below % (side - 1) * side + below / (side - 1);
                    (cell, cell + side)
                }
                Some(_) => break,
            };
            let (least, most) = (first[one].min(first[other]), first[one].max(first[other]));
            first.iter_mut().filter(|cell| **cell == most).for_each(|cell| *cell = least);
            pair += 1;
        }
        pair += usize::from(has_border);
    }
    // The last border is that after the last pair.
    if pair != 2 * pairs + 1 {
        return Err(Fault::at(
            column + text.len(),
            ReadErrorKind::count(2 * pairs, "pair of cells", pair.saturating_sub(1)),
        ));
    }
    let mut names: Vec<usize> = first.clone();
    names.sort_unstable();
    names.dedup();
    Ok(first.iter().map(|cell| names.binary_search(cell).unwrap_or_default()).collect())
}
