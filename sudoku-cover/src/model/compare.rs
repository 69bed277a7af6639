//! Differences between two grids, and between two lists of grids.

use std::collections::{HashMap, VecDeque};
use std::fmt;

use dlx_core::{Limits, Stopped};

use crate::model::geometry::{Cell, Digit};
use crate::model::grid::{Grid, GridError};

/// A cell in which two grids differ. Displayed as `r1c2 5 -> 7`, with a `.` for a blank cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The cell.
    pub cell: Cell,
    /// Its digit in the first grid.
    pub one: Option<Digit>,
    /// Its digit in the second grid.
    pub other: Option<Digit>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |digit: Option<Digit>| digit.map_or_else(|| ".".to_owned(), |digit| digit.to_string());
        write!(f, "{} {} -> {}", self.cell, shown(self.one), shown(self.other))
    }
}

/// Returns the cells in which the grids differ, row by row.
///
/// # Errors
/// [`GridError::OtherSide`] if the grids have different sides.
pub fn differences(one: &Grid, other: &Grid) -> Result<Vec<Difference>, GridError> {
    GridError::check_side(one.side(), other.side())?;
    let pairs = one.cells().zip(one.digits().iter().zip(other.digits()));
    let differing = pairs.filter(|(_, (one, other))| one != other);
    Ok(differing.map(|(cell, (&one, &other))| Difference { cell, one, other }).collect())
}

/// Returns the cells that hold another digit than the solution.
///
/// # Errors
/// [`GridError::OtherSide`] if the grids have different sides.
pub fn wrong_cells(grid: &Grid, solution: &Grid) -> Result<Vec<Cell>, GridError> {
    let differing = differences(grid, solution)?.into_iter().filter(|differing| differing.one.is_some());
    Ok(differing.map(|differing| differing.cell).collect())
}

/// A pair of grids of two lists, or a grid without a partner. Positions in the lists are counted from zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Match {
    /// The grids at these positions are equal.
    Equal {
        /// Position in the first list.
        one: usize,
        /// Position in the second list.
        other: usize,
    },
    /// The grids at this position of both lists have no equal, and differ in these cells.
    Differ {
        /// Position in both lists.
        place: usize,
        /// The cells.
        cells: Vec<Difference>,
    },
    /// The grid at this position of the first list has no partner in the second one.
    OnlyInOne(usize),
    /// The grid at this position of the second list has no partner in the first one.
    OnlyInOther(usize),
}

/// Matches the grids of two lists. Equal grids are matched at any positions, the first with the first. Of the
/// others, those at the same position of both lists are compared cell by cell, unless they differ in more
/// cells than they have digits in common; two lists of one grid each are always compared. The result is in
/// the order of the first list, then of the second one.
///
/// # Errors
/// [`Stopped::Asked`] if the question in the limits stopped the comparison.
///
/// # Complexity
/// O(cells of both lists) on average.
pub fn compare(ones: &[Grid], others: &[Grid], limits: &mut Limits<'_>) -> Result<Vec<Match>, Stopped> {
    let mut places: HashMap<&Grid, VecDeque<usize>> = HashMap::new();
    for (place, grid) in others.iter().enumerate() {
        limits.step(1)?;
        places.entry(grid).or_default().push_back(place);
    }
    let mut equals: Vec<Option<usize>> = Vec::new();
    for grid in ones {
        limits.step(1)?;
        equals.push(places.get_mut(grid).and_then(VecDeque::pop_front));
    }
    let mut is_matched = vec![false; others.len()];
    equals.iter().flatten().for_each(|&other| is_matched[other] = true);
    let is_alone = ones.len() == 1 && others.len() == 1;
    let mut matches = Vec::with_capacity(ones.len());
    for (place, (grid, equal)) in ones.iter().zip(equals).enumerate() {
        limits.step(1)?;
        let beside = others.get(place).filter(|_| !is_matched[place]);
        let cells = beside.and_then(|other| {
            let cells = differences(grid, other).ok()?;
            (is_alone || cells.len() <= in_common(grid, other)).then_some(cells)
        });
        matches.push(match (equal, cells) {
            (Some(other), _) => Match::Equal { one: place, other },
            (None, Some(cells)) => {
                is_matched[place] = true;
                Match::Differ { place, cells }
            }
            (None, None) => Match::OnlyInOne(place),
        });
    }
    let left = is_matched.iter().enumerate().filter(|(_, is_matched)| !**is_matched);
    matches.extend(left.map(|(place, _)| Match::OnlyInOther(place)));
    Ok(matches)
}

/// Returns the number of cells with the same digit in both grids.
fn in_common(one: &Grid, other: &Grid) -> usize {
    one.digits().iter().zip(other.digits()).filter(|(one, other)| one.is_some() && one == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(ones: &[Grid], others: &[Grid]) -> Vec<Match> {
        super::compare(ones, others, &mut Limits::none()).unwrap()
    }

    fn grids(texts: &[&str]) -> Vec<Grid> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    const FIRST: &str = "1...............";
    const SECOND: &str = ".2..............";
    const THIRD: &str = "..3............4";

    #[test]
    fn equal_grids_match_wherever_they_stand_and_as_often_as_they_do() {
        let matches = compare(&grids(&[FIRST, SECOND, FIRST]), &grids(&[SECOND, FIRST]));
        let expected =
            [Match::Equal { one: 0, other: 1 }, Match::Equal { one: 1, other: 0 }, Match::OnlyInOne(2)];
        assert_eq!(matches, expected);
    }

    #[test]
    fn others_at_the_same_place_are_compared_cell_by_cell() {
        let matches = compare(&grids(&["12.............4", FIRST]), &grids(&["12............4.", FIRST]));
        let [Match::Differ { place: 0, cells }, Match::Equal { one: 1, other: 1 }] = &matches[..] else {
            panic!("{matches:?}");
        };
        let shown: Vec<String> = cells.iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["r4c3 . -> 4", "r4c4 4 -> ."]);
    }

    #[test]
    fn grids_that_have_little_in_common_are_only_in_their_list_unless_they_are_alone() {
        let matches = compare(&grids(&[FIRST, SECOND]), &grids(&[FIRST, THIRD]));
        assert_eq!(matches, [Match::Equal { one: 0, other: 0 }, Match::OnlyInOne(1), Match::OnlyInOther(1)]);
        let matches = compare(&grids(&[SECOND]), &grids(&[THIRD]));
        assert!(
            matches!(&matches[..], [Match::Differ { place: 0, cells }] if cells.len() == 3),
            "{matches:?}"
        );
    }

    #[test]
    fn grids_of_different_sides_are_only_in_their_list() {
        let (small, large) = (Grid::empty(4).unwrap(), Grid::empty(9).unwrap());
        assert!(differences(&small, &large).is_err());
        assert_eq!(compare(&[small], &[large]), [Match::OnlyInOne(0), Match::OnlyInOther(0)]);
    }
}
