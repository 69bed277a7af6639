//! Simple colors and multi-colors: places of a digit connected by strong links are true alternately. Sound on
//! every variant.

use super::deduction::{eliminate_from, locked_cells};
use super::finds::Finds;
use crate::human::candidates::{Candidates, CellSet};
use crate::human::technique::Technique;
use crate::work::Work;

/// Places of a digit in two colors: those of one color are true and the others false.
#[derive(Clone, Copy)]
struct Cluster {
    colors: [CellSet; 2],
}

/// Finds a pattern of one of the four kinds of coloring.
pub(super) fn find(
    board: &Candidates,
    technique: Technique,
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    (0..board.layout().side).any(|digit| {
        if work.is_over() {
            return false;
        }
        let clusters = clusters(board, digit);
        match technique {
            Technique::SimpleColorsTrap => clusters.iter().any(|cluster| trap(board, digit, cluster, finds)),
            Technique::SimpleColorsWrap => clusters.iter().any(|cluster| wrap(board, digit, cluster, finds)),
            _ => clusters.iter().any(|one| {
                if work.is_over() {
                    return false;
                }
                clusters.iter().any(|other| {
                    one.colors[0] != other.colors[0] && {
                        if technique == Technique::MultiColors1 {
                            multi_1(board, digit, one, other, finds)
                        } else {
                            multi_2(board, digit, one, other, finds)
                        }
                    }
                })
            }),
        }
    })
}

/// Returns the clusters of the digit with at least two places.
fn clusters(board: &Candidates, digit: usize) -> Vec<Cluster> {
    let rooms = board.layout().rooms.len();
    let links: Vec<[usize; 2]> = (0..rooms).filter_map(|room| board.pair_in(room, digit)).collect();
    let mut clusters = Vec::new();
    let mut seen = CellSet::EMPTY;
    for &[first, _] in &links {
        if seen.contains(first) {
            continue;
        }
        let mut colors = [[first].into_iter().collect(), CellSet::EMPTY];
        // Each round colors the neighbors of colored places, until there are no more.
        loop {
            let before = colors;
            for &[one, other] in &links {
                for (cell, next) in [(one, other), (other, one)] {
                    for color in 0..2 {
                        if colors[color].contains(cell) {
                            colors[1 - color].insert(next);
                        }
                    }
                }
            }
            if colors == before {
                break;
            }
        }
        seen = seen.or(&colors[0]).or(&colors[1]);
        clusters.push(Cluster { colors });
    }
    clusters
}

/// Returns true if a place of the first set sees one of the second.
fn meets(board: &Candidates, one: &CellSet, other: &CellSet) -> bool {
    one.iter().any(|cell| !board.layout().peers[cell].and(other).is_empty())
}

/// Returns the cells that some cell of the set sees.
fn seen_by_any(board: &Candidates, set: &CellSet) -> CellSet {
    set.iter().fold(CellSet::EMPTY, |seen, cell| seen.or(&board.layout().peers[cell]))
}

fn take_away(
    board: &Candidates,
    digit: usize,
    cells: &CellSet,
    clusters: &[&Cluster],
    finds: &mut Finds<'_>,
) -> bool {
    if !eliminate_from(board, finds.step, cells, digit) {
        return false;
    }
    finds.step.digits.push(board.layout().digit(digit));
    for color in clusters.iter().flat_map(|cluster| &cluster.colors) {
        finds.step.sets.push(locked_cells(board, color, 1 << digit));
    }
    finds.take()
}

/// Eliminates candidates that see both colors.
fn trap(board: &Candidates, digit: usize, cluster: &Cluster, finds: &mut Finds<'_>) -> bool {
    let [one, other] = &cluster.colors;
    let lost = seen_by_any(board, one).and(&seen_by_any(board, other)).minus(one).minus(other);
    take_away(board, digit, &lost, &[cluster], finds)
}

/// Eliminates a color that sees itself.
fn wrap(board: &Candidates, digit: usize, cluster: &Cluster, finds: &mut Finds<'_>) -> bool {
    let mut twice = cluster.colors.iter().filter(|color| meets(board, color, color));
    twice.any(|color| take_away(board, digit, color, &[cluster], finds))
}

/// If a color of one cluster sees a color of another, one of the two other colors is true: eliminates
/// candidates that see both.
fn multi_1(board: &Candidates, digit: usize, one: &Cluster, other: &Cluster, finds: &mut Finds<'_>) -> bool {
    let mut lost = CellSet::EMPTY;
    for (mine, theirs) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        if meets(board, &one.colors[mine], &other.colors[theirs]) {
            let [first, second] = [&one.colors[1 - mine], &other.colors[1 - theirs]];
            lost = lost.or(&seen_by_any(board, first).and(&seen_by_any(board, second)));
        }
    }
    take_away(board, digit, &lost, &[one, other], finds)
}

/// Eliminates a color that sees both colors of another cluster.
fn multi_2(board: &Candidates, digit: usize, one: &Cluster, other: &Cluster, finds: &mut Finds<'_>) -> bool {
    let sees_both = |color: &&CellSet| other.colors.iter().all(|theirs| meets(board, color, theirs));
    let lost = one.colors.iter().filter(sees_both).fold(CellSet::EMPTY, |lost, color| lost.or(color));
    take_away(board, digit, &lost, &[one, other], finds)
}
