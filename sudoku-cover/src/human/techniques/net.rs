//! Everything that follows from a candidate by singles and rules: why it is false, if that leads to a cell or a house
//! without candidates or breaks a rule. Sound on every variant. Forcing nets as a technique are found in the
//! tables of `tables`.
//!
//! Consequences are recorded digit by digit, each with its reason, so that in the end only those are shown on
//! which the contradiction depends.

use std::sync::Arc;

use super::deduction::{NoCandidates, eliminate};
use super::finds::Finds;
use crate::human::candidates::{Candidates, CellSet, bits, count};
use crate::human::pattern::{self, Net, Place};
use crate::human::step::Step;
use crate::human::technique::Technique;
use crate::model::geometry::rules::Rule;
use crate::work::Work;

/// The reason for a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    Premise,
    /// No other digit is left for the cell.
    Cell,
    /// No other place is left in the house.
    House(usize),
}

/// Where consequences contradict each other.
enum Contradiction {
    NoCandidates(NoCandidates),
    /// The digits and candidates of these cells do not fit the rule.
    Rule(Arc<Rule>, Vec<usize>),
}

#[derive(Clone, Copy, Debug)]
struct Consequence {
    cell: usize,
    digit: usize,
    reason: Reason,
}

/// Returns what follows by singles if this candidate is true: the board and the digits in their order. If
/// there is a contradiction, its place is written into the step, with the digits on which it depends.
pub(crate) fn assume(
    board: &Candidates,
    (cell, digit): (usize, usize),
    step: &mut Step,
    work: &Work<'_, '_>,
) -> (Candidates, Vec<(usize, usize)>) {
    let (mut scratch, mut trail) = (board.clone(), Vec::new());
    let has_rules = board.layout().reader_count() > 0;
    step.begin(if has_rules { Technique::RuleForcingNet } else { Technique::ForcingNetContradiction });
    if let Some(end) = follow(board, &mut scratch, (cell, digit), usize::MAX, &mut trail, work) {
        step.pattern = described(board, &needed(board, &trail, &end, work), &end).into();
        eliminate(board, step, cell, digit);
    }
    (scratch, trail.iter().map(|entry| (entry.cell, entry.digit)).collect())
}

/// By round, the greatest number of placements under an assumption: short proofs are found first.
const ROUNDS: [usize; 4] = [1, 3, 9, usize::MAX];

/// Finds a candidate that leads to a contradiction by singles and by what rules exclude; one with few placements.
pub(super) fn find(board: &Candidates, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let layout = board.layout();
    if layout.reader_count() == 0 {
        return false;
    }
    let mut cells: Vec<usize> = (0..layout.peers.len()).filter(|&cell| board.digits(cell) != 0).collect();
    cells.sort_by_key(|&cell| count(board.digits(cell)));
    let rounds = if finds.wants_all() { &ROUNDS[ROUNDS.len() - 1..] } else { &ROUNDS };
    let (mut base, mut scratch, mut trail) = (board.clone(), board.clone(), Vec::new());
    base.keep_to_sums();
    base.keep_to_all_rules(work);
    for &most in rounds {
        for &cell in &cells {
            for digit in bits(board.digits(cell)) {
                if work.is_over() {
                    return false;
                }
                let end = follow(&base, &mut scratch, (cell, digit), most, &mut trail, work);
                let Some(end) = end.filter(|_| !work.is_over()) else { continue };
                let net = described(board, &needed(board, &trail, &end, work), &end);
                eliminate(board, finds.step, cell, digit);
                if finds.take(net) {
                    return true;
                }
            }
        }
    }
    false
}

fn described(board: &Candidates, trail: &[Consequence], end: &Contradiction) -> Net {
    let layout = board.layout();
    let consequence = |entry: &Consequence| pattern::Consequence {
        placed: layout.candidate(entry.cell, entry.digit),
        house: match entry.reason {
            Reason::House(room) => Some(layout.rooms[room].name),
            Reason::Premise | Reason::Cell => None,
        },
    };
    let place = match end {
        Contradiction::NoCandidates(emptied) => emptied.place(board),
        Contradiction::Rule(rule, cells) => Place::Rule {
            rule: Arc::clone(rule),
            cells: cells.iter().map(|&cell| layout.cell(cell)).collect(),
        },
    };
    Net { place, trail: trail.iter().map(consequence).collect() }
}

