//! Innies and outies of killer Sudoku: houses and cages that have nearly the same cells. Sound on every variant.
//!
//! The digits of disjoint houses have a known sum, and so have the digits of cages. Innies are cells of the houses that are in
//! none of the cages, and outies are cells of the cages outside of the houses. The sum of the innies less the sum of the outies
//! is the difference of the two known sums. Filled cells count as known, and cells of no cage are innies.

use super::deduction::eliminate_digits;
use super::finds::Finds;
use super::sums::{Assignments, Sum};
use crate::human::candidates::{Candidates, CellSet, Layout};
use crate::human::pattern::Innies;
use crate::human::technique::Technique;
use crate::model::geometry::HouseKind;
use crate::work::Work;

/// The greatest number of blank innies and outies together.
const MOST_CELLS: usize = 5;
/// The greatest number of houses together.
const MOST_HOUSES: usize = 4;
/// The greatest number of houses together on boards with sides above 9, where there are many choices of more.
const MOST_HOUSES_LARGE: usize = 2;

/// Blank innies and outies of some houses.
struct Rest {
    rooms: Vec<usize>,
    sum: Sum,
}

/// What becomes of the cages that are partly in the houses.
#[derive(Clone, Copy)]
enum Partial {
    /// Their cells in the houses become innies.
    LeftOut,
    /// Their cells beyond the houses become outies.
    TakenIn,
    /// Either of the two, whichever leaves fewer blank cells.
    FewerBlanks,
}

/// Finds a placement or eliminations by innies and outies, of one house or of several. Those with few cells come first,
/// then those with few houses.
pub(super) fn find(
    board: &Candidates,
    technique: Technique,
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    let layout = board.layout();
    let unions = match technique {
        Technique::InniesOuties => (0..layout.rooms.len()).map(|room| vec![room]).collect(),
        _ => unions(layout, work),
    };
    let mut rests: Vec<Rest> = Vec::new();
    for rooms in unions {
        if work.is_over() {
            return false;
        }
        rests.extend(rests_of(board, &rooms));
    }
    rests.sort_by_key(|rest| (rest.sum.cells.len(), rest.rooms.len()));
    rests.iter().any(|rest| !work.is_over() && concludes(board, rest, finds, work))
}

/// Returns the sets of several disjoint houses of one kind that cages connect.
fn unions(layout: &Layout, work: &Work<'_, '_>) -> Vec<Vec<usize>> {
    let most = if layout.side > 9 { MOST_HOUSES_LARGE } else { MOST_HOUSES };
    let is_of_use = |kind: HouseKind| matches!(kind, HouseKind::Row | HouseKind::Column) || kind.is_box();
    let mut unions: Vec<Vec<usize>> = (0..layout.rooms.len())
        .filter(|&room| is_of_use(layout.rooms[room].name.kind))
        .map(|room| vec![room])
        .collect();
    let singles = unions.len();
    let mut next = 0;
    while let Some(rooms) = unions.get(next).filter(|rooms| rooms.len() < most && !work.is_over()) {
        let kind = layout.rooms[rooms[0]].name.kind;
        let touched = layout
            .cages
            .iter()
            .filter(|pen| rooms.iter().any(|&room| !layout.rooms[room].set.and(&pen.set).is_empty()));
        let touched = touched.fold(CellSet::EMPTY, |touched, pen| touched.or(&pen.set));
        let larger = (0..layout.rooms.len()).filter(|other| {
            layout.rooms[*other].name.kind == kind
                && !rooms.contains(other)
                && !layout.rooms[*other].set.and(&touched).is_empty()
        });
        let larger: Vec<Vec<usize>> = larger
            .map(|other| {
                let mut larger = rooms.clone();
                larger.push(other);
                larger.sort_unstable();
                larger
            })
            .collect();
        for larger in larger {
            if !unions.contains(&larger) {
                unions.push(larger);
            }
        }
        next += 1;
    }
    unions.split_off(singles)
}

