//! The hybrid engine: links that hand over to the bitset engine, for problems that are too large for tables of bits at the root.
//!
//! The search begins on the links. At a node whose live part fits into one table, and below which enough nodes are
//! to be expected for that table to pay, the bitset engine takes the node over, and returns it when it is done. The
//! levels of both, one after the other, are the path.

use crate::control::checkpoint::Choice;
use crate::control::rule::Rule;
use crate::engine::bitset::{Bitset, Estimates};
use crate::engine::links::Links;
use crate::engine::simd::Simd;
use crate::engine::unsupported::Unsupported;
use crate::engine::{Assumption, Engine, Event, Rank, Root, Run, Taken};
use crate::problem::Problem;
use crate::problem::givens::{GivenError, Givens, Settled};
use crate::problem::ids::{ItemId, OptionId};
use crate::problem::size::Size;

/// About what a node takes on the links more than in the bitset engine, in nanoseconds.
pub(crate) const SAVING: f64 = 300.0;

/// Both engines, and which of them is in use.
#[derive(Clone, Debug)]
pub(crate) struct Hybrid<const COLORED: bool> {
    links: Links<COLORED, false>,
    bitset: Bitset,
    /// What a node takes more on the links, in nanoseconds.
    saving: f64,
    /// Whether the bitset engine has taken over at the deepest node of the links.
    is_handed_over: bool,
    estimates: Estimates,
    /// Nodes seen here that the bitset engine might have taken over, the deepest last.
    candidates: Vec<Candidate>,
    /// How many nodes have been entered.
    nodes: u64,
    options: Vec<u32>,
    items: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Candidate {
    /// How many levels were open at it.
    depth: usize,
    sort: usize,
    /// How many nodes had been entered before.
    nodes: u64,
}

impl<const COLORED: bool> Hybrid<COLORED> {
    /// The engine at the root of the problem without givens.
    pub(crate) fn new(problem: &Problem, rule: Rule, simd: Simd, saving: f64) -> Result<Self, Unsupported> {
        Ok(Self {
            saving,
            bitset: Bitset::unpositioned(problem, rule, simd)?,
            links: Links::new(problem, rule),
            is_handed_over: false,
            estimates: Estimates::none(),
            candidates: Vec::new(),
            nodes: 0,
            options: Vec::new(),
            items: Vec::new(),
        })
    }

    /// Learns what was below the candidates that have been left.
    fn leave_candidates(&mut self) {
        while let Some(&Candidate { depth, sort, nodes }) = self.candidates.last()
            && depth >= self.links.depth()
        {
            self.estimates.learn(sort, self.nodes - nodes);
            self.candidates.pop();
        }
    }

    /// Hands the node at which the links stand over, if that pays: what stands there then.
    fn hand_over(&mut self) -> Option<Root> {
        self.links.list_live(Bitset::MOST_OPTIONS, &mut self.options, &mut self.items).then_some(())?;
        let (options, items, depth) = (self.options.len(), self.items.len(), self.links.depth());
        let making = self.bitset.making(options, items);
        if making.is_infinite() {
            return None;
        }
        let sort = Estimates::sort(options);
        if !self.estimates.pays(sort, self.saving, making) {
            self.candidates.push(Candidate { depth, sort, nodes: self.nodes });
            return None;
        }
        self.bitset.enter_rest(&self.options, &self.items, depth);
        self.is_handed_over = true;
        Some(self.bitset.here())
    }

    /// Whether the deepest level is one of the bitset engine.
    fn is_in_bitset(&self) -> bool {
        self.is_handed_over && self.bitset.depth() > self.links.depth()
    }
}

impl<const COLORED: bool> Engine for Hybrid<COLORED> {
    fn restart(&mut self, problem: &Problem, givens: Givens<'_>) -> Result<(), GivenError> {
        self.is_handed_over = false;
        self.candidates.clear();
        self.links.restart(problem, givens)
    }

    fn here(&self) -> Root {
        if self.is_handed_over { self.bitset.here() } else { self.links.here() }
    }

    fn open(&mut self) {
        if self.is_handed_over { self.bitset.open() } else { self.links.open() }
    }

    fn open_at(&mut self, item: ItemId) -> bool {
        if self.is_handed_over { self.bitset.open_at(item) } else { self.links.open_at(item) }
    }

