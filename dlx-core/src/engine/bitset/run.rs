//! The search loop through the levels of one subproblem, compiled for each size class.

use dlx_simd::{Kernel, Lanes};

use super::build::Smaller;
use super::class::{Class, Costs, narrower};
use super::estimates::Estimates;
use super::expand::{Found, Node};
use super::few::Few;
use super::level::OptionLevel;
use super::part::SubProblem;
use super::sets::ones;
use super::tables::{NodeTables, rows};
use crate::engine::{Event, Root, Run};
use crate::problem::ids::{narrow, wide};

/// The reason why the loop in a subproblem returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Event(Event),
    /// The requested node is computed, and its sets are in `here`.
    Node(Found),
    /// The floor is reached. The sets of the node that was returned to are in `here`, and its state is given.
    End(Found),
    /// All levels of the subproblem are closed, and the floor is above it.
    Up,
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
    GoOn,
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
    type Output = Turn;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Turn {
        let Self { part, shared, run, task } = self;
        let PartShared { path, scans, depth, estimates, smaller, costs } = shared;
        let SubProblem { options, items, masks, allows, covers, lines, blocks, .. } = part;
        let SubProblem { has_secondaries, levels, nodes, here, .. } = part;
        let tables: NodeTables<'_, W, OW> = NodeTables {
            options: rows(options),
            masks: rows(masks.as_chunks().0),
            allows: rows(allows.as_chunks().0),
            covers: rows(covers.as_chunks().0),
            lines: (!lines.is_empty()).then(|| rows(lines.as_chunks().0)),
            blocks: blocks.as_chunks().0,
            has_secondaries: *has_secondaries,
        };
        let mut level = match (task, levels.last()) {
            (PartTask::GoOn, None) => return Turn::Up,
            (PartTask::GoOn, Some(&level)) => level,
            (PartTask::Node(_), _) => OptionLevel::NONE,
        };
        let (mut hot, is_node) = (0, matches!(task, PartTask::Node(_)));
        let mut may_count = !is_node;
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
                if !level.seek(W, |word| node.live[word] & mask[word]) {
                    estimates.leave(level.sort, *scans - level.scans);
                    levels.pop();
                    *depth -= 1;
                    if *depth == run.floor {
                        path.truncate(wide(level.path));
                        here.reserve::<W, OW>(0);
                        here.store(lanes, 0, &node);
                        return Turn::End(Found::Branch { item: level.item, of: level.of });
                    }
                    match levels.last() {
                        Some(&above) => level = above,
                        None => return Turn::Up,
                    }
                    continue;
                }
                if run.fuel == 0 {
                    *levels.last_mut().expect("a level is open") = level;
                    return Turn::Event(Event::Spent);
                }
                run.enter(*depth);
                path.truncate(wide(level.path));
                let option = level.take();
                path.push(tables.options[option / 64][option % 64]);
                Some(option)
            };
            let count_few = |live: &[u64; W], open: &[u64; OW], scans: &mut u64| {
                may_count =
                    may_count && Few { tables, live: *live, open: *open }.count(lanes, run, *depth, scans);
                may_count
            };
            let found = node.expand(lanes, tables, option, path, scans, &mut hot, count_few);
            if is_node {
                here.store(lanes, 0, &node);
                return Turn::Node(found);
            }
            match found {
                Found::Dead | Found::Counted => {}
                Found::Solved => {
                    if run.find() {
                        *levels.last_mut().expect("a level is open") = level;
                        return Turn::Event(Event::Enough);
                    }
                }
                Found::Branch { item, of } => {
                    let open_count = ones(&node.open);
                    *levels.last_mut().expect("a level is open") = level;
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
                        let saving = costs.scan(from, blocks * 8, is_scanned)
                            - costs.scan(class, open_count, is_scanned);
                        if estimates.pays(sort, saving, costs.making(class, live_count, open_count)) {
                            smaller.ask(class, below, (&node.live, options), (&node.open, items));
                            return Turn::Down;
                        }
                    }
                    let mask = &tables.masks[wide(item) / 64][wide(item) % 64];
                    below.begin(|word| node.live[word] & mask[word]);
                    nodes.reserve::<W, OW>(levels.len());
                    nodes.store(lanes, levels.len(), &node);
                    levels.push(below);
                    level = below;
                }
            }
        }
    }
}

impl From<Found> for Root {
    fn from(found: Found) -> Self {
        match found {
            Found::Dead => Self::Dead,
            Found::Solved => Self::Solved,
            Found::Branch { .. } | Found::Counted => Self::Open,
        }
    }
}
