//! The reason why a digit is impossible in a cell: the shortest chains that prove it, or a small tree of
//! cases.
//!
//! The tree is a search, unlike everything in an explanation: each case is followed by singles, and divided
//! if they do not lead to a contradiction. It always ends, and refutes every candidate that no solution
//! contains, unless the board has rules that techniques do not know.

use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use dlx_core::{Limits, Stopped};

use crate::human::candidates::{Candidates, RelationCells, bits, count};
use crate::human::explain::Explainer;
use crate::human::pattern::Pattern;
use crate::human::step::Step;
use crate::human::techniques;
use crate::model::geometry::rules::Rule;
use crate::model::geometry::{Candidate, Cell, Digit};
use crate::work::Work;

/// The reason why a digit is impossible in a cell, or that it is not.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhyNot {
    /// The cell is filled with another digit.
    Filled(Digit),
    /// This cell holds the digit and sees the other cell.
    Seen(Cell),
    /// This adjacent cell holds the digit, which is consecutive to the other one.
    Beside(Cell, Digit),
    /// The cell must hold an even digit, or an odd one.
    OtherParity,
    /// The candidates that the puzzle itself allows, or those left by the player, do not include the digit.
    Excluded,
    /// The digits in the cage of this number, counted from zero, cannot reach its sum.
    Cage(usize),
    /// No digits of the other cells fit this rule together with the digit.
    Rule(Arc<Rule>),
    /// Chains that begin with the candidate, or digits that follow from it by singles, lead to a contradiction.
    Refuted(Box<Step>),
    /// Each case leads to a contradiction. A case comes before those into which it is divided.
    Cases(Vec<Branch>),
    /// The digit is possible: some solution contains it.
    Possible,
    /// No reason was found, and the board has rules that techniques do not know, such as regions to be found.
    Unknown,
}

/// A case: one more candidate is assumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The number of cases around this one.
    pub depth: usize,
    /// The candidate, and the placements that follow from it by singles.
    pub trail: Vec<Candidate>,
    /// The contradiction, or `None` if the case is divided.
    pub end: Option<Step>,
}

impl WhyNot {
    /// Returns why this digit is impossible in this cell in the current state of the explainer's puzzle.
    ///
    /// # Errors
    /// [`Stopped::Asked`] if the question in the limits stopped the search for a reason.
    ///
    /// # Panics
    /// If the cell is outside the board or the digit is not one of it.
    ///
    /// # Complexity
    /// That of the search in the worst case; nearly all candidates of puzzles of side 9 are refuted
    /// immediately.
    pub fn of(
        explainer: &Explainer,
        candidate: Candidate,
        limits: &mut Limits<'_>,
    ) -> Result<WhyNot, Stopped> {
        let board = explainer.board();
        let layout = board.layout();
        let Candidate { cell, digit } = candidate;
        assert!(cell.row() < layout.side && cell.column() < layout.side, "{cell} is outside the board");
        assert!(layout.values.contains(digit), "{digit} is not a digit of the board");
        let (place, number) = (layout.number_of(cell), layout.number_of_digit(digit));
        if let Some(value) = board.value(place) {
            return Ok(if value == number { WhyNot::Possible } else { WhyNot::Filled(layout.digit(value)) });
        }
        if let Some(why) = ruled_out(board, place, number) {
            return Ok(why);
        }
        if !board.has(place, number) {
            return Ok(WhyNot::Excluded);
        }
        let work = Work::new(limits);
        let why = refutation(board, (place, number), &work);
        work.end()?;
        Ok(why)
    }
}

/// Returns why a candidate is impossible.
fn refutation(board: &Candidates, candidate: (usize, usize), work: &Work<'_, '_>) -> WhyNot {
    let mut step = Step::blank();
    if techniques::refute(board, candidate.0, candidate.1, &mut step, work) {
        return WhyNot::Refuted(Box::new(step));
    }
    techniques::assume(board, candidate, &mut step, work);
    if !step.eliminations.is_empty() {
        return WhyNot::Refuted(Box::new(step));
    }
    let is_known = board.layout().knows_all_rules;
    let otherwise = if is_known { WhyNot::Possible } else { WhyNot::Unknown };
    cases(board, candidate, work).map_or(otherwise, WhyNot::Cases)
}

/// Returns the rule that forbids the digit in a blank cell, if one does.
fn ruled_out(board: &Candidates, cell: usize, digit: usize) -> Option<WhyNot> {
    let layout = board.layout();
    if let Some(peer) = layout.peers[cell].iter().find(|&peer| board.value(peer) == Some(digit)) {
        return Some(WhyNot::Seen(layout.cell(peer)));
    }
    if layout.allowed(cell) >> digit & 1 == 0 {
        return Some(WhyNot::OtherParity);
    }
    let next_to = |other: usize| board.value(other).filter(|&value| layout.next_to(digit) >> value & 1 == 1);
    if let Some((beside, value)) = layout.beside(cell).iter().find_map(|other| Some((other, next_to(other)?)))
    {
        return Some(WhyNot::Beside(layout.cell(beside), layout.digit(value)));
    }
    let cage = layout.cage_number(cell).filter(|&cage| board.rest_of_cage(cage) >> digit & 1 == 0);
    let reads = |readers: &&[RelationCells]| readers.iter().any(|reader| reader.cells.contains(&cell));
    let excludes = |readers: &&[RelationCells]| {
        board.left_by(readers, Some((cell, digit))).iter().any(|&(_, left)| left == 0)
    };
    cage.map(WhyNot::Cage).or_else(|| {
        let readers = layout.readers_by_rule().filter(reads).find(excludes)?;
        readers.first().map(|reader| WhyNot::Rule(Arc::clone(&reader.rule)))
    })
}

