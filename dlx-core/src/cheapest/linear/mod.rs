//! Branch and bound with a linear program at each node.
//!
//! The prices of the rows that a linear program finds are rounded to small units, and the Lagrangian bound of the rounded
//! prices is computed in integers: for *any* prices `y`, a cover `S` that respects the decisions of the node has
//!
//! ```text
//! cost(S) >= sum of y(i) low(i) where y(i) > 0, and of y(i) high(i) where y(i) < 0
//!            + sum of net(o) over the options o that are in, and over the free ones with a negative net cost,
//! ```
//!
//! where `net(o) = cost(o) - sum of y(i) over the rows of o`, each counted with the weight of `o` there. So a bound never
//! depends on floating point, which only decides how good it is. A free option `o` of a cover that costs no more than `most` has `bound + net(o) <= most`, and
//! one that is missing in it `bound - net(o) <= most`: other options are decided at once.
//!
//! A node is divided by a pair of rows that are covered by the same option or not, or by an option that is in or out,
//! whichever raises the two bounds most after a few pivots. The search plunges into the first half, and continues
//! with the open node of the least bound where a plunge ends, so that the least bound of the open nodes is that of
//! the search. From time to time it dives: it takes the option with the largest part in the solution of the linear
//! program and solves again, until there is a cover or none.

mod guess;
mod jump;
mod neighborhood;
mod partial;
mod parts;
mod rows;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};
use std::ops::ControlFlow;

use dlx_linear::{Basis, Program, ProgramError, Simplex, Solved};
use guess::Guess;
use jump::Jump;
use neighborhood::Neighborhoods;
use partial::{Decision, Partial};
use parts::ALONE;
use rows::Rows;

use crate::cheapest::found::{Collector, Priced, Tally};
use crate::control::counters::Counters;
use crate::control::limits::{CostsKnown, Limits, Stopped, Underway};
use crate::problem::Problem;
use crate::problem::decimal::Decimal;
use crate::problem::givens::Settled;
use crate::problem::ids::wide;

/// A unit of cost is `1 << SCALE` small units.
const SCALE: u32 = 24;
/// The greatest change of a cost against degeneracy, in terms of the mean cost.
const PERTURBATION: f64 = 2e-7;
/// A value is integral if it is no farther from an integer.
const INTEGRAL: f64 = 1e-6;
/// Number of halves of nodes that are compared before one is chosen, and pivots for each of them.
const CANDIDATES: usize = 8;
const PIVOTS_OF_CANDIDATE: u64 = 20;
/// Number of times that a half was compared after which the mean of its gains is taken instead (reliability branching of T.
/// Achterberg, T. Koch and A. Martin 2005).
const RELIABLE: u32 = 2;
/// Number of dead ends after which a dive ends, if there is a cover and if there is none.
const DEAD_ENDS: u32 = 3;
const DEAD_ENDS_BEFORE_A_COVER: u32 = 20;
/// Work of the local search between two questions, and its part of the work after the first linear program.
const JUMPS_BETWEEN_QUESTIONS: u64 = 1_000_000;
const JUMPS_PART: u64 = 2;
/// The work in terms of that before the first linear program after which its part is an eighth of that: it has found covers
/// of rosters long before.
const LONG_JUMPS: u64 = 16;
/// Greatest number of pivots of one linear program.
const MOST_PIVOTS: u64 = 20_000;
/// Steps of a linear program that count as one node of a small problem where limits are asked.
const STEPS_OF_NODE: u64 = 1 << 10;
/// Greatest number of rows: a pivot has several passes over them.
const MOST_ROWS: usize = 2_500;
/// Bytes of the tables for each use, approximately.
const BYTES_OF_USE: usize = 100;

/// A node whose covers were not looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OpenNode {
    /// No cover of it costs less.
    bound: i128,
    number: u64,
    path: Vec<Decision>,
}

