//! The hybrid engine: links that hand over to the bitset engine, for problems that are too large for tables
//! of bits at the root.
//!
//! The search begins on links. At a node whose live part fits into one table, and below which enough nodes
//! are expected for that table to pay, the bitset engine takes over, and returns when it has finished the
//! node. The levels of both, one after the other, are the path.

use dlx_simd::Simd;

use crate::control::checkpoint::Choice;
use crate::control::limits::{Limits, Stopped};
use crate::control::rule::Rule;
use crate::engine::bitset::{Bitset, Estimates};
use crate::engine::links::Links;
use crate::engine::unsupported::EngineError;
use crate::engine::{Assumed, BranchState, Engine, EngineFigures, NodeState, Rank, Run, RunEnd};
use crate::problem::Problem;
use crate::problem::givens::Settled;
use crate::problem::ids::OptionId;

/// Time in nanoseconds that a node takes on links more than in the bitset engine, approximately.
pub(crate) const SAVING: f64 = 300.0;

/// Both engines, and which of them is in use.
#[derive(Clone, Debug)]
pub(crate) struct Hybrid<const COLORED: bool> {
    links: Links<COLORED, false>,
    bitset: Bitset,
    /// Time in nanoseconds that a node takes on links more than in the bitset engine.
    saving: f64,
    /// True if the bitset engine has taken over at the deepest node of the links.
    is_handed_over: bool,
    estimates: Estimates,
    /// Nodes on the path that the bitset engine might have taken over, the deepest last.
    candidates: Vec<Candidate>,
    /// Number of nodes entered.
    nodes: u64,
    options: Vec<u32>,
    items: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Candidate {
    /// Number of levels open at the node.
    depth: usize,
    sort: usize,
    /// Number of nodes entered before it.
    nodes: u64,
}

impl<const COLORED: bool> Hybrid<COLORED> {
    /// Returns the engine at the root of the problem without givens.
    ///
    /// # Errors
    /// A problem or a rule that is not supported, and the limit that was reached.
    pub(crate) fn new(
        problem: &Problem,
        rule: Rule,
        simd: Simd,
        saving: f64,
        limits: &mut Limits<'_>,
    ) -> Result<Self, EngineError> {
        Ok(Self {
            saving,
            bitset: Bitset::new(problem, rule, simd, limits)?,
            links: Links::new(problem, rule),
            is_handed_over: false,
            estimates: Estimates::none(),
            candidates: Vec::new(),
            nodes: 0,
            options: Vec::new(),
            items: Vec::new(),
        })
    }

    /// Learns how many nodes were below the candidates that have been left.
    fn leave_candidates(&mut self) {
        while let Some(&Candidate { depth, sort, nodes }) = self.candidates.last()
            && depth >= self.links.depth()
        {
            self.estimates.learn(sort, self.nodes - nodes);
            self.candidates.pop();
        }
    }

    /// Hands over the node at which the links are, if that pays. Returns the state there.
    fn hand_over(&mut self) -> Option<NodeState> {
        // Listing is linear in the open items, and most nodes of a large problem have too many for any table.
        if self.bitset.making(0, self.links.open_count()).is_infinite() {
            return None;
        }
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
        self.is_handed_over = true;
        Some(self.bitset.enter_rest(&self.options, &self.items, depth))
    }

    /// Returns true if the deepest level belongs to the bitset engine.
    fn is_in_bitset(&self) -> bool {
        self.is_handed_over && self.bitset.depth() > self.links.depth()
    }

    /// Returns the engine that has the deepest level.
    fn with_level(&mut self) -> &mut dyn Engine {
        self.is_handed_over = self.is_in_bitset();
        if self.is_handed_over { &mut self.bitset } else { &mut self.links }
    }
}

impl<const COLORED: bool> Engine for Hybrid<COLORED> {
    fn restart(
        &mut self,
        problem: &Problem,
        settled: &Settled,
        limits: &mut Limits<'_>,
    ) -> Result<NodeState, Stopped> {
        self.is_handed_over = false;
        self.candidates.clear();
        self.links.restart(problem, settled, limits)
    }

    fn open(&mut self) {
        if self.is_handed_over { self.bitset.open() } else { self.links.open() }
    }

    fn pass_next(&mut self) -> bool {
        self.with_level().pass_next()
    }

    fn take_passed(&mut self) -> NodeState {
        self.with_level().take_passed()
    }

    fn go_on(&mut self, run: &mut Run<'_>) -> RunEnd {
        loop {
            if self.is_in_bitset() {
                let (floor, before) = (run.floor, run.nodes_left());
                run.floor = floor.max(self.links.depth());
                let event = self.bitset.go_on(run);
                run.floor = floor;
                self.nodes += before - run.nodes_left();
                if event != RunEnd::End || floor >= self.links.depth() {
                    return event;
                }
            }
            self.is_handed_over = false;
            if run.fuel == 0 && self.links.has_untried() {
                return RunEnd::Spent;
            }
            let depth = self.links.depth();
            match self.links.take_next() {
                BranchState::Closed => {
                    self.leave_candidates();
                    if depth == run.floor + 1 {
                        return RunEnd::End;
                    }
                    continue;
                }
                BranchState::Solved => {
                    run.enter(depth);
                    self.nodes += 1;
                    if run.find() {
                        return RunEnd::Enough;
                    }
                }
                BranchState::Dead => {
                    run.enter(depth);
                    self.nodes += 1;
                }
                BranchState::Open => {
                    run.enter(depth);
                    self.nodes += 1;
                    // In a chain of forced options only the first node is examined, which takes as long as
                    // choosing among all open items.
                    let handed_over = if self.links.is_forced() { None } else { self.hand_over() };
                    match handed_over {
                        None => self.links.open(),
                        Some(NodeState::Open) => self.bitset.open(),
                        Some(NodeState::Solved) => {
                            if run.find() {
                                return RunEnd::Enough;
                            }
                        }
                        Some(NodeState::Dead) => {}
                    }
                }
            }
        }
    }

    fn close(&mut self) {
        self.with_level().close();
        self.leave_candidates();
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

    fn path(&self, given: &[OptionId], cover: &mut Vec<OptionId>) {
        self.links.path(given, cover);
        if self.is_handed_over {
            self.bitset.path(&[], cover);
        }
    }

    fn figures(&self) -> EngineFigures {
        let (links, bitset) = (self.links.figures(), self.bitset.figures());
        EngineFigures { updates: links.updates + bitset.updates, ..links }
    }

    fn assume(&mut self, assumed: Assumed<'_>) -> Option<NodeState> {
        self.is_handed_over = false;
        self.links.assume(assumed)
    }

    fn retract(&mut self) -> Option<NodeState> {
        self.is_handed_over = false;
        self.links.retract()
    }
}
