//! Wings and remote pairs: cells with two candidates that see each other, or are connected by a strong link.
//! Sound on every variant.

use std::collections::HashSet;

use super::deduction::{chain_of, eliminate_seen};
use super::finds::Finds;
use crate::human::candidates::{Candidates, bits, count, first_bit};
use crate::human::parts::Link;
use crate::human::pattern::{RemotePair, WWing, Wing};
use crate::work::Work;

/// The greatest number of cells that are tried for remote pairs from one cell.
const MOST_VISITS: usize = 20_000;

/// Finds an XY-wing: a pivot xy sees cells xz and yz; one of them is z.
pub(super) fn xy(board: &Candidates, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let layout = board.layout();
    let cells: Vec<usize> = board.bivalues().collect();
    let union = |cells: &[usize]| cells.iter().fold(0, |union, &cell| union | board.digits(cell));
    // The cells in their order, and each of them as the pivot, as in HoDoKu.
    for (place, &first) in cells.iter().enumerate() {
        for (next, &second) in cells.iter().enumerate().skip(place + 1) {
            if work.is_over() {
                return false;
            }
            if count(union(&[first, second])) != 3 {
                continue;
            }
            for &third in
                cells[next + 1..].iter().filter(|&&third| count(union(&[first, second, third])) == 3)
            {
                for [pivot, one, other] in
                    [[first, second, third], [second, first, third], [third, first, second]]
                {
                    let is_seen = layout.sees(pivot, one) && layout.sees(pivot, other);
                    if is_seen && wing(board, [pivot, one, other], 2, finds) {
                        return true;
                    }
                }
            }
        }
    }
    false
}

/// Finds an XYZ-wing: the pivot is xyz, and may be z itself.
pub(super) fn xyz(board: &Candidates, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let cells = board.layout().peers.len();
    (0..cells).filter(|&cell| count(board.digits(cell)) == 3).any(|pivot| pincers(board, pivot, finds, work))
}

/// Finds two cells with two candidates each that the pivot of an XYZ-wing sees.
fn pincers(board: &Candidates, pivot: usize, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let layout = board.layout();
    let wings = || board.bivalues().filter(|&cell| layout.sees(cell, pivot));
    for one in wings() {
        if work.is_over() {
            return false;
        }
        if wings().filter(|&other| other > one).any(|other| wing(board, [pivot, one, other], 3, finds)) {
            return true;
        }
    }
    false
}

/// Takes a wing of a pivot and two cells that it sees, which share one digit and together have the other digits
/// of the pivot.
fn wing(board: &Candidates, [pivot, one, other]: [usize; 3], size: usize, finds: &mut Finds<'_>) -> bool {
    let layout = board.layout();
    let [middle, first, second] = [pivot, one, other].map(|cell| board.digits(cell));
    let shared = first & second;
    let all = first | second | middle;
    let is_wing = count(shared) == 1
        && count(all) == 3
        && count(middle & first) + count(middle & second) == 2 * (size - 1)
        && (size == 3) == (middle & shared != 0);
    let Some(digit) = first_bit(shared).filter(|_| is_wing) else { return false };
    if !eliminate_seen(board, finds.step, &[one, other, pivot][..size], digit) {
        return false;
    }
    let mut others = bits(all & !shared).map(|digit| layout.digit(digit));
    let (Some(low), Some(high)) = (others.next(), others.next()) else { return false };
    // The wing that holds the digit if the pivot is the first of its digits comes first.
    let is_first = first_bit(all & !shared) == first_bit(first & !shared);
    let [one, other] = if is_first { [one, other] } else { [other, one] };
    finds.take(Wing {
        pivot: layout.cell(pivot),
        wings: [one, other].map(|cell| layout.cell(cell)),
        digits: [low, high],
        shared: layout.digit(digit),
    })
}