/// The node of the least bound is the greatest, then the latest one.
impl Ord for OpenNode {
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.cmp(&self.bound).then(self.number.cmp(&other.number))
    }
}

impl PartialOrd for OpenNode {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The exact result of the prices at the root.
#[derive(Clone, Debug)]
struct RootPrices {
    bound: i128,
    net: Vec<i128>,
    /// The cutoff by which columns were decided.
    cutoff: i128,
}

/// Why a turn of the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinearEnd {
    /// No cover is left to look for.
    Complete,
    /// The work of the turn was done.
    Paused,
    /// The open nodes have the memory that the limits allow.
    OutOfMemory,
}

#[derive(Clone, Debug)]
pub(super) struct Linear {
    rows: Rows,
    simplex: Simplex,
    partial: Partial,
    /// The cost that the linear program counts as 1.
    mean: f64,
    /// All costs are multiples of it.
    divisor: i128,
    /// The sum of the positive costs.
    all: i128,
    /// The cost of the givens.
    given: i128,
    /// The number of decimals of the costs.
    decimals: u32,
    open: BinaryHeap<OpenNode>,
    /// The node where the search is, if it is inside a plunge.
    current: Option<OpenNode>,
    root: RootPrices,
    /// Length of the trail before any cutoff, and before any decision.
    settled_mark: usize,
    root_mark: usize,
    /// By column: the exact net cost in small units.
    net: Vec<i128>,
    saved: Basis,
    /// By half of a node: how often it was compared, and the sum of its gains.
    gains: HashMap<Decision, (u32, f64)>,
    /// Number of nodes here.
    nodes: u64,
    /// What the question of the limits sees. The fraction is that of the tree of the other search: the nodes here are not in
    /// the order of a tree.
    seen: Underway,
    numbered: u64,
    next_dive: u64,
    guess: Guess,
    neighborhoods: Neighborhoods,
    /// The local search for a first cover, as long as there is none.
    jump: Option<Jump>,
    /// The work before the search is divided into parts, and whether this is one of them.
    alone: u64,
    is_part: bool,
    /// Bytes of the open nodes.
    bytes: usize,
    /// Work other than that of the linear programs.
    work: u64,
}

impl Linear {
    /// Returns the search at its root; `None` for a problem of so many rows that linear programs take too long.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn new(
        problem: &Problem,
        settled: &Settled,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Self>, Stopped> {
        let rows = Rows::of(problem, settled, limits)?;
        let (count, columns) = (rows.bounds.len(), rows.options.len());
        let bytes = BYTES_OF_USE * rows.of_column.entries.len();
        if count == 0 || columns == 0 || count > MOST_ROWS || bytes > limits.most_bytes() {
            return Ok(None);
        }
        let all: i128 = rows.costs.iter().map(|&cost| cost.max(0)).sum();
        let least: i128 = rows.costs.iter().map(|&cost| cost.min(0)).sum();
        let divisor =
            rows.costs.iter().fold(0, |divisor, &cost| greatest_divisor(divisor, cost.abs())).max(1);
        let mean = if all > least { (all - least) as f64 / columns as f64 } else { 1.0 };
        let program = program(&rows, mean).expect("rows and costs are those of a problem");
        let mut linear = Self {
            partial: Partial::new(&rows),
            simplex: Simplex::new(program),
            mean,
            divisor,
            all,
            given: problem.cost_of(&settled.given),
            decimals: problem.decimals(),
            open: BinaryHeap::new(),
            current: None,
            root: RootPrices { bound: least << SCALE, net: Vec::new(), cutoff: i128::MIN },
            settled_mark: 0,
            root_mark: 0,
            net: vec![0; columns],
            saved: Basis::default(),
            gains: HashMap::new(),
            nodes: 0,
            seen: Underway::default(),
            numbered: 0,
            next_dive: 0,
            guess: Guess::Early { nodes: guess::NODES },
            neighborhoods: Neighborhoods::new(),
            jump: None,
            alone: ALONE,
            is_part: false,
            bytes: 0,
            work: rows.of_column.entries.len() as u64,
            rows,
        };
        if linear.partial.propagate(&linear.rows) {
            linear.fix_since(0);
            linear.settled_mark = linear.partial.trail().len();
            linear.root_mark = linear.settled_mark;
            linear.jump = Some(Jump::new(&linear.rows, &linear.partial));
            let root = OpenNode { bound: least, number: 0, path: Vec::new() };
            linear.bytes = bytes_of(&root);
            linear.open.push(root);
        }
        Ok(Some(linear))
    }