/// Returns all cases of a candidate, each of which ends in a contradiction, or `None` if one does not.
fn cases(board: &Candidates, candidate: (usize, usize), work: &Work<'_, '_>) -> Option<Vec<Branch>> {
    let layout = board.shared_layout();
    let mut branches = Vec::new();
    // The cases of one division share their board.
    let mut open = vec![(Rc::new(board.clone()), candidate, 0)];
    while let Some((before, candidate, depth)) = open.pop() {
        if work.is_over() {
            return None;
        }
        let mut step = Step::blank();
        let (after, trail) = techniques::assume(&before, candidate, &mut step, work);
        let is_refuted = !step.eliminations.is_empty();
        let trail = match &step.pattern {
            Pattern::Net(net) if is_refuted => net.placed(),
            _ => trail.iter().map(|&(cell, digit)| layout.candidate(cell, digit)).collect(),
        };
        branches.push(Branch { depth, trail, end: is_refuted.then_some(step) });
        if !is_refuted {
            let after = Rc::new(after);
            let next = division(&after, work)?;
            open.extend(next.into_iter().rev().map(|case| (Rc::clone(&after), case, depth + 1)));
        }
    }
    Some(branches)
}

/// Returns the candidates of a cell, or the places of a digit in a house, most of which are refuted
/// immediately; `None` if no cell is blank.
fn division(board: &Candidates, work: &Work<'_, '_>) -> Option<Vec<(usize, usize)>> {
    let layout = board.layout();
    let cells = (0..layout.peers.len()).filter(|&cell| count(board.digits(cell)) > 0);
    let least = cells.clone().map(|cell| count(board.digits(cell))).min()?;
    let of_cells = cells
        .filter(|&cell| count(board.digits(cell)) == least)
        .map(|cell| bits(board.digits(cell)).map(|digit| (cell, digit)).collect::<Vec<_>>());
    let of_houses = (0..layout.rooms.len()).flat_map(|room| {
        let pairs =
            bits(board.missing(room)).filter_map(move |digit| Some((board.pair_in(room, digit)?, digit)));
        pairs.map(|(pair, digit)| pair.map(|cell| (cell, digit)).to_vec())
    });
    // The number of cases left open, and the number of blank cells in them.
    let rest = |cases: &Vec<(usize, usize)>| {
        let mut step = Step::blank();
        cases.iter().take_while(|_| !work.is_over()).fold((0, 0), |(open, blank), &case| {
            let (after, _) = techniques::assume(board, case, &mut step, work);
            if step.eliminations.is_empty() { (open + 1, blank + after.blank_cells()) } else { (open, blank) }
        })
    };
    of_cells.chain(of_houses).min_by_key(rest)
}

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WhyNot::Filled(digit) => write!(f, "the cell holds {digit}"),
            WhyNot::Seen(cell) => write!(f, "{cell} holds that digit, and sees the cell"),
            WhyNot::Beside(cell, digit) => write!(f, "{cell} holds {digit}, and lies beside the cell"),
            WhyNot::OtherParity => f.write_str(
                "the cell must hold an even digit where this is odd, or an odd one where this is even",
            ),
            WhyNot::Excluded => f.write_str("the candidates of the puzzle do not include it"),
            WhyNot::Cage(number) => write!(f, "with it, the sum of cage {} does not come about", number + 1),
            WhyNot::Rule(rule) => {
                write!(f, "by a rule, {}: no digits of the other cells fit it", rule.sentence())
            }
            WhyNot::Refuted(step) => step.fmt(f),
            WhyNot::Cases(branches) => {
                for (place, branch) in branches.iter().enumerate() {
                    f.write_str(if place > 0 { "\n" } else { "" })?;
                    write!(f, "{:indent$}{branch}", "", indent = 2 * branch.depth)?;
                }
                Ok(())
            }
            WhyNot::Possible => f.write_str("nothing speaks against it"),
            WhyNot::Unknown => f.write_str("no reason was found, as not all rules of the board are examined"),
        }
    }
}

/// Displayed in one line, without the depth.
impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.end {
            Some(step) => step.fmt(f),
            None => {
                for (place, candidate) in self.trail.iter().enumerate() {
                    write!(f, "{}{candidate}", if place > 0 { ", " } else { "" })?;
                }
                f.write_str(": one of")
            }
        }
    }
}
