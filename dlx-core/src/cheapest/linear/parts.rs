//! Rounds in several parts: the open nodes are dealt out, and each part is searched with a basis of its own.
//!
//! A part knows the covers that were found before the round, and nothing of the other parts. Their number does not
//! depend on the number of threads, and they are put together in their order, so that the covers do not depend on it
//! either. The first linear programs are solved in one part: few searches last longer, and their nodes need each other's
//! covers.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use super::{Linear, LinearEnd, bytes_of};
use crate::cheapest::found::{Apart, Collector, Priced, Tally};
use crate::control::limits::{Limits, Stopped, Underway};
use crate::parallel::pool::{Pool, run_both};
use crate::parallel::sync::{AtomicBool, Ordering};

/// The number of parts.
const PARTS: usize = 4;
/// The work after which there are several, and the least number of open nodes.
pub(super) const ALONE: u64 = 300_000_000;
const LEAST_OPEN: usize = 4 * PARTS;
/// The number of nodes between two looks whether the search was stopped.
const NODES_BETWEEN_LOOKS: u64 = 16;

/// A part with what it has found.
struct Part {
    linear: Linear,
    before: Apart,
    tally: Tally,
    covers: Vec<Priced>,
    end: Result<LinearEnd, Stopped>,
}

impl Part {
    fn run(&mut self, until: u64, limits: &mut Limits<'_>) {
        let mut ignore = |_: &Priced| {};
        let mut collector = self.before.collector(&mut ignore);
        self.end = self.linear.run(until, &mut self.tally, &mut collector, limits);
        self.covers = collector.into_covers();
    }
}

impl Linear {
    /// Searches like [`run`](Self::run), in rounds on threads once the search is long.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(in crate::cheapest) fn run_in_parts(
        &mut self,
        until: u64,
        threads: NonZeroUsize,
        tally: &mut Tally,
        collector: &mut Collector<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<LinearEnd, Stopped> {
        if self.work() < self.alone || self.open.len() < LEAST_OPEN || self.work() >= until {
            return self.run(until, tally, collector, limits);
        }
        let before = self.work();
        let until = before + (until - before) / PARTS as u64;
        let mut parts = self.deal(collector);
        let is_shared = threads.get() > 1 && limits.nodes_left() == u64::MAX;
        let pool = if is_shared {
            Pool::new(threads.min(NonZeroUsize::new(PARTS).unwrap_or(threads)))
        } else {
            None
        };
        let mut asked = Ok(());
        match pool {
            None => {
                let solutions = limits.solutions_left();
                for part in &mut parts {
                    limits.with_solutions(solutions, |limits| part.run(until, limits));
                    if let Err(why) = part.end {
                        asked = Err(why);
                        break;
                    }
                }
            }
            Some(pool) => {
                self.see(tally, collector);
                (parts, asked) = run_on(&pool, parts, until, &self.seen, limits);
            }
        }
        let (mut end, mut found, mut nodes) = (Ok(LinearEnd::Paused), Vec::new(), 0);
        let mut neighborhoods = self.neighborhoods.clone();
        for part in parts {
            let Part { mut linear, tally: own, covers, end: own_end, .. } = part;
            tally.add(&own);
            let others = linear.work() - before;
            end = match (end, own_end) {
                (Err(why), _) | (_, Err(why)) => Err(why),
                (Ok(LinearEnd::OutOfMemory), _) | (_, Ok(LinearEnd::OutOfMemory)) => {
                    Ok(LinearEnd::OutOfMemory)
                }
                // The next call begins with a guess, or sees that nothing is left.
                _ => Ok(LinearEnd::Paused),
            };
            self.work += others;
            nodes += linear.nodes - self.nodes;
            if linear.next_dive < u64::MAX {
                self.next_dive = linear.next_dive;
            }
            neighborhoods.join(&self.neighborhoods, &linear.neighborhoods);
            self.open.extend(linear.open.drain().chain(linear.current.take()));
            found.extend(covers);
        }
        self.nodes += nodes;
        self.neighborhoods = neighborhoods;
        self.bytes = self.open.iter().map(bytes_of).sum();
        for priced in found {
            collector.offer(priced, limits)?;
        }
        asked?;
        let is_full = self.bytes > limits.most_bytes();
        end.map(|end| if is_full { LinearEnd::OutOfMemory } else { end })
    }