    /// Returns the number of steps of a nanosecond or two.
    pub(super) fn work(&self) -> u64 {
        self.work + self.simplex.work() + self.jump.as_ref().map_or(0, Jump::work)
    }

    /// Returns true during the local search before the first linear program.
    pub(super) fn is_before_programs(&self) -> bool {
        self.jump.as_ref().is_some_and(|jump| jump.work() < jump.first())
    }

    /// Returns the least cost, with that of the givens, that a cover which was not looked for may have; `None` if there
    /// is none below the cutoff.
    pub(super) fn least_open(&self) -> Option<i128> {
        self.least().into_iter().chain(self.guess.cutoff()).min().map(|least| least + self.given)
    }

    /// Sets the fraction of the work that the question of the limits sees.
    pub(super) fn report_fraction(&mut self, fraction: f64) {
        self.seen.fraction = fraction;
    }

    /// Searches until the work reaches this number, or until the search ends. The linear program of a node may be
    /// interrupted, and continues with the next call.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn run(
        &mut self,
        until: u64,
        tally: &mut Tally,
        collector: &mut Collector<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<LinearEnd, Stopped> {
        while self.work() < until {
            if self.bytes > limits.most_bytes() {
                return Ok(LinearEnd::OutOfMemory);
            }
            if limits.solutions_left() == 0 && (self.current.is_some() || !self.open.is_empty()) {
                return Err(Stopped::Solutions);
            }
            if let Some(until) = self.jump_turn(collector) {
                self.search_jumps(until, collector, limits)?;
                continue;
            }
            if !self.is_part && self.guess(collector) {
                continue;
            }
            if self.current.is_none() && !self.open.is_empty() && self.is_neighborhood_due(collector) {
                self.search_neighborhood(tally, collector, limits)?;
                continue;
            }
            if self.current.is_none() && self.open.is_empty() {
                return Ok(LinearEnd::Complete);
            }
            if self.current.is_none() && !self.enter(collector) {
                continue;
            }
            self.see(tally, collector);
            if limits.fuel() == 0 {
                limits.refuel(&self.seen)?;
            }
            let node = self.current.clone().expect("a node was entered");
            self.current = self.divide(node, until, tally, collector, limits)?;
        }
        Ok(LinearEnd::Paused)
    }

    fn see(&mut self, tally: &Tally, collector: &Collector<'_>) {
        let counters = Counters { nodes: tally.nodes, updates: 0, solutions: collector.taken() };
        let cheapest = collector.cheapest();
        let bound = self.least_open().into_iter().chain(cheapest).min();
        let fraction = self.seen.fraction;
        let decimal = |cost| Decimal::new(cost, self.decimals);
        let known = |bound| CostsKnown { cheapest: cheapest.map(decimal), bound: decimal(bound) };
        self.seen = Underway { counters, fraction, costs: bound.map(known) };
    }

