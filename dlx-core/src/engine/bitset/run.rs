//! The search loop through the levels of one subproblem, compiled for each size class.

use dlx_simd::{Kernel, Lanes};

use super::build::Smaller;
use super::class::{Class, Costs, is_wide, narrower};
use super::estimates::Estimates;
use super::expand::{Expanded, Node, ONE_BY_ONE};
use super::few::FewItems;
use super::killers::Killers;
use super::level::OptionLevel;
use super::part::SubProblem;
use super::sets::{fill, ones, word_of_all};
use super::tables::NodeTables;
use crate::engine::{NodeState, Run, RunEnd};
use crate::problem::ids::{narrow, wide};

/// Where few items are open, most nodes below are counted item by item, and a node saves more than a scan does.
const SAVING_OF_FEW: f64 = 1.5;

/// The reason why the loop in a subproblem returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoopEnd {
    RunEnd(RunEnd),
    /// The requested node is computed, and its sets are in `here`.
    Node(Expanded),
    /// The floor is reached. The sets of the node that was returned to are in `here`, and its state is given.
    End(Expanded),
    /// All levels of the subproblem are closed, and the floor is above it.
    Up,
    /// The covers below a node are to be [counted](CountPart). Its sets are in `here`, and its state is given.
    Count(Expanded),
    /// A node is to be continued in a smaller subproblem, described by [`Smaller`].
    Down,
}

/// The state that all subproblems share: the path and what was learned.
#[derive(Debug)]
pub(super) struct PartShared<'a> {
    pub(super) path: &'a mut Vec<u32>,
    pub(super) scans: &'a mut u64,
    /// Number of levels open in all subproblems.
    pub(super) depth: &'a mut usize,
    pub(super) estimates: &'a mut Estimates,
    pub(super) smaller: &'a mut Smaller,
    pub(super) costs: Costs,
}

/// A task for a subproblem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartTask {
    /// Continue the search inside a level.
    GoOn {
        /// Whether covers may be counted below nodes with few items.
        may_count: bool,
    },
    /// Compute the node below this option of the deepest level, or expand the node in `here`, and nothing
    /// else.
    Node(Option<u32>),
}

/// The kernel that runs a task in a subproblem.
pub(super) struct GoPart<'a, 'l, const W: usize, const OW: usize> {
    pub(super) part: &'a mut SubProblem,
    pub(super) shared: PartShared<'a>,
    pub(super) run: &'a mut Run<'l>,
    pub(super) task: PartTask,
}

