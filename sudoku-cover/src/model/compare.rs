//! Differences between two grids, between two lists of puzzles, and between a solution and the one that a text states.

use std::collections::{HashMap, VecDeque};
use std::fmt;

use dlx_core::{Limits, Stopped};

use crate::model::geometry::rules::{CageKind, Regions, Rule};
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

/// How the solution that a text states is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StatedMistake {
    /// The only solution is another one.
    Another,
    /// There is no solution.
    None,
}

impl StatedMistake {
    /// Returns what is wrong with a stated solution, in which cells may be blank, if the puzzle has this solution alone or
    /// none.
    #[must_use]
    pub fn of(stated: &Grid, solution: Option<&Grid>) -> Option<StatedMistake> {
        let Some(found) = solution else { return Some(StatedMistake::None) };
        let differs = stated.clues().any(|clue| found.get(clue.cell) != Some(clue.digit));
        differs.then_some(StatedMistake::Another)
    }
}

impl fmt::Display for StatedMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StatedMistake::Another => "the solution in the text is another one",
            StatedMistake::None => "the text states a solution, which breaks a given or a rule",
        })
    }
}

/// A puzzle of a list that is compared: its digits and its rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Compared {
    grid: Grid,
    /// The rules as text, each once, in ascending order.
    rules: Vec<String>,
}

impl Compared {
    /// Returns a puzzle with these digits and rules. The order of the rules does not matter, nor does that of cells where
    /// it has no meaning, nor do the characters of regions.
    #[must_use]
    pub fn new(grid: Grid, rules: &[Rule]) -> Compared {
        let mut rules: Vec<String> = rules.iter().map(|rule| ordered(rule).to_string()).collect();
        rules.sort_unstable();
        rules.dedup();
        Compared { grid, rules }
    }

    /// Returns the digits.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the rules that another puzzle does not have.
    fn own_rules(&self, other: &Compared) -> Vec<String> {
        self.rules.iter().filter(|rule| !other.rules.contains(rule)).cloned().collect()
    }
}

/// Returns the rule with its cells in ascending order, unless their order has a meaning, and with regions named by the
/// order of their first cells.
fn ordered(rule: &Rule) -> Rule {
    let mut rule = rule.clone();
    match &mut rule {
        Rule::Cells { cells, .. } | Rule::Killer { cells, .. } | Rule::Sum { cells, .. } => {
            cells.sort_unstable();
        }
        Rule::Cage { kind, cells, .. } if *kind != CageKind::Lunchbox => cells.sort_unstable(),
        Rule::Pair { kind, cells } if !kind.is_directed() => cells.sort_unstable(),
        Rule::Regions(regions) => {
            let text = regions.to_string();
            let mut names: Vec<char> = Vec::new();
            let renamed = text.chars().filter_map(|name| {
                let number = names.iter().position(|&known| known == name).unwrap_or_else(|| {
                    names.push(name);
                    names.len() - 1
                });
                char::from_digit(u32::try_from(number).ok()?, 36)
            });
            let renamed: String = renamed.collect();
            *regions = Regions::of_text(&renamed);
        }
        _ => {}
    }
    rule
}

/// A pair of puzzles of two lists, or a puzzle without a partner. Positions in the lists are counted from zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Match {
    /// The puzzles at these positions are equal.
    Equal {
        /// Position in the first list.
        one: usize,
        /// Position in the second list.
        other: usize,
    },
    /// The puzzles at this position of both lists have no equal, and differ in these cells and rules.
    Differ {
        /// Position in both lists.
        place: usize,
        /// The cells.
        cells: Vec<Difference>,
        /// The rules of the first puzzle that the second one does not have, as text.
        first_rules: Vec<String>,
        /// The rules of the second puzzle that the first one does not have, as text.
        second_rules: Vec<String>,
    },
    /// The puzzle at this position of the first list has no partner in the second one.
    OnlyInOne(usize),
    /// The puzzle at this position of the second list has no partner in the first one.
    OnlyInOther(usize),
}