    fn take_next(&mut self) -> Taken {
        if self.is_in_bitset() {
            return self.bitset.take_next();
        }
        self.is_handed_over = false;
        self.links.take_next()
    }

    fn pass_next(&mut self) -> bool {
        if self.is_in_bitset() {
            return self.bitset.pass_next();
        }
        self.is_handed_over = false;
        self.links.pass_next()
    }

    fn take_passed(&mut self) -> Taken {
        if self.is_in_bitset() { self.bitset.take_passed() } else { self.links.take_passed() }
    }

    fn go_on(&mut self, run: &mut Run<'_>) -> Event {
        loop {
            if self.is_in_bitset() {
                let (floor, before) = (run.floor, run.fuel);
                run.floor = floor.max(self.links.depth());
                let event = self.bitset.go_on(run);
                run.floor = floor;
                self.nodes += before - run.fuel;
                if event != Event::End || floor >= self.links.depth() {
                    return event;
                }
            }
            self.is_handed_over = false;
            if run.fuel == 0 && self.links.has_untried() {
                return Event::Spent;
            }
            let depth = self.links.depth();
            match self.links.take_next() {
                Taken::Closed => {
                    self.leave_candidates();
                    if depth == run.floor + 1 {
                        return Event::End;
                    }
                    continue;
                }
                Taken::Solved => {
                    run.enter(depth);
                    self.nodes += 1;
                    if run.find() {
                        return Event::Enough;
                    }
                }
                Taken::Dead => {
                    run.enter(depth);
                    self.nodes += 1;
                }
                Taken::Open => {
                    run.enter(depth);
                    self.nodes += 1;
                    // In a chain of forced options only its first node is looked at: looking takes as long as
                    // choosing among all open items.
                    let handed_over = if self.links.is_forced() { None } else { self.hand_over() };
                    match handed_over {
                        None => self.links.open(),
                        Some(Root::Open) => self.bitset.open(),
                        Some(Root::Solved) => {
                            if run.find() {
                                return Event::Enough;
                            }
                        }
                        Some(Root::Dead) => {}
                    }
                }
            }
        }
    }

    fn forced(&self) -> Option<ItemId> {
        if self.is_handed_over { self.bitset.forced() } else { self.links.forced() }
    }

    fn has_carried_out(&self, choice: Choice) -> bool {
        self.is_handed_over && self.bitset.has_carried_out(choice)
    }

    fn close(&mut self) {
        if self.is_in_bitset() {
            self.bitset.close();
        } else {
            self.is_handed_over = false;
            self.links.close();
            self.leave_candidates();
        }
    }

    fn has_untried(&self) -> bool {
        if self.is_in_bitset() { self.bitset.has_untried() } else { self.links.has_untried() }
    }

    fn depth(&self) -> usize {
        if self.is_handed_over { self.bitset.depth() } else { self.links.depth() }
    }

    fn choice(&self, level: usize) -> Choice {
        if level < self.links.depth() { self.links.choice(level) } else { self.bitset.choice(level) }
    }

    fn rank(&self, level: usize) -> Rank {
        if level < self.links.depth() { self.links.rank(level) } else { self.bitset.rank(level) }
    }

    fn path(&self, cover: &mut Vec<OptionId>) {
        self.links.path(cover);
        if self.is_handed_over {
            self.bitset.path(cover);
        }
    }

    fn assume(&mut self, problem: &Problem, assumption: Assumption) -> Result<(), GivenError> {
        self.is_handed_over = false;
        self.links.assume(problem, assumption)
    }

    fn mark(&self) -> usize {
        self.links.mark()
    }

    fn retract_to(&mut self, mark: usize) {
        self.is_handed_over = false;
        self.links.retract_to(mark);
    }

    fn settled(&self) -> &Settled {
        self.links.settled()
    }

    fn weights(&self) -> &[u64] {
        self.links.weights()
    }

    fn set_weights(&mut self, weights: &[u64]) {
        self.links.set_weights(weights);
    }

    fn updates(&self) -> u64 {
        self.links.updates() + self.bitset.updates()
    }

    fn forget(&mut self) {
        self.links.forget();
        self.bitset.forget();
    }

    fn size(&self) -> Size {
        self.links.size()
    }
}