impl<const W: usize, const OW: usize> Kernel for GoPart<'_, '_, W, OW> {
    type Output = LoopEnd;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> LoopEnd {
        let Self { part, shared, run, task } = self;
        let PartShared { path, scans, depth, estimates, smaller, costs } = shared;
        let SubProblem { options, items, conflicts, covers, lines, blocks, .. } = part;
        let SubProblem {
            has_secondaries, has_killers, killers, levels, lists, dead_ends, nodes, here, ..
        } = part;
        let tables: NodeTables<'_, W, OW> =
            NodeTables::of(options, conflicts, covers, lines, blocks, *has_secondaries);
        let mut level = match (task, levels.last()) {
            (PartTask::GoOn { .. }, None) => return LoopEnd::Up,
            (PartTask::GoOn { .. }, Some(&level)) => level,
            (PartTask::Node(_), _) => OptionLevel::NONE,
        };
        let mut killers = Killers { last: 0, by_option: killers };
        let is_node = matches!(task, PartTask::Node(_));
        let mut may_count = task == PartTask::GoOn { may_count: true };
        loop {
            let mut node: Node<L, W, OW> = match task {
                PartTask::Node(None) => here.load(lanes, 0),
                _ => nodes.load(lanes, levels.len() - 1),
            };
            // Nodes are computed in one place only, as that code is long and compiled for each size class.
            let option = if let PartTask::Node(option) = task {
                option.map(wide)
            } else {
                let mask = &tables.masks[wide(level.item) / 64][wide(level.item) % 64];
                let OptionLevel { list, of, .. } = level;
                let has_next = if is_wide(W) {
                    level.seek(wide(of).div_ceil(64), |word| word_of_all(wide(of), word))
                } else {
                    level.seek(W, |word| node.live[word] & mask[word])
                };
                if !has_next {
                    estimates.leave(level.sort, *scans - level.scans);
                    levels.pop();
                    *depth -= 1;
                    if *depth == run.floor {
                        path.truncate(wide(level.path));
                        here.reserve::<W, OW>(0);
                        here.store(lanes, 0, &node);
                        return LoopEnd::End(Expanded::Branch { item: level.item, of: level.of });
                    }
                    match levels.last() {
                        Some(&above) => level = above,
                        None => return LoopEnd::Up,
                    }
                    continue;
                }
                if run.fuel == 0 {
                    *levels.last_mut().expect("a level is open") = level;
                    return LoopEnd::RunEnd(RunEnd::Spent);
                }
                path.truncate(wide(level.path));
                if is_wide(W) {
                    let passed = level.pass_dead_ends(dead_ends[levels.len() - 1], run.fuel);
                    if passed > 0 {
                        run.enter_many(*depth, passed);
                        *scans += passed;
                        if !level.has_untried() || run.fuel == 0 {
                            continue;
                        }
                    }
                }
                run.enter(*depth);
                level.take();
                let place = wide(level.place);
                let option = if is_wide(W) { wide(lists[wide(list) + place]) } else { place };
                path.push(tables.options[option / 64][option % 64]);
                Some(option)
            };
            let count_few = |live: &[u64; W], open: &[u64; OW], scans: &mut u64| {
                may_count = may_count
                    && FewItems { tables: &tables, live: *live, open: *open }
                        .count(lanes, run, *depth, scans);
                may_count
            };
            let found = node.expand(lanes, tables, option, path, scans, &mut killers, count_few);
            if is_node {
                here.store(lanes, 0, &node);
                return LoopEnd::Node(found);
            }
            match found {
                Expanded::Dead | Expanded::Counted => {}
                Expanded::Solved => {
                    if run.find() {
                        *levels.last_mut().expect("a level is open") = level;
                        return LoopEnd::RunEnd(RunEnd::Enough);
                    }
                }
                Expanded::Branch { item, of } => {
                    let open_count = ones(&node.open);
                    *levels.last_mut().expect("a level is open") = level;
                    if FewItems::<W, OW>::is_few_outside(open_count) && may_count {
                        here.reserve::<W, OW>(0);
                        here.store(lanes, 0, &node);
                        return LoopEnd::Count(found);
                    }
                    *depth += 1;
                    let live_count = ones(&node.live);
                    let mut below = OptionLevel::new(item, of, path.len());
                    below.scans = *scans;
                    let from = Class { width: W, breadth: OW };
                    let blocks = tables.blocks.len();
                    let may_be_smaller = live_count <= const { narrower(W) } * 64
                        || 2 * open_count.div_ceil(8) <= blocks
                        || open_count <= const { OW / 2 } * 64;
                    if may_be_smaller && let Some(class) = costs.smaller(from, blocks, live_count, open_count)
                    {
                        let sort = Estimates::sort(live_count);
                        below.sort = narrow(sort);
                        let is_scanned = blocks > 0;
                        let mut saving = costs.scan(from, blocks * 8, is_scanned)
                            - costs.scan(class, open_count, is_scanned);
                        if open_count <= ONE_BY_ONE {
                            saving *= SAVING_OF_FEW;
                        }
                        if estimates.pays(sort, saving, costs.making(class, live_count, open_count)) {
                            smaller.ask(class, below, (&node.live, options), (&node.open, items));
                            return LoopEnd::Down;
                        }
                    }
                    let mask = &tables.masks[wide(item) / 64][wide(item) % 64];
                    let ways = |word: usize| node.live[word] & mask[word];
                    if is_wide(W) {
                        below.list = level.end_of_list();
                        let (first, end) = (wide(below.list), wide(below.end_of_list()));
                        if lists.len() < end {
                            lists.resize(2 * end, 0);
                        }
                        let list = &mut lists[first..end];
                        fill(list, ways);
                        let dead = match *has_killers {
                            true => killers.dead_ends(lanes, tables, &node.live, &node.open, list),
                            false => 0,
                        };
                        dead_ends.truncate(levels.len());
                        dead_ends.push(dead);
                        below.begin(|word| word_of_all(wide(of), word));
                    } else {
                        below.begin(ways);
                    }
                    nodes.reserve::<W, OW>(levels.len());
                    nodes.store(lanes, levels.len(), &node);
                    levels.push(below);
                    level = below;
                }
            }
        }
    }
}

/// The kernel that counts the covers below the node in `here` of a subproblem, which has few items.
pub(super) struct CountPart<'a, 'l, const W: usize, const OW: usize> {
    pub(super) part: &'a mut SubProblem,
    pub(super) run: &'a mut Run<'l>,
    /// Number of levels open in all subproblems.
    pub(super) depth: usize,
    pub(super) scans: &'a mut u64,
}

impl<const W: usize, const OW: usize> Kernel for CountPart<'_, '_, W, OW> {
    /// False if a limit would be reached. Nothing is counted then.
    type Output = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> bool {
        let Self { part, run, depth, scans } = self;
        let SubProblem { options, conflicts, covers, lines, blocks, has_secondaries, here, .. } = part;
        let tables: NodeTables<'_, W, OW> =
            NodeTables::of(options, conflicts, covers, lines, blocks, *has_secondaries);
        let (&live, &open) = here.sets_of(0);
        FewItems { tables: &tables, live, open }.count(lanes, run, depth, scans)
    }
}

impl From<Expanded> for NodeState {
    fn from(found: Expanded) -> Self {
        match found {
            Expanded::Dead => Self::Dead,
            Expanded::Solved => Self::Solved,
            Expanded::Branch { .. } | Expanded::Counted => Self::Open,
        }
    }
}
