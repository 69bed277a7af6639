//! Rules together with what cells and houses require: every way to fill the cells is tried with the candidates left.
//!
//! - Rule and peers: cells of one rule that see each other hold different digits.
//! - Rule pointing: every way to fill the cells of a rule has a digit in some of them, so that it is false in all cells
//!   that see these.
//! - Rule in a house: one rule of which several cells are in the house, and all digits that the house lacks.
//! - Rules of a house: several such rules at once.
//!
//! Sound on every variant.

use std::sync::Arc;

use super::deduction::eliminate_digits;
use super::finds::Finds;
use super::ways::Ways;
use crate::human::candidates::{Candidates, CellSet, RelationCells};
use crate::human::parts::Cells;
use crate::human::pattern::{JointRules, LockedDigit};
use crate::human::technique::Technique;
use crate::model::geometry::rules::Rule;
use crate::work::Work;

/// A rule with its relations. Those of a rule of the whole board are one by one.
type Demand<'b> = (&'b Arc<Rule>, &'b [RelationCells]);

/// Finds what one of the techniques excludes.
pub(super) fn find(
    board: &Candidates,
    technique: Technique,
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    let layout = board.layout();
    let demands: Vec<Demand<'_>> = layout.demands().collect();
    let rooms = 0..layout.rooms.len();
    // Techniques of cages find the same for them.
    let mut others = demands.iter().filter(|(rule, _)| !matches!(***rule, Rule::Killer { .. }));
    match technique {
        Technique::RuleAndPeers => others.any(|&demand| with_peers(board, demand, finds, work)),
        Technique::RulePointing => others.any(|&demand| pointing(board, demand, finds, work)),
        Technique::RuleInHouse => rooms.into_iter().any(|room| {
            let inside = |demand: &&Demand<'_>| blanks_inside(board, room, demand) > 1;
            demands.iter().filter(inside).any(|&demand| in_house(board, room, &[demand], finds, work))
        }),
        _ => rooms.into_iter().any(|room| {
            let inside = |demand: &&Demand<'_>| blanks_inside(board, room, demand) > 1;
            let demands: Vec<Demand<'_>> = demands.iter().filter(inside).copied().collect();
            demands.len() > 1 && in_house(board, room, &demands, finds, work)
        }),
    }
}

/// Returns the number of blank cells of a rule in a house.
fn blanks_inside(board: &Candidates, room: usize, (_, readers): &Demand<'_>) -> usize {
    let read = readers.iter().flat_map(|reader| reader.cells.iter().copied());
    let blank: CellSet = read.filter(|&cell| board.value(cell).is_none()).collect();
    blank.and(&board.layout().rooms[room].set).len()
}

/// Returns the cells of some rules.
fn cells_of(board: &Candidates, demands: &[Demand<'_>]) -> Cells {
    let read = demands.iter().flat_map(|(_, readers)| readers.iter().flat_map(|reader| &reader.cells));
    let cells: CellSet = read.copied().collect();
    cells.iter().map(|cell| board.layout().cell(cell)).collect()
}

fn with_peers(board: &Candidates, demand: Demand<'_>, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let Some(ways) = Ways::new(board, demand.1.iter().collect(), None) else { return false };
    if !ways.has_peers() || !conclude(board, &ways, finds, work) {
        return false;
    }
    finds.take(JointRules {
        rules: vec![Arc::clone(demand.0)],
        house: None,
        cells: cells_of(board, &[demand]),
        locked: None,
    })
}

/// Eliminates the candidates that their cells have in no way. Returns true if there are any.
fn conclude(board: &Candidates, ways: &Ways<'_>, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let Some(possible) = ways.possible(work).filter(|_| !work.is_over()) else { return false };
    for (&cell, possible) in ways.cells.iter().zip(possible) {
        eliminate_digits(board, finds.step, cell, !possible);
    }
    !finds.step.eliminations.is_empty()
}

fn pointing(board: &Candidates, demand: Demand<'_>, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let layout = board.layout();
    let Some(ways) = Ways::new(board, demand.1.iter().collect(), None) else { return false };
    let own: CellSet = ways.cells.iter().copied().collect();
    (0..layout.count).any(|digit| {
        let places = board.of_digit(digit).and(&own);
        if places.len() < 2 {
            return false;
        }
        // By places that another cell sees, whether every way has the digit in one of them.
        let mut known: Vec<(CellSet, bool)> = Vec::new();
        for target in board.of_digit(digit).minus(&own).iter() {
            let seen = layout.peers[target].and(&places);
            if seen.len() < 2 || known.iter().any(|(set, _)| *set == seen) {
                continue;
            }
            if work.is_over() {
                return false;
            }
            let places: Vec<usize> = seen.iter().collect();
            let is_needed = ways.needs(digit, &places, work);
            known.push((seen, is_needed));
        }
        known.into_iter().filter(|&(_, is_needed)| is_needed).any(|(places, _)| {
            let lost = layout.seen_by_all(places.iter()).minus(&own);
            lost.iter().for_each(|cell| eliminate_digits(board, finds.step, cell, 1 << digit));
            finds.take(JointRules {
                rules: vec![Arc::clone(demand.0)],
                house: None,
                cells: cells_of(board, &[demand]),
                locked: Some(LockedDigit {
                    digit: layout.digit(digit),
                    places: places.iter().map(|cell| layout.cell(cell)).collect(),
                    house: None,
                }),
            })
        })
    })
}

/// Returns the ways to fill a house and the cells of these rules.
fn ways_in<'b>(board: &'b Candidates, room: usize, demands: &[Demand<'b>]) -> Option<Ways<'b>> {
    Ways::new(board, demands.iter().flat_map(|(_, readers)| readers.iter()).collect(), Some(room))
}

fn in_house(
    board: &Candidates,
    room: usize,
    demands: &[Demand<'_>],
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    let layout = board.layout();
    if work.is_over()
        || !ways_in(board, room, demands).is_some_and(|ways| conclude(board, &ways, finds, work))
    {
        return false;
    }
    // What follows from the house alone is left to other techniques.
    if let Some(house) = ways_in(board, room, &[]) {
        finds.step.eliminations.retain(|lost| {
            !house.excludes(layout.number_of(lost.cell), layout.number_of_digit(lost.digit), work)
        });
        if finds.step.eliminations.is_empty() {
            return false;
        }
    }
    // Rules without which the same follows are not named.
    let mut needed = demands.to_vec();
    for number in (0..demands.len()).rev() {
        if needed.len() == 1 {
            break;
        }
        let rest: Vec<Demand<'_>> = needed
            .iter()
            .enumerate()
            .filter(|&(place, _)| place != number)
            .map(|(_, demand)| *demand)
            .collect();
        let Some(fewer) = ways_in(board, room, &rest) else { continue };
        let is_enough = finds.step.eliminations.iter().all(|lost| {
            fewer.excludes(layout.number_of(lost.cell), layout.number_of_digit(lost.digit), work)
        });
        if is_enough {
            needed = rest;
        }
    }
    let mut rules: Vec<Arc<Rule>> = Vec::new();
    for (rule, _) in &needed {
        if !rules.contains(rule) {
            rules.push(Arc::clone(rule));
        }
    }
    let cells = cells_of(board, &needed);
    finds.take(JointRules { rules, house: Some(layout.rooms[room].name), cells, locked: None })
}