/// Returns the innies and outies of these houses that are few: with every cage that is partly in them left out, with
/// every one taken in, and with each of them as leaves fewer blank cells.
fn rests_of(board: &Candidates, rooms: &[usize]) -> Vec<Rest> {
    let layout = board.layout();
    let inside = rooms.iter().fold(CellSet::EMPTY, |inside, &room| inside.or(&layout.rooms[room].set));
    let blanks = |cells: &CellSet| cells.iter().filter(|&cell| board.value(cell).is_none()).count();
    let mut rests: Vec<Rest> = Vec::new();
    for choice in [Partial::FewerBlanks, Partial::LeftOut, Partial::TakenIn] {
        let takes_in = |within: &CellSet, beyond: &CellSet| match choice {
            Partial::FewerBlanks => blanks(beyond) < blanks(within),
            Partial::LeftOut => false,
            Partial::TakenIn => true,
        };
        let (mut covered, mut total) = (CellSet::EMPTY, house_sum(layout.count) * to_i32(rooms.len()));
        for pen in &layout.cages {
            let within = pen.set.and(&inside);
            let beyond = pen.set.minus(&inside);
            if !within.is_empty() && (beyond.is_empty() || takes_in(&within, &beyond)) {
                covered = covered.or(&pen.set);
                total -= i32::try_from(pen.total).unwrap_or(i32::MAX);
            }
        }
        let (innies, outies) = (inside.minus(&covered), covered.minus(&inside));
        let digits = |cells: &CellSet| {
            let values = cells.iter().filter_map(|cell| board.value(cell));
            values.map(|digit| to_i32(digit) + 1).sum::<i32>()
        };
        let blank = |cells: CellSet| cells.iter().filter(|&cell| board.value(cell).is_none());
        let mut cells: Vec<usize> = blank(innies).collect();
        let positive = cells.len();
        cells.extend(blank(outies));
        let is_known = rests.iter().any(|rest| rest.sum.cells == cells && rest.sum.positive == positive);
        if (1..=MOST_CELLS).contains(&cells.len()) && !is_known {
            let total = total - digits(&innies) + digits(&outies);
            rests.push(Rest { rooms: rooms.to_vec(), sum: Sum { cells, positive, total } });
        }
    }
    rests
}

fn to_i32(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// Returns the sum of the digits of a house.
fn house_sum(count: usize) -> i32 {
    to_i32(count * (count + 1) / 2)
}

/// Writes what the sum of these cells excludes into the step. Returns true if no further step is wanted.
fn concludes(board: &Candidates, rest: &Rest, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let (layout, sum) = (board.layout(), &rest.sum);
    let possible = |search: &mut Assignments<'_>| search.possible(layout.all_digits, work);
    let Some(possible) = Assignments::new(board, sum).as_mut().and_then(possible) else { return false };
    if possible.contains(&0) {
        return false;
    }
    if let ([cell], [only]) = (&sum.cells[..], &possible[..]) {
        finds.step.placements.push(layout.candidate(*cell, only.trailing_zeros() as usize));
    } else {
        for (&cell, &possible) in sum.cells.iter().zip(&possible) {
            eliminate_digits(board, finds.step, cell, !possible);
        }
        if finds.step.eliminations.is_empty() {
            return false;
        }
    }
    let (innies, outies) = sum.cells.split_at(sum.positive);
    finds.take(Innies {
        // The least digit is counted as 1 in the total.
        sum: sum.total - (to_i32(innies.len()) - to_i32(outies.len())) * i32::from(1 - layout.values.least()),
        innies: innies.iter().map(|&cell| layout.cell(cell)).collect(),
        outies: outies.iter().map(|&cell| layout.cell(cell)).collect(),
        houses: rest.rooms.iter().map(|&room| layout.rooms[room].name).collect(),
    })
}
