//! The places near the root that threads begin at: found breadth first, each key once.

use std::collections::VecDeque;

use hashbrown::HashSet;

use super::Splits;
use super::table::MemoKey;
use crate::control::checkpoint::Choice;
use crate::engine::links::{Links, Part};
use crate::engine::{Engine, Learning, Root, Taken};

/// One step from a place to the next.
#[derive(Clone, Copy, Debug)]
enum JobMove {
    Way(Choice),
    /// To one of the parts that the place falls into.
    Part(usize),
}

/// A place with several ways, and how to come there.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) key: MemoKey,
    moves: Vec<JobMove>,
}

/// What to undo in order to leave a place.
#[derive(Debug)]
pub(super) struct Trail {
    /// For each move: the part that was left aside.
    moves: Vec<Option<Part>>,
}

/// Finds so many places, or as many as there are. Every way from the root leads to one of them, or its value is known.
pub(super) fn expand<const COLORED: bool, const BOUNDED: bool>(
    links: &mut Links<COLORED, BOUNDED, true>,
    places: &[u32],
    splits: Splits,
    wanted: usize,
) -> VecDeque<Job> {
    let mut jobs = VecDeque::new();
    if links.here() != Root::Open {
        return jobs;
    }
    let mut seen = HashSet::new();
    let root = descend(links, places, Vec::new());
    close_to(links, 0);
    let Some(root) = root else { return jobs };
    if splits == Splits::Never {
        jobs.push_back(root);
    } else {
        let trail = enter(links, &root);
        let parts = links.parts().unwrap_or_default();
        for (at, mut part) in parts.iter().cloned().enumerate() {
            links.exchange(&mut part);
            let depth = links.depth();
            let mut moves = root.moves.clone();
            moves.push(JobMove::Part(at));
            jobs.extend(descend(links, places, moves).filter(|job| seen.insert(job.key)));
            close_to(links, depth);
            links.exchange(&mut part);
        }
        leave(links, trail);
        if parts.is_empty() {
            jobs.push_back(root);
        }
    }
    // A tree that does not grow is left as it is.
    for _ in 0..4 * wanted {
        if jobs.len() >= wanted {
            break;
        }
        let Some(job) = jobs.pop_front() else { break };
        let trail = enter(links, &job);
        links.open_here(links.next_item(places));
        let depth = links.depth();
        loop {
            match links.take_next() {
                Taken::Closed => break,
                Taken::Solved | Taken::Dead => {}
                Taken::Open => {
                    let mut moves = job.moves.clone();
                    moves.push(JobMove::Way(links.choice(depth - 1)));
                    jobs.extend(descend(links, places, moves).filter(|job| seen.insert(job.key)));
                    close_to(links, depth);
                }
            }
        }
        leave(links, trail);
    }
    jobs
}

/// Goes down to the first place with several ways, if there is one, and stays there.
fn descend<const COLORED: bool, const BOUNDED: bool>(
    links: &mut Links<COLORED, BOUNDED, true>,
    places: &[u32],
    mut moves: Vec<JobMove>,
) -> Option<Job> {
    loop {
        let item = links.next_item(places);
        if links.is_branching(item) {
            return Some(Job { key: MemoKey::of(links.key()), moves });
        }
        links.open_here(item);
        let taken = links.take_next();
        moves.push(JobMove::Way(links.choice(links.depth() - 1)));
        if taken != Taken::Open {
            return None;
        }
    }
}

fn close_to<L: Engine>(links: &mut L, depth: usize) {
    while links.depth() > depth {
        links.close();
    }
}

/// Goes from the root to a place.
pub(super) fn enter<const COLORED: bool, const BOUNDED: bool>(
    links: &mut Links<COLORED, BOUNDED, true>,
    job: &Job,
) -> Trail {
    let mut moves = Vec::new();
    for &step in &job.moves {
        match step {
            JobMove::Way(choice) => {
                take(links, choice);
                moves.push(None);
            }
            JobMove::Part(at) => {
                let mut parts = links.parts().expect("the place fell into parts before");
                links.exchange(&mut parts[at]);
                moves.push(Some(parts.swap_remove(at)));
            }
        }
    }
    Trail { moves }
}

/// Goes back to the root.
pub(super) fn leave<const COLORED: bool, const BOUNDED: bool>(
    links: &mut Links<COLORED, BOUNDED, true>,
    trail: Trail,
) {
    for aside in trail.moves.into_iter().rev() {
        match aside {
            None => links.close(),
            Some(mut part) => links.exchange(&mut part),
        }
    }
}

fn take<L: Engine + Learning>(links: &mut L, choice: Choice) {
    let is_open = links.open_at(choice.item);
    debug_assert!(is_open, "the item was open before");
    while links.pass_next() {
        if links.choice(links.depth() - 1) == choice {
            let taken = links.take_passed();
            debug_assert_eq!(taken, Root::Open, "the way led on before");
            return;
        }
    }
    unreachable!("the way was there before");
}