/// Matches the puzzles of two lists. Equal puzzles are matched at any positions, the first with the first. Of the
/// others, those at the same position of both lists are compared by cells and rules, unless they differ in more
/// cells than they have digits in common; two lists of one puzzle each are always compared. The result is in
/// the order of the first list, then of the second one.
///
/// # Errors
/// [`Stopped::Asked`] if the question in the limits stopped the comparison.
///
/// # Complexity
/// O(cells of both lists) on average.
pub fn compare(
    ones: &[Compared],
    others: &[Compared],
    limits: &mut Limits<'_>,
) -> Result<Vec<Match>, Stopped> {
    let mut places: HashMap<&Compared, VecDeque<usize>> = HashMap::new();
    for (place, puzzle) in others.iter().enumerate() {
        limits.step(1)?;
        places.entry(puzzle).or_default().push_back(place);
    }
    let mut equals: Vec<Option<usize>> = Vec::new();
    for puzzle in ones {
        limits.step(1)?;
        equals.push(places.get_mut(puzzle).and_then(VecDeque::pop_front));
    }
    let mut is_matched = vec![false; others.len()];
    equals.iter().flatten().for_each(|&other| is_matched[other] = true);
    let is_alone = ones.len() == 1 && others.len() == 1;
    let mut matches = Vec::with_capacity(ones.len());
    for (place, (puzzle, equal)) in ones.iter().zip(equals).enumerate() {
        limits.step(1)?;
        let beside = others.get(place).filter(|_| !is_matched[place]);
        let pair = beside.and_then(|other| {
            let cells = differences(&puzzle.grid, &other.grid).ok()?;
            (is_alone || cells.len() <= in_common(&puzzle.grid, &other.grid)).then_some((other, cells))
        });
        matches.push(match (equal, pair) {
            (Some(other), _) => Match::Equal { one: place, other },
            (None, Some((other, cells))) => {
                is_matched[place] = true;
                let (first_rules, second_rules) = (puzzle.own_rules(other), other.own_rules(puzzle));
                Match::Differ { place, cells, first_rules, second_rules }
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
        let plain = |grids: &[Grid]| -> Vec<Compared> {
            grids.iter().map(|grid| Compared::new(grid.clone(), &[])).collect()
        };
        super::compare(&plain(ones), &plain(others), &mut Limits::none()).unwrap()
    }

    fn ruled(rules: &[&str]) -> Compared {
        let rules: Vec<Rule> = rules.iter().map(|rule| rule.parse().unwrap()).collect();
        Compared::new(Grid::empty(4).unwrap(), &rules)
    }

    #[test]
    fn puzzles_with_the_same_digits_and_other_rules_differ() {
        let (ones, others) =
            ([ruled(&["x", "thermo r1c1 r1c2"])], [ruled(&["thermo r1c1 r1c2", "anti-king"])]);
        let matches = super::compare(&ones, &others, &mut Limits::none()).unwrap();
        let [Match::Differ { place: 0, cells, first_rules, second_rules }] = &matches[..] else {
            panic!("{matches:?}");
        };
        assert_eq!(
            (cells.len(), &first_rules[..], &second_rules[..]),
            (0, &["x".to_owned()][..], &["anti-king".to_owned()][..])
        );
    }

    #[test]
    fn rules_in_another_order_and_with_other_names_are_the_same() {
        let one = ruled(&["killer 3 r1c1 r1c2", "x", "white r1c1 r1c2", "regions aabbaabbccddccdd"]);
        let other = ruled(&["regions 1122112233443344", "x", "x", "killer 3 r1c2 r1c1", "white r1c2 r1c1"]);
        assert_eq!(one, other);
        assert_ne!(ruled(&["thermo r1c1 r1c2"]), ruled(&["thermo r1c2 r1c1"]));
        assert_ne!(ruled(&["greater r1c1 r1c2"]), ruled(&["greater r1c2 r1c1"]));
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
        let [Match::Differ { place: 0, cells, .. }, Match::Equal { one: 1, other: 1 }] = &matches[..] else {
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
            matches!(&matches[..], [Match::Differ { place: 0, cells, .. }] if cells.len() == 3),
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