    /// Deals the open nodes out, the best ones to different parts.
    fn deal(&mut self, collector: &Collector<'_>) -> Vec<Part> {
        let mut nodes = std::mem::take(&mut self.open).into_sorted_vec();
        nodes.extend(self.current.take());
        let mut parts: Vec<Part> = (0..PARTS)
            .map(|number| {
                let mut linear = self.clone();
                linear.is_part = true;
                linear.neighborhoods.draw_from(self.nodes + number as u64);
                if number > 0 {
                    // The first part dives for all.
                    linear.next_dive = u64::MAX;
                }
                Part {
                    linear,
                    before: collector.apart(),
                    tally: Tally::default(),
                    covers: Vec::new(),
                    end: Ok(LinearEnd::Paused),
                }
            })
            .collect();
        for (number, node) in nodes.into_iter().rev().enumerate() {
            parts[number % PARTS].linear.open.push(node);
        }
        for part in &mut parts {
            part.linear.bytes = part.linear.open.iter().map(bytes_of).sum();
        }
        parts
    }
}

/// Runs the parts on the threads of a pool, and asks the question of the limits meanwhile.
fn run_on(
    pool: &Pool,
    parts: Vec<Part>,
    until: u64,
    seen: &Underway,
    limits: &mut Limits<'_>,
) -> (Vec<Part>, Result<(), Stopped>) {
    let is_over = AtomicBool::new(false);
    let (bytes, solutions) = (limits.most_bytes(), limits.solutions_left());
    let run = |mut part: Part| {
        let mut limits = Limits::none().bytes(bytes).solutions(solutions).ask(NODES_BETWEEN_LOOKS, |_| {
            if is_over.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        part.run(until, &mut limits);
        part
    };
    run_both(
        || pool.map(parts, run),
        |aside| {
            let mut asked = Ok(());
            aside.wait(|| {
                if asked.is_ok() {
                    asked = limits.ask_at_once(seen);
                }
                if asked.is_err() {
                    is_over.store(true, Ordering::Relaxed);
                }
            });
            asked
        },
    )
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use dlx_instances::timetable;

    use super::super::{Linear, LinearEnd};
    use crate::cheapest::found::{Collector, Gap, Tally, Wanted};
    use crate::control::limits::Limits;
    use crate::instances;
    use crate::problem::givens::{Givens, Settled};

    /// Returns the cost of the cheapest cover, the covers and the nodes, with a search that is divided from the beginning.
    fn solved(threads: usize, seed: u64) -> (i128, String, u64) {
        let most = 50.try_into().expect("it is not 0");
        let problem = instances::problem(timetable::problem(5, 6, 10, seed, most));
        let mut settled = Settled::default();
        settled.resolve(&problem, Givens::none()).expect("nothing is given");
        let limits = &mut Limits::none();
        let linear = Linear::new(&problem, &settled, limits).expect("there are no limits");
        let mut linear = linear.expect("there are few rows");
        linear.alone = 0;
        let mut on_cheaper = |_: &_| {};
        let wanted = Wanted { number: Some(2), most: None, gap: Gap::Cost(0) };
        let mut collector = Collector::new(wanted, &[], &mut on_cheaper);
        let mut tally = Tally::default();
        let threads = NonZeroUsize::new(threads).expect("it is not 0");
        loop {
            let until = linear.work() + 4_000_000;
            let end = linear.run_in_parts(until, threads, &mut tally, &mut collector, limits);
            if end.expect("there are no limits") == LinearEnd::Complete {
                break;
            }
        }
        let best = collector.answer(None, None, None);
        (best.covers[0].cost, format!("{:?}", best.covers), tally.nodes)
    }

    #[test]
    fn covers_do_not_depend_on_the_number_of_threads() {
        for seed in 0..3 {
            let alone = solved(1, seed);
            for threads in [2, 3, 8] {
                assert_eq!(solved(threads, seed), alone, "seed {seed}, {threads} threads");
            }
        }
    }
}
