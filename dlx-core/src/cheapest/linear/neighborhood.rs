//! Neighborhood search: covers that share most of their options with the best one.
//!
//! All options of the best cover are taken but those of a *neighborhood*, which share rows with options that could
//! replace them. What is left is searched depth first with linear programs, for a few nodes. Neighborhoods grow after
//! one that was searched completely, and shrink after one that was not. They are drawn from a fixed sequence of numbers,
//! so that the same problem gives the same covers. Nothing here changes the bound: the open nodes stay as they are.

use dlx_linear::Solved;

use super::partial::Decision;
use super::{Linear, draw};
use crate::cheapest::found::{Collector, Tally};
use crate::control::limits::{Limits, Stopped};
use crate::problem::ids::{narrow, wide};

/// The work before the first neighborhood: most problems are solved in that time. From then on, neighborhoods take one
/// part in so many of the work, and a smaller one with each neighborhood since the best cover was found.
const FIRST: u64 = 30_000_000;
const PART: u64 = 3;
const IDLE: u64 = 4;
/// Nodes of a neighborhood.
const NODES: u32 = 100;
/// The number of options of the first neighborhood, and of the smallest one.
const SIZE: usize = 8;
const LEAST_SIZE: usize = 4;
/// Options that are drawn before the one of the least net cost is compared with the best cover.
const DRAWN: usize = 3;

/// The state of the neighborhood search.
#[derive(Clone, Debug)]
pub(super) struct Neighborhoods {
    seed: u64,
    size: usize,
    spent: u64,
    /// The cost of the best cover at the last neighborhood, and the number of them since it was found.
    best: i128,
    idle: u64,
}

impl Neighborhoods {
    pub(super) fn new() -> Self {
        Self { seed: 1, size: SIZE, spent: 0, best: i128::MAX, idle: 0 }
    }

    /// Adds what a part of the search has done since it began.
    pub(super) fn join(&mut self, before: &Self, part: &Self) {
        self.spent += part.spent - before.spent;
        if part.best < before.best {
            (self.best, self.idle) = (part.best.min(self.best), 0);
        } else {
            self.idle += part.idle - before.idle;
        }
        self.size = part.size;
    }

    /// Draws other neighborhoods from now on.
    pub(super) fn draw_from(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Returns a number below this one.
    fn below(&mut self, count: usize) -> usize {
        wide(draw(&mut self.seed) >> 3) % count.max(1)
    }
}

impl Linear {
    /// Returns true if a neighborhood may be searched: there is a cover to improve, and others took enough work.
    pub(super) fn is_neighborhood_due(&self, collector: &Collector<'_>) -> bool {
        let others = self.work() - self.neighborhoods.spent;
        others > FIRST
            && self.neighborhoods.spent * (PART - 1 + self.neighborhoods.idle / IDLE) < others - FIRST
            && collector.cutoff().is_some()
            && collector.best().is_some()
    }

    /// Searches one neighborhood of the best cover. Leaves the search at its root.
    pub(super) fn search_neighborhood(
        &mut self,
        tally: &mut Tally,
        collector: &mut Collector<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        let before = self.work();
        self.undo_to(self.root_mark);
        let Some(best) = collector.best() else { return Ok(()) };
        let places = best.cover.iter().filter_map(|option| self.rows.options.binary_search(option).ok());
        let members: Vec<u32> = places.map(narrow).collect();
        let is_free = self.neighborhood(&members);
        let kept = members.iter().zip(is_free).filter(|&(_, is_free)| !is_free);
        let kept: Vec<u32> = kept.map(|(&member, _)| member).collect();
        let is_possible = kept.iter().all(|&member| {
            // Too expensive for a better cover.
            self.partial.decided(member) == Some(false) || self.decide(Decision::Column(member, true))
        });
        let is_complete = !is_possible || self.search_below(tally, collector, limits)?;
        self.undo_to(self.root_mark);
        let size = &mut self.neighborhoods.size;
        *size = if is_complete {
            (*size + 1).min(members.len().max(LEAST_SIZE))
        } else {
            (*size - 1).max(LEAST_SIZE)
        };
        let cost = collector.cheapest().unwrap_or(i128::MAX);
        self.neighborhoods.idle =
            if cost < self.neighborhoods.best { 0 } else { self.neighborhoods.idle + 1 };
        self.neighborhoods.best = cost;
        self.neighborhoods.spent += self.work() - before;
        Ok(())
    }

    /// Returns which of these columns of a cover are in a neighborhood.
    fn neighborhood(&mut self, members: &[u32]) -> Vec<bool> {
        const NONE: usize = usize::MAX;
        let mut owner = vec![NONE; self.rows.bounds.len()];
        for (place, &member) in members.iter().enumerate() {
            for &row in self.rows.of_column.list(member) {
                owner[wide(row)] = place;
            }
        }
        let mut is_free = vec![false; members.len()];
        let mut free = Vec::new();
        let size = self.neighborhoods.size.min(members.len());
        let mut tries = 0;
        while free.len() < size {
            if free.is_empty() || tries > 4 * size {
                let place = self.neighborhoods.below(members.len());
                if !std::mem::replace(&mut is_free[place], true) {
                    free.push(place);
                }
                tries = 0;
            }
            tries += 1;
            let from = members[free[self.neighborhoods.below(free.len())]];
            let rows = self.rows.of_column.list(from);
            if rows.is_empty() {
                continue;
            }
            let row = rows[self.neighborhoods.below(rows.len())];
            let others = self.rows.of_row.list(row);
            let mut other = None;
            for _ in 0..DRAWN {
                let drawn = others[self.neighborhoods.below(others.len())];
                let net = self.root.net.get(wide(drawn)).copied().unwrap_or(0);
                if self.partial.decided(drawn) != Some(false) && other.is_none_or(|(least, _)| net < least) {
                    other = Some((net, drawn));
                }
            }
            let Some((_, other)) = other else { continue };
            for &row in self.rows.of_column.list(other) {
                let place = owner[wide(row)];
                if place != NONE && free.len() < size && !std::mem::replace(&mut is_free[place], true) {
                    free.push(place);
                }
            }
        }
        is_free
    }

    /// Searches below the decisions that are made, depth first. Returns true if nothing was left out.
    fn search_below(
        &mut self,
        tally: &mut Tally,
        collector: &mut Collector<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<bool, Stopped> {
        let mut open: Vec<(usize, Decision)> = Vec::new();
        for _ in 0..NODES {
            if limits.fuel() == 0 {
                limits.refuel(&self.seen)?;
            }
            limits.spend(1);
            tally.count(open.len());
            let mut next = None;
            if let Some((_, solved)) = self.bound(false, u64::MAX, collector, limits)? {
                let fractional = self.fractional();
                let greatest = fractional
                    .iter()
                    .max_by(|one, other| one.1.total_cmp(&other.1).then(other.0.cmp(&one.0)));
                match greatest {
                    Some(&(column, _)) if solved == Solved::Optimal => {
                        next = Some(Decision::Column(column, true));
                    }
                    // A node without a solution of its linear program is left to the search.
                    _ if solved != Solved::Optimal => return Ok(false),
                    _ => {
                        self.offer(collector, limits)?;
                    }
                }
            }
            let mut is_possible = false;
            if let Some(decision) = next {
                open.push((self.partial.trail().len(), decision.opposite()));
                is_possible = self.decide(decision);
            }
            while !is_possible {
                let Some((mark, decision)) = open.pop() else { return Ok(true) };
                self.undo_to(mark);
                is_possible = self.decide(decision);
            }
        }
        Ok(false)
    }
}