/// Places the digit, and all singles that follow, up to a number of placements; what rules exclude in between is removed.
/// Returns the contradiction as soon as there is one.
fn follow(
    board: &Candidates,
    scratch: &mut Candidates,
    (cell, digit): (usize, usize),
    most: usize,
    trail: &mut Vec<Consequence>,
    work: &Work<'_, '_>,
) -> Option<Contradiction> {
    scratch.copy_from(board);
    scratch.keep_to_sums();
    trail.clear();
    let mut next = Some(Consequence { cell, digit, reason: Reason::Premise });
    while let Some(entry) = next {
        if work.is_over() {
            return None;
        }
        trail.push(entry);
        scratch.place(entry.cell, entry.digit);
        next = loop {
            if scratch.is_broken() {
                let broken = || scratch.broken_rule().map(|(rule, cells)| Contradiction::Rule(rule, cells));
                return without_candidates(scratch).map(Contradiction::NoCandidates).or_else(broken);
            }
            let single = single(scratch);
            if single.is_some() && trail.len() < most {
                break single;
            }
            if !scratch.keep_to_all_rules(work) && !scratch.is_broken() {
                break None;
            }
        };
    }
    None
}

/// Returns a single of the board.
fn single(board: &mut Candidates) -> Option<Consequence> {
    if let Some((cell, digit)) = board.naked_single() {
        return Some(Consequence { cell, digit, reason: Reason::Cell });
    }
    let (room, cell, digit) = board.hidden_single()?;
    Some(Consequence { cell, digit, reason: Reason::House(room) })
}

fn without_candidates(board: &Candidates) -> Option<NoCandidates> {
    let layout = board.layout();
    let is_empty = |&cell: &usize| board.value(cell).is_none() && board.digits(cell) == 0;
    if let Some(cell) = (0..layout.peers.len()).find(is_empty) {
        return Some(NoCandidates::Cell(cell));
    }
    let lacking = |room: usize| bits(board.missing(room)).find(|&digit| board.places(room, digit) == 0);
    (0..layout.rooms.len()).find_map(|room| Some(NoCandidates::House(room, lacking(room)?)))
}

/// Returns the entries on which the contradiction depends, the premise first.
fn needed(
    board: &Candidates,
    trail: &[Consequence],
    end: &Contradiction,
    work: &Work<'_, '_>,
) -> Vec<Consequence> {
    let layout = board.layout();
    let mut is_needed = vec![false; trail.len()];
    is_needed[0] = true;
    // The first entry that excludes the candidate.
    let rule_out = |before: usize, cell: usize, digit: usize, is_needed: &mut Vec<bool>| {
        if work.is_over() {
            return;
        }
        let rules_out = |entry: &Consequence| {
            entry.cell == cell && entry.digit != digit
                || layout.excludes((entry.cell, entry.digit), (cell, digit))
        };
        if let Some(place) = trail[..before].iter().position(rules_out) {
            is_needed[place] = true;
        } else if !layout.all_readers_of(cell).is_empty() || layout.cage_number(cell).is_some() {
            // The rules of the cell exclude it by all that is known of their other cells.
            is_needed[..before].fill(true);
        }
    };
    let cell_without = |before: usize, cell: usize, rest: u32, is_needed: &mut Vec<bool>| {
        bits(rest).for_each(|digit| rule_out(before, cell, digit, is_needed));
    };
    match end {
        &Contradiction::NoCandidates(NoCandidates::Cell(cell)) => {
            cell_without(trail.len(), cell, board.digits(cell), &mut is_needed);
        }
        &Contradiction::NoCandidates(NoCandidates::House(room, digit)) => {
            for cell in board.cells_in(room, digit) {
                cell_without(trail.len(), cell, 1 << digit, &mut is_needed);
            }
        }
        // The candidates that the cells lost count as well as their digits.
        Contradiction::Rule(..) => is_needed.fill(true),
    }
    for place in (1..trail.len()).rev() {
        if !is_needed[place] {
            continue;
        }
        let Consequence { cell, digit, reason } = trail[place];
        match reason {
            Reason::Premise => {}
            Reason::Cell => cell_without(place, cell, board.digits(cell) & !(1 << digit), &mut is_needed),
            Reason::House(room) => {
                let others: CellSet = board.cells_in(room, digit).filter(|&other| other != cell).collect();
                for other in others.iter() {
                    cell_without(place, other, 1 << digit, &mut is_needed);
                }
            }
        }
    }
    trail.iter().zip(is_needed).filter_map(|(&entry, is_needed)| is_needed.then_some(entry)).collect()
}
