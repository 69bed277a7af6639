//! The search loop through the levels of one subproblem, compiled for each size class.

use super::build::Smaller;
use super::class::{Class, Costs, narrower};
use super::estimates::Estimates;
use super::expand::{Found, NodeTables, expand, is_empty};
use super::level::OptionLevel;
use super::part::SubProblem;
use super::sets::{ones, words};
use crate::engine::simd::{Kernel, Lanes};
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
    /// Compute the node in `here`, and nothing else.
    Node,
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
        let SubProblem { options, items, lines, masks, allows, covers, levels, nodes, hot, here, .. } = part;
        let tables = NodeTables {
            options,
            blocks: lines.as_chunks().0,
            masks: masks.as_chunks().0,
            allows: allows.as_chunks().0,
            covers: covers.as_chunks().0,
        };
        let size = W + OW;
        let mut level = match (task, levels.last()) {
            (PartTask::GoOn, None) => return Turn::Up,
            (PartTask::GoOn, Some(&level)) => level,
            (PartTask::Node, _) => OptionLevel::NONE,
        };
        loop {
            let (mut live, mut open, hint);
            // Nodes are computed in one place only, as that code is long and compiled for each size class.
            if task == PartTask::Node {
                (live, open) = (*words::<W>(here, 0), *words::<OW>(&here[W..], 0));
                hint = 0;
            } else {
                let node = &nodes[(levels.len() - 1) * size..][..size];
                (live, open) = (*words::<W>(node, 0), *words::<OW>(&node[W..], 0));
                let item = wide(level.item);
                if !level.seek(W, |word| live[word] & tables.mask::<L>(item, word)) {
                    estimates.leave(level.sort, *scans - level.scans);
                    levels.pop();
                    *depth -= 1;
                    if *depth == run.floor {
                        path.truncate(wide(level.path));
                        here.clear();
                        here.extend_from_slice(node);
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
                path.push(options[option]);
                tables.choose(option, &mut live, &mut open);
                hint = option;
            }
            let found = if is_empty(&open) {
                Found::Solved
            } else {
                expand(lanes, tables, &mut live, &mut open, path, &mut hot[hint], scans)
            };
            if task == PartTask::Node {
                here[..W].copy_from_slice(&live);
                here[W..].copy_from_slice(&open);
                return Turn::Node(found);
            }
            match found {
                Found::Dead => {}
                Found::Solved => {
                    if run.find() {
                        *levels.last_mut().expect("a level is open") = level;
                        return Turn::Event(Event::Enough);
                    }
                }
                Found::Branch { item, of } => {
                    let open_count = ones(&open);
                    if open_count <= 2 {
                        let last = Last { tables, live: &live, open: &open, item: wide(item), of };
                        if last.count::<L>(open_count, run, *depth) {
                            continue;
                        }
                    }
                    *levels.last_mut().expect("a level is open") = level;
                    *depth += 1;
                    let live_count = ones(&live);
                    let mut below = OptionLevel::new(item, of, path.len());
                    below.scans = *scans;
                    let (from, blocks) = (Class { width: W, breadth: OW }, tables.blocks.len());
                    let may_be_smaller = live_count <= const { narrower(W) } * 64
                        || L::COUNTS_EIGHT && 2 * open_count.div_ceil(8) <= blocks
                        || open_count <= const { OW / 2 } * 64;
                    if may_be_smaller && let Some(class) = costs.smaller(from, blocks, live_count, open_count)
                    {
                        let sort = Estimates::sort(live_count);
                        below.sort = narrow(sort);
                        let saving = costs.saving(from, blocks, class, open_count);
                        if estimates.pays(sort, saving, costs.making(class, live_count, open_count)) {
                            smaller.ask(class, below, (&live, options), (&open, items));
                            return Turn::Down;
                        }
                    }
                    below.begin(0, |word| live[word] & tables.mask::<L>(wide(item), word));
                    let from = levels.len() * size;
                    if nodes.len() < from + size {
                        nodes.resize(from + size, 0);
                    }
                    let node = &mut nodes[from..from + size];
                    node[..W].copy_from_slice(&live);
                    node[W..].copy_from_slice(&open);
                    levels.push(below);
                    level = below;
                }
            }
        }
    }
}

/// A node with one or two open items.
struct Last<'n, const W: usize, const OW: usize> {
    tables: NodeTables<'n, W, OW>,
    live: &'n [u64; W],
    open: &'n [u64; OW],
    /// The item to branch on, and its number of options.
    item: usize,
    of: u32,
}

impl<const W: usize, const OW: usize> Last<'_, W, OW> {
    /// Counts the covers below without visiting them, and the nodes as if they were visited. Returns false,
    /// and counts nothing, if a limit would be reached inside them.
    #[inline(always)]
    fn count<L: Lanes>(&self, open: usize, run: &mut Run<'_>, depth: usize) -> bool {
        let ways = u64::from(self.of);
        if open == 1 {
            let is_allowed = run.allows(ways);
            if is_allowed {
                run.found += ways;
                run.enter_many(depth + 1, ways);
            }
            return is_allowed;
        }
        let (covers, nodes) = self.count_two::<L>();
        // There may be more nodes than covers, or more covers than nodes: the greater number must be allowed.
        let is_allowed = run.allows(covers.max(ways + nodes));
        if is_allowed {
            run.found += covers;
            run.enter_many(depth + 1, ways);
            if nodes > 0 {
                run.enter_many(depth + 2, nodes);
            }
        }
        is_allowed
    }

    /// Returns the number of covers with two items open, and of nodes at the second of the two levels.
    #[inline(always)]
    fn count_two<L: Lanes>(&self) -> (u64, u64) {
        let Self { tables, live, open, item, .. } = *self;
        let mut other = *open;
        other[item / 64] &= !(1 << (item % 64));
        let part = (0..OW).find(|&part| other[part] != 0).unwrap_or(0);
        let other = part * 64 + wide(other[part].trailing_zeros());
        let mut ways_of_other = [0; W];
        for word in 0..W {
            ways_of_other[word] = live[word] & tables.mask::<L>(other, word);
        }
        let (mut covers, mut nodes) = (0, 0);
        for word in 0..W {
            let mut ways = live[word] & tables.mask::<L>(item, word);
            while ways != 0 {
                let bit = ways.trailing_zeros();
                ways &= ways - 1;
                if ways_of_other[word] >> bit & 1 == 1 {
                    covers += 1;
                    continue;
                }
                let allows = &tables.allows[word * 64 + wide(bit)];
                let mut count = 0;
                for word in 0..W {
                    count += u64::from((ways_of_other[word] & allows[word]).count_ones());
                }
                covers += count;
                // A single option is forced, and forced options are not nodes.
                nodes += if count > 1 { count } else { 0 };
            }
        }
        (covers, nodes)
    }
}

impl From<Found> for Root {
    fn from(found: Found) -> Self {
        match found {
            Found::Dead => Self::Dead,
            Found::Solved => Self::Solved,
            Found::Branch { .. } => Self::Open,
        }
    }
}