    /// Enters the open node of the least bound. Returns false if it has no cover below the cutoff.
    fn enter(&mut self, collector: &Collector<'_>) -> bool {
        let Some(node) = self.open.pop() else { return false };
        self.bytes -= bytes_of(&node);
        let cutoff = self.cutoff(collector);
        if node.bound >= cutoff {
            // So have all others.
            self.open.clear();
            self.bytes = 0;
            return false;
        }
        self.undo_to(self.root_mark);
        if cutoff < self.root.cutoff {
            let mark = self.partial.trail().len();
            self.root.cutoff = cutoff;
            let (bound, net) = (self.root.bound, std::mem::take(&mut self.root.net));
            let is_possible = self.decide_by(&net, bound, cutoff);
            self.root.net = net;
            self.fix_since(mark);
            if !is_possible {
                self.open.clear();
                self.bytes = 0;
                return false;
            }
            self.root_mark = self.partial.trail().len();
        }
        let mark = self.partial.trail().len();
        let is_possible = node.path.iter().all(|&decision| self.partial.decide(&self.rows, decision));
        self.fix_since(mark);
        self.work += self.partial.take_work();
        if is_possible {
            self.current = Some(node);
        }
        is_possible
    }

    /// Bounds a node, looks for covers and divides it. Returns the half to continue with, if there is one, or the node
    /// itself if its linear program was interrupted.
    fn divide(
        &mut self,
        mut node: OpenNode,
        until: u64,
        tally: &mut Tally,
        collector: &mut Collector<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<OpenNode>, Stopped> {
        let bounded = self.bound(node.path.is_empty(), until, collector, limits)?;
        if matches!(bounded, Some((_, Solved::Interrupted))) {
            return Ok(Some(node));
        }
        limits.spend(1);
        self.nodes += 1;
        tally.count(node.path.len());
        let Some((bound, mut solved)) = bounded else { return Ok(None) };
        node.bound = node.bound.max(bound);
        if solved == Solved::Optimal {
            if self.fractional().is_empty() {
                self.offer(collector, limits)?;
                if node.bound >= self.cutoff(collector) {
                    return Ok(None);
                }
            } else if self.nodes >= self.next_dive {
                self.next_dive = self.nodes + (self.nodes / 4).max(1);
                self.current = Some(node.clone());
                self.dive(collector, limits)?;
                match self.bound(node.path.is_empty(), u64::MAX, collector, limits)? {
                    None => return Ok(None),
                    Some((bound, again)) => {
                        node.bound = node.bound.max(bound);
                        solved = again;
                    }
                }
            }
        }
        if self.partial.is_complete() {
            self.offer(collector, limits)?;
            return Ok(None);
        }
        self.current = Some(node.clone());
        let first = self.choose(solved, collector, limits)?;
        let mut other = node.clone();
        other.path.push(first.opposite());
        self.numbered += 1;
        other.number = self.numbered;
        self.bytes += bytes_of(&other);
        self.open.push(other);
        node.path.push(first);
        Ok(self.decide(first).then_some(node))
    }

    /// Returns the cost, without that of the givens, that covers must stay below.
    fn cutoff(&self, collector: &Collector<'_>) -> i128 {
        let known = collector.cutoff().map(|cutoff| cutoff - self.given);
        known.into_iter().chain(self.guess.cutoff()).fold(self.all + 1, i128::min)
    }

    /// Returns the greatest cost below the cutoff that a cover can have.
    fn most(&self, cutoff: i128) -> i128 {
        (cutoff - 1).div_euclid(self.divisor) * self.divisor
    }

    /// Returns the bound of the linear program beyond which there is no cover below the cutoff, with a margin for the
    /// perturbation of the costs.
    fn limit(&self, cutoff: i128) -> f64 {
        let margin = 2.0 * PERTURBATION * self.rows.bounds.len().min(self.rows.options.len()) as f64;
        let most = self.most(cutoff) as f64 / self.mean;
        most * (1.0 + 1e-12_f64.copysign(most)) + margin
    }

    /// Solves the linear program of the node. It is interrupted when the work reaches `until`.
    fn solve(
        &mut self,
        limit: f64,
        most: u64,
        until: u64,
        limits: &mut Limits<'_>,
    ) -> Result<Solved, Stopped> {
        let mut asked = Ok(());
        let mut left = until.saturating_sub(self.work());
        let solved = self.simplex.solve(limit, most, &mut |steps| {
            asked = limits.pass(steps.div_ceil(STEPS_OF_NODE), &self.seen);
            left = left.saturating_sub(steps);
            if asked.is_ok() && left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        asked.map(|()| solved)
    }

    /// Solves the linear program of the node, and decides columns by their net costs, until nothing changes. Returns the
    /// bound in units of cost, or `None` if there is no cover below the cutoff. A program that was
    /// interrupted has no bound: the work has reached `until`.
    fn bound(
        &mut self,
        is_root: bool,
        until: u64,
        collector: &Collector<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<(i128, Solved)>, Stopped> {
        let cutoff = self.cutoff(collector);
        let mut limit = self.limit(cutoff);
        let mut is_renewed = false;
        loop {
            self.simplex.set_goal(self.limit(cutoff));
            let solved = self.solve(limit, MOST_PIVOTS, until, limits)?;
            if solved == Solved::Interrupted {
                return Ok(Some((i128::MIN, solved)));
            }
            let small = self.exact_bound();
            let unit = self.divisor << SCALE;
            let bound = -(-small).div_euclid(unit) * self.divisor;
            if bound >= cutoff {
                return Ok(None);
            }
            if is_root && small > self.root.bound {
                self.root.bound = small;
                self.root.net.clone_from(&self.net);
                self.root.cutoff = cutoff;
            }
            let mark = self.partial.trail().len();
            let net = std::mem::take(&mut self.net);
            let is_possible = self.decide_by(&net, small, cutoff);
            self.net = net;
            self.work += self.partial.take_work();
            let is_changed = self.fix_since(mark);
            if !is_possible {
                return Ok(None);
            }
            if is_root {
                self.root_mark = self.partial.trail().len();
            }
            if is_changed {
                continue;
            }
            // The node is at an end in floating point only: once more with exact digits, then without a limit.
            if matches!(solved, Solved::Beyond | Solved::Infeasible) && !is_renewed {
                is_renewed = true;
                self.simplex.renew();
                continue;
            }
            if solved == Solved::Beyond && limit.is_finite() {
                limit = f64::INFINITY;
                continue;
            }
            return Ok(Some((bound, solved)));
        }
    }

    /// Computes the net costs by the prices of the linear program, and returns their bound in small units.
    fn exact_bound(&mut self) -> i128 {
        let unit = (1_u64 << SCALE) as f64 * self.mean;
        let prices = (0..).zip(self.simplex.prices());
        let prices: Vec<i128> =
            prices.map(|(row, price)| whole(price * unit / f64::from(self.rows.heaviest(row)))).collect();
        let mut bound = 0;
        for (&price, bounds) in prices.iter().zip(&self.rows.bounds) {
            bound += price * i128::from(if price > 0 { bounds.low } else { bounds.high });
        }
        for column in self.rows.columns() {
            let decided = self.partial.decided(column);
            if decided == Some(false) {
                continue;
            }
            let paid =
                self.rows.weighted_rows(column).map(|(row, weight)| prices[wide(row)] * i128::from(weight));
            let paid: i128 = paid.sum();
            let net = (self.rows.costs[wide(column)] << SCALE) - paid;
            self.net[wide(column)] = net;
            if decided == Some(true) || net < 0 {
                bound += net;
            }
        }
        self.work += self.rows.of_column.entries.len() as u64;
        bound
    }

    /// Decides the free columns whose other value would be too expensive, and what follows. Returns false if there is
    /// no cover below the cutoff.
    fn decide_by(&mut self, net: &[i128], bound: i128, cutoff: i128) -> bool {
        let reserve = (self.most(cutoff) << SCALE) - bound;
        for column in self.rows.columns() {
            let net = net[wide(column)];
            if net.abs() > reserve
                && self.partial.decided(column).is_none()
                && !self.partial.set(&self.rows, column, net < 0)
            {
                return false;
            }
        }
        self.partial.propagate(&self.rows)
    }

    /// Tells the linear program which columns were decided after the first `mark`. Returns true if that changes its last
    /// solution.
    fn fix_since(&mut self, mark: usize) -> bool {
        let mut is_changed = false;
        for &column in &self.partial.trail()[mark..] {
            let is_in = self.partial.decided(column) == Some(true);
            let wanted = if is_in { 1.0 } else { 0.0 };
            is_changed |= (self.simplex.value(wide(column)) - wanted).abs() > INTEGRAL;
            self.simplex.set_bounds(wide(column), wanted, wanted);
        }
        is_changed
    }

    fn decide(&mut self, decision: Decision) -> bool {
        let mark = self.partial.trail().len();
        let is_possible = self.partial.decide(&self.rows, decision);
        self.fix_since(mark);
        self.work += self.partial.take_work();
        is_possible
    }

    fn undo_to(&mut self, mark: usize) {
        let simplex = &mut self.simplex;
        self.partial.undo_to(&self.rows, mark, |column| simplex.set_bounds(wide(column), 0.0, 1.0));
    }

    /// Returns the free columns with a value between 0 and 1, and their values.
    fn fractional(&mut self) -> Vec<(u32, f64)> {
        self.work += self.rows.options.len() as u64;
        let free = self.rows.columns().filter(|&column| self.partial.decided(column).is_none());
        let values = free.map(|column| (column, self.simplex.value(wide(column))));
        values.filter(|&(_, value)| value > INTEGRAL && value < 1.0 - INTEGRAL).collect()
    }

    /// Returns the work up to which the local search is due: it has a part of the work until there is a cover.
    fn jump_turn(&self, collector: &Collector<'_>) -> Option<u64> {
        let is_wanted = collector.best().is_none() && (self.current.is_some() || !self.open.is_empty());
        let jump = self.jump.as_ref().filter(|_| is_wanted)?;
        let others = self.work() - jump.work();
        let part = if jump.work() < LONG_JUMPS * jump.first() { JUMPS_PART } else { 8 * JUMPS_PART };
        let until = jump.first().max(others / part);
        (jump.work() < until).then(|| until.min(jump.work() + JUMPS_BETWEEN_QUESTIONS))
    }

    fn search_jumps(
        &mut self,
        until: u64,
        collector: &mut Collector<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        let Some(mut jump) = self.jump.take() else { return Ok(()) };
        limits.pass(JUMPS_BETWEEN_QUESTIONS >> 10, &self.seen)?;
        if let Some(is_in) = jump.run(&self.rows, until) {
            self.work += jump.work();
            self.offer_columns(|column| is_in[wide(column)], collector, limits)?;
        } else if jump.is_stuck() {
            self.work += jump.work();
        } else {
            self.jump = Some(jump);
        }
        Ok(())
    }

    /// Hands over the columns that are in or have the value 1, if they are a cover.
    fn offer(&self, collector: &mut Collector<'_>, limits: &mut Limits<'_>) -> Result<bool, Stopped> {
        let is_in =
            |column| self.partial.decided(column).unwrap_or_else(|| self.simplex.value(wide(column)) > 0.5);
        self.offer_columns(is_in, collector, limits)
    }

    /// Hands over these columns, if they are a cover.
    fn offer_columns(
        &self,
        is_in: impl Fn(u32) -> bool,
        collector: &mut Collector<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<bool, Stopped> {
        let mut times = vec![0; self.rows.bounds.len()];
        let mut shades = vec![None; self.rows.shaded.starts.len() - 1];
        let (mut cover, mut cost) = (collector.given().to_vec(), self.given);
        for column in self.rows.columns().filter(|&column| is_in(column)) {
            for (row, weight) in self.rows.weighted_rows(column) {
                times[wide(row)] += weight;
            }
            for &(item, shade) in self.rows.shades.list(column) {
                if *shades[wide(item)].get_or_insert(shade) != shade {
                    return Ok(false);
                }
            }
            cover.push(self.rows.options[wide(column)]);
            cost += self.rows.costs[wide(column)];
        }
        let mut counts = times.iter().zip(&self.rows.bounds);
        if counts.any(|(&times, bounds)| times < bounds.low || times > bounds.high) {
            return Ok(false);
        }
        cover.sort_unstable();
        collector.offer(Priced { cost, cover }, limits)?;
        Ok(true)
    }

    /// Looks for a cover below the node: takes the columns of value 1 and the one of the greatest other value, until
    /// nothing is fractional. The decisions are undone.
    fn dive(&mut self, collector: &mut Collector<'_>, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        let mark = self.partial.trail().len();
        let limit = self.limit(self.cutoff(collector));
        let mut dead_ends = 0;
        let most_dead_ends = if collector.best().is_none() { DEAD_ENDS_BEFORE_A_COVER } else { DEAD_ENDS };
        loop {
            let fractional = self.fractional();
            if fractional.is_empty() && self.offer(collector, limits)? {
                break;
            }
            let before = self.partial.trail().len();
            let mut is_possible = true;
            for column in self.rows.columns() {
                let is_full =
                    self.partial.decided(column).is_none() && self.simplex.value(wide(column)) > 1.0 - 1e-3;
                is_possible = is_possible && (!is_full || self.decide(Decision::Column(column, true)));
            }
            let rest = fractional.iter().filter(|(column, _)| self.partial.decided(*column).is_none());
            let greatest = rest.max_by(|one, other| one.1.total_cmp(&other.1).then(other.0.cmp(&one.0)));
            let taken = greatest.map(|&(column, _)| Decision::Column(column, true)).filter(|_| is_possible);
            if let Some(taken) = taken {
                is_possible = self.decide(taken)
                    && self.solve(limit, MOST_PIVOTS, u64::MAX, limits)? == Solved::Optimal;
                if !is_possible {
                    dead_ends += 1;
                    if dead_ends > most_dead_ends {
                        break;
                    }
                    self.undo_to(before);
                    is_possible = self.decide(taken.opposite())
                        && self.solve(limit, MOST_PIVOTS, u64::MAX, limits)? == Solved::Optimal;
                }
            } else {
                is_possible = is_possible
                    && self.partial.trail().len() > before
                    && self.solve(limit, MOST_PIVOTS, u64::MAX, limits)? == Solved::Optimal;
            }
            if !is_possible {
                break;
            }
        }
        self.undo_to(mark);
        Ok(())
    }

    /// Returns the decision that divides the node.
    fn choose(
        &mut self,
        solved: Solved,
        collector: &Collector<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<Decision, Stopped> {
        let mut candidates = self.candidates();
        let Some(&(_, mut best)) = candidates.first() else {
            let free = self.rows.columns().filter(|&column| self.partial.decided(column).is_none());
            let value = |column: u32| self.simplex.value(wide(column));
            let largest =
                free.max_by(|&one, &other| value(one).total_cmp(&value(other)).then(other.cmp(&one)));
            return Ok(Decision::Column(largest.expect("a column is free"), true));
        };
        candidates.truncate(CANDIDATES);
        if candidates.len() == 1 || solved != Solved::Optimal {
            return Ok(best);
        }
        let limit = self.limit(self.cutoff(collector));
        let before = self.simplex.objective();
        let most = (limit - before).max(1e-6);
        let mark = self.partial.trail().len();
        let mut saved = std::mem::take(&mut self.saved);
        saved.copy(self.simplex.basis());
        let mut top = 0.0;
        for (_, candidate) in candidates {
            let mut product = 1.0;
            for half in [candidate, candidate.opposite()] {
                if let Some(&(times, sum)) = self.gains.get(&half)
                    && times >= RELIABLE
                {
                    product *= (sum / f64::from(times)).clamp(1e-6, most);
                    continue;
                }
                let is_open = self.decide(half)
                    && matches!(
                        self.solve(limit, PIVOTS_OF_CANDIDATE, u64::MAX, limits)?,
                        Solved::Optimal | Solved::Unfinished
                    );
                let gain = if is_open { self.simplex.objective() - before } else { most };
                let gain = gain.clamp(1e-6, most);
                let known = self.gains.entry(half).or_default();
                *known = (known.0 + 1, known.1 + gain);
                product *= gain;
                self.undo_to(mark);
                self.simplex.set_basis(&saved);
                self.work += (self.simplex.entries() + self.rows.options.len()) as u64;
            }
            if product > top {
                top = product;
                best = candidate;
            }
        }
        self.saved = saved;
        Ok(best)
    }

    /// Returns the decisions that change the solution of the linear program, the most balanced ones first, each with
    /// its distance from balance.
    fn candidates(&mut self) -> Vec<(f64, Decision)> {
        /// A pair changes more on both sides than a column that is as balanced.
        const AFTER_PAIRS: f64 = 0.1;
        let fractional = self.fractional();
        let mut pairs: Vec<(u32, u32, f64)> = Vec::new();
        for &(column, value) in &fractional {
            let once = self.rows.of_column.list(column).iter().filter(|&&row| self.rows.is_once(row));
            let once: Vec<u32> = once.copied().collect();
            for (at, &one) in once.iter().enumerate() {
                pairs.extend(once[at + 1..].iter().map(|&other| (one.min(other), one.max(other), value)));
            }
        }
        pairs.sort_unstable_by_key(|&(one, other, _)| (one, other));
        let mut candidates = Vec::new();
        for group in pairs.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
            let sum: f64 = group.iter().map(|pair| pair.2).sum();
            if sum > 10.0 * INTEGRAL && sum < 1.0 - 10.0 * INTEGRAL {
                candidates.push(((sum - 0.5).abs(), Decision::Pair(group[0].0, group[0].1, true)));
            }
        }
        let after = if pairs.is_empty() { 0.0 } else { AFTER_PAIRS };
        let columns = fractional.iter();
        candidates.extend(
            columns.map(|&(column, value)| ((value - 0.5).abs() + after, Decision::Column(column, true))),
        );
        candidates.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        candidates
    }
}

/// Returns the linear program of the rows, with costs in terms of this one.
fn program(rows: &Rows, mean: f64) -> Result<Program, ProgramError> {
    let mut program = Program::default();
    // Rows are divided by their greatest weight.
    let scale = |row: u32| f64::from(rows.heaviest(row));
    for (row, bounds) in (0..).zip(&rows.bounds) {
        // Bounds that contradict each other have no program: then there is no node either.
        let (low, high) = (bounds.low.min(bounds.high), bounds.high);
        program.row(f64::from(low) / scale(row), f64::from(high) / scale(row))?;
    }
    let mut seed = 1;
    for (column, &cost) in (0..).zip(&rows.costs) {
        let random = 0.5 + f64::from(draw(&mut seed)) / f64::from(u32::MAX) / 2.0;
        let weights = rows.weighted_rows(column);
        let entries = weights.map(|(row, weight)| (row, f64::from(weight) / scale(row)));
        program.column(cost as f64 / mean + PERTURBATION * random, (0.0, 1.0), entries)?;
    }
    Ok(program)
}

fn bytes_of(node: &OpenNode) -> usize {
    size_of::<OpenNode>() + node.path.capacity() * size_of::<Decision>()
}

fn greatest_divisor(mut one: i128, mut other: i128) -> i128 {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one
}

/// Returns a number that looks random.
fn draw(seed: &mut u64) -> u32 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    u32::try_from(*seed >> 32).expect("half of 64 bits")
}

/// Returns the integer below, limited so that sums of many fit; 0 for what is no number.
#[allow(clippy::cast_possible_truncation, reason = "the number is between the ends of i128")]
fn whole(number: f64) -> i128 {
    const MOST: f64 = (1_u128 << 90) as f64;
    number.clamp(-MOST, MOST).floor() as i128
}
