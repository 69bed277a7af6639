//! Death blossom: a cell of which each digit excludes a digit from an almost locked set. One of the sets is
//! locked, whichever digit the cell holds. Sound on every variant.
//!
//! A digit that all sets have, and that is none of the cell, is in one of the sets then.

use std::collections::HashSet;

use super::almost_locked::{Set, sets_of};
use super::deduction::{eliminate_from, locked_cells};
use super::finds::Finds;
use crate::human::candidates::{Candidates, CellSet, bits, count};
use crate::human::pattern::DeathBlossom;
use crate::work::Work;

/// The greatest number of digits of the cell. With more there would be too many choices of sets.
const MOST_DIGITS: usize = 5;
/// The greatest number of steps, and of choices of sets for one cell.
const MOST_STEPS: usize = 10_000;
const MOST_CHOICES: usize = 200_000;

/// Sets chosen for the first digits of the cell.
#[derive(Clone)]
struct Choice {
    /// The number of the next set to try.
    next: usize,
    /// The digits that all chosen sets have, with the cells that lose them.
    lost: Vec<(usize, CellSet)>,
}

/// Finds death blossoms.
pub(super) fn find(board: &Candidates, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let sets = sets_of(board, work);
    let mut known = HashSet::new();
    (0..board.layout().peers.len())
        .filter(|&cell| (2..=MOST_DIGITS).contains(&count(board.digits(cell))))
        .any(|stem| search(board, &sets, stem, &mut known, finds, work))
}

/// Finds the choices of a set for each digit of the cell that eliminate something.
fn search(
    board: &Candidates,
    sets: &[Set],
    stem: usize,
    known: &mut HashSet<Vec<(usize, CellSet)>>,
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    let digits: Vec<usize> = bits(board.digits(stem)).collect();
    let others = board.layout().all_digits & !board.digits(stem);
    // By digit of the cell, the sets that lose it.
    let petals: Vec<Vec<usize>> = digits
        .iter()
        .map(|&digit| {
            let is_petal = |&set: &usize| {
                let set: &Set = &sets[set];
                set.digits >> digit & 1 == 1 && set.digits & others != 0 && set.seen[digit].contains(stem)
            };
            (0..sets.len()).filter(is_petal).collect()
        })
        .collect();
    let all = bits(others).map(|digit| (digit, *board.of_digit(digit))).collect();
    let mut choices = vec![Choice { next: 0, lost: all }];
    let mut tried = 0;
    while let Some(choice) = choices.last_mut() {
        tried += 1;
        if work.is_over() || known.len() >= MOST_STEPS || tried > MOST_CHOICES {
            return false;
        }
        choice.next += 1;
        let number = choice.next - 1;
        let level = choices.len() - 1;
        let Some(&set) = petals[level].get(number) else {
            choices.pop();
            continue;
        };
        let set = &sets[set];
        let lost: Vec<(usize, CellSet)> = choices[level]
            .lost
            .iter()
            .filter(|(digit, _)| set.digits >> digit & 1 == 1)
            .map(|(digit, cells)| (*digit, cells.and(&set.seen[*digit])))
            .filter(|(_, cells)| !cells.is_empty())
            .collect();
        if lost.is_empty() {
            continue;
        }
        if level + 1 < digits.len() {
            choices.push(Choice { next: 0, lost });
            continue;
        }
        // The cell itself has none of these digits.
        if known.contains(&lost) {
            continue;
        }
        let layout = board.layout();
        for (digit, cells) in &lost {
            eliminate_from(board, finds.step, cells, *digit);
        }
        let chosen = choices.iter().zip(&petals).map(|(choice, petals)| &sets[petals[choice.next - 1]]);
        let found = DeathBlossom {
            stem: layout.cell(stem),
            digits: digits.iter().map(|&digit| layout.digit(digit)).collect(),
            sets: chosen.map(|set| locked_cells(board, &set.cells, set.digits)).collect(),
        };
        known.insert(lost);
        if finds.take(found) {
            return true;
        }
    }
    false
}
