//! Simple and multi colors: the places of a digit that strong links join are true by turns. Sound on every variant.

use super::deduction::{eliminate_from, locked_cells};
use crate::human::candidates::{Candidates, CellSet};
use crate::human::step::Step;
use crate::human::technique::Technique;
use crate::work::Work;

/// Places of a digit that are all true, or all false and the others are true.
#[derive(Clone, Copy)]
struct Cluster {
    colors: [CellSet; 2],
}

/// What one of the four ways of coloring finds.
pub(super) fn find(board: &Candidates, technique: Technique, step: &mut Step, work: &Work<'_, '_>) -> bool {
    (0..board.layout().side).any(|digit| {
        if work.is_over() {
            return false;
        }
        let clusters = clusters(board, digit);
        match technique {
            Technique::SimpleColorsTrap => clusters.iter().any(|cluster| trap(board, digit, cluster, step)),
            Technique::SimpleColorsWrap => clusters.iter().any(|cluster| wrap(board, digit, cluster, step)),
            _ => clusters.iter().any(|one| {
                if work.is_over() {
                    return false;
                }
                clusters.iter().any(|other| {
                    one.colors[0] != other.colors[0] && {
                        if technique == Technique::MultiColors1 {
                            multi_1(board, digit, one, other, step)
                        } else {
                            multi_2(board, digit, one, other, step)
                        }
                    }
                })
            }),
        }
    })
}

/// The clusters of the digit, each of two places or more.
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
        // Each round colors what is next to a colored place, until there is no more.
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

/// Whether a place of the first set sees one of the second.
fn meets(board: &Candidates, one: &CellSet, other: &CellSet) -> bool {
    one.iter().any(|cell| !board.layout().peers[cell].and(other).is_empty())
}

/// The cells that some cell of the set sees.
fn seen_by_any(board: &Candidates, set: &CellSet) -> CellSet {
    set.iter().fold(CellSet::EMPTY, |seen, cell| seen.or(&board.layout().peers[cell]))
}

fn take_away(
    board: &Candidates,
    digit: usize,
    cells: &CellSet,
    clusters: &[&Cluster],
    step: &mut Step,
) -> bool {
    if !eliminate_from(board, step, cells, digit) {
        return false;
    }
    step.digits.push(board.layout().digit(digit));
    for color in clusters.iter().flat_map(|cluster| &cluster.colors) {
        step.sets.push(locked_cells(board, color, 1 << digit));
    }
    true
}

/// What sees both colors goes.
fn trap(board: &Candidates, digit: usize, cluster: &Cluster, step: &mut Step) -> bool {
    let [one, other] = &cluster.colors;
    let lost = seen_by_any(board, one).and(&seen_by_any(board, other)).minus(one).minus(other);
    take_away(board, digit, &lost, &[cluster], step)
}

/// A color that sees itself goes.
fn wrap(board: &Candidates, digit: usize, cluster: &Cluster, step: &mut Step) -> bool {
    let twice = cluster.colors.iter().find(|color| meets(board, color, color));
    twice.is_some_and(|color| take_away(board, digit, color, &[cluster], step))
}

/// A color of one cluster sees a color of another: one of the two other colors is true, and what sees both goes.
fn multi_1(board: &Candidates, digit: usize, one: &Cluster, other: &Cluster, step: &mut Step) -> bool {
    (0..2).any(|mine| {
        (0..2).any(|theirs| {
            if !meets(board, &one.colors[mine], &other.colors[theirs]) {
                return false;
            }
            let (first, second) = (&one.colors[1 - mine], &other.colors[1 - theirs]);
            let lost = seen_by_any(board, first).and(&seen_by_any(board, second));
            take_away(board, digit, &lost, &[one, other], step)
        })
    })
}

/// A color that sees both colors of another cluster goes.
fn multi_2(board: &Candidates, digit: usize, one: &Cluster, other: &Cluster, step: &mut Step) -> bool {
    one.colors.iter().any(|color| {
        other.colors.iter().all(|theirs| meets(board, color, theirs))
            && take_away(board, digit, color, &[one, other], step)
    })
}