/// Finds a W-wing: two cells xy, each of which sees an end of a strong link of x; one of them is y.
pub(super) fn w(board: &Candidates, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let layout = board.layout();
    for one in board.bivalues() {
        let same = |&other: &usize| other > one && board.digits(other) == board.digits(one);
        for other in board.bivalues().filter(same) {
            if work.is_over() {
                return false;
            }
            for digit in bits(board.digits(one)) {
                let Some(link) = first_bit(board.digits(one) & !(1 << digit)) else { continue };
                let joins = |&[near, far]: &[usize; 2]| {
                    let is_apart = [near, far].iter().all(|&end| end != one && end != other);
                    let joined = |end, last| layout.sees(one, end) && layout.sees(last, other);
                    is_apart && (joined(near, far) || joined(far, near))
                };
                let rooms = 0..layout.rooms.len();
                let mut links = rooms.filter_map(|room| board.pair_in(room, link)).filter(joins);
                let Some([near, far]) = links.next() else { continue };
                if eliminate_seen(board, finds.step, &[one, other], digit) {
                    let (near, far) = if layout.sees(one, near) && layout.sees(far, other) {
                        (near, far)
                    } else {
                        (far, near)
                    };
                    let nodes =
                        [(one, digit), (one, link), (near, link), (far, link), (other, link), (other, digit)];
                    let is_last = finds.take(WWing {
                        shared: layout.digit(digit),
                        joint: layout.digit(link),
                        cells: [one, other].map(|cell| layout.cell(cell)),
                        ends: [near, far].map(|cell| layout.cell(cell)),
                        links: chain_of(board, &nodes),
                    });
                    if is_last {
                        return true;
                    }
                }
            }
        }
    }
    false
}

/// Finds remote pairs by the definition of HoDoKu: cells xy in a chain of peers. Two of them that are an odd
/// number of steps apart hold both digits. A step has the eliminations of all pairs of cells of a chain.
pub(super) fn remote_pair(board: &Candidates, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let layout = board.layout();
    let mut known = HashSet::new();
    for start in board.bivalues() {
        let pair = board.digits(start);
        let alike: Vec<usize> = board.bivalues().filter(|&cell| board.digits(cell) == pair).collect();
        if alike.len() < 4 {
            continue;
        }
        // The chain, each cell with the number of its peers that were tried.
        let mut path = vec![(start, 0)];
        let mut visits = 0;
        while let Some((cell, tried)) = path.last_mut() {
            let Some(&peer) = alike.get(*tried) else {
                path.pop();
                continue;
            };
            *tried += 1;
            visits += 1;
            if work.is_over() {
                return false;
            }
            if visits == MOST_VISITS {
                break;
            }
            if !layout.sees(*cell, peer) || path.iter().any(|&(earlier, _)| earlier == peer) {
                continue;
            }
            path.push((peer, 0));
            // The chain in the other direction has the same eliminations.
            if path.len() < 4 || path.len() % 2 == 1 || peer < start {
                continue;
            }
            let cells: Vec<usize> = path.iter().map(|&(cell, _)| cell).collect();
            for (place, &one) in cells.iter().enumerate() {
                for &other in cells[place..].iter().skip(3).step_by(2) {
                    for digit in bits(pair) {
                        eliminate_seen(board, finds.step, &[one, other], digit);
                    }
                }
            }
            finds.step.finish();
            if !finds.step.eliminations.is_empty() && known.insert(finds.step.eliminations.clone()) {
                let mut digits = bits(pair);
                let (Some(low), Some(high)) = (digits.next(), digits.next()) else { break };
                let is_last = finds.take(RemotePair {
                    digits: [low, high].map(|digit| layout.digit(digit)),
                    cells: cells.iter().map(|&cell| layout.cell(cell)).collect(),
                    links: alternating(board, &cells, [low, high]),
                });
                if is_last {
                    return true;
                }
            }
            finds.step.eliminations.clear();
        }
    }
    false
}

/// Returns the chain through cells with the same two candidates.
fn alternating(board: &Candidates, path: &[usize], digits: [usize; 2]) -> Vec<Link> {
    let nodes: Vec<(usize, usize)> = path
        .iter()
        .enumerate()
        .flat_map(|(place, &cell)| [place, place + 1].map(|turn| (cell, digits[turn % 2])))
        .collect();
    chain_of(board, &nodes)
}
