//! The way from a premise to one of its consequences, through the tables of all assumptions on it.

use super::entry::{Base, Entry};
use crate::human::parts::{Link, Strength};
use crate::human::techniques::implications::{Assumption, Implications};
use crate::work::Work;

/// The greatest number of nodes on a way. Only entries that follow from a contradiction have longer ones.
const LONGEST: usize = 1000;
/// Number of entries that count as one step of work.
const ENTRIES_OF_A_STEP: usize = 256;

/// The table of an assumption, with everything that follows from the tables of its entries.
#[derive(Debug)]
pub(in super::super) struct Expanded {
    premise: Assumption,
    entries: Vec<Reached>,
    /// By assumption, its place among the entries.
    places: Vec<u16>,
}

#[derive(Clone, Copy, Debug)]
struct Reached {
    to: Assumption,
    /// The assumption from whose table it was taken; the premise for its own entries.
    from: Assumption,
    distance: u16,
}

const NONE: u16 = u16::MAX;

/// A way from the end to the premise, and the ways to further reasons of the nodes on it.
#[derive(Debug)]
pub(super) struct Path {
    nodes: Vec<Assumption>,
    branches: Vec<Vec<Assumption>>,
}

impl Expanded {
    pub(in super::super) fn new(base: &Base, premise: Assumption, work: &Work<'_, '_>) -> Expanded {
        let mut places = vec![NONE; base.len()];
        let mut entries: Vec<Reached> = Vec::new();
        for (place, entry) in (0_u16..).zip(&base[premise.index()]) {
            places[entry.to.index()] = place;
            entries.push(Reached { to: entry.to, from: premise, distance: entry.distance });
        }
        let mut next = 1;
        while let Some(&Reached { to: from, distance: before, .. }) = entries.get(next) {
            next += 1;
            let table = &base[from.index()];
            if work.is_over_after(1 + table.len() / ENTRIES_OF_A_STEP) {
                break;
            }
            for &Entry { to, distance, .. } in table.iter().skip(1) {
                let reached = Reached { to, from, distance: before.saturating_add(distance) };
                match (places[to.index()], u16::try_from(entries.len())) {
                    (NONE, Ok(place)) if place != NONE => {
                        places[to.index()] = place;
                        entries.push(reached);
                    }
                    (NONE, _) => {}
                    (place, _) => {
                        let known = &mut entries[usize::from(place)];
                        if known.from != premise && known.distance > reached.distance {
                            *known = reached;
                        }
                    }
                }
            }
        }
        Expanded { premise, entries, places }
    }

    pub(in super::super) fn premise(&self) -> Assumption {
        self.premise
    }

    /// Returns everything that follows, with the distance of each from the premise.
    pub(in super::super) fn reached(&self) -> impl Iterator<Item = (Assumption, usize)> + '_ {
        self.entries.iter().map(|entry| (entry.to, usize::from(entry.distance)))
    }

    /// Returns the nodes from the premise to a consequence.
    pub(in super::super) fn chain(&self, base: &Base, end: Assumption) -> Vec<Assumption> {
        let mut nodes = self.walk(base, end, |_| false, |_| ());
        nodes.reverse();
        nodes
    }

    /// Returns the way to a consequence.
    pub(super) fn path(&self, base: &Base, end: Assumption) -> Path {
        let mut branches = Vec::new();
        let nodes = self.walk(base, end, |_| false, |start| branches.push(start));
        // Reasons of nodes on branches are not followed.
        let branch = |start| self.walk(base, start, |node| nodes.contains(&node), |_| ());
        let branches = branches.into_iter().map(branch).collect();
        Path { nodes, branches }
    }

    /// Returns the nodes from this one back to the premise, or to the first one at which the way ends. Calls
    /// the last function with further reasons.
    fn walk(
        &self,
        base: &Base,
        end: Assumption,
        is_end: impl Fn(Assumption) -> bool,
        mut branch: impl FnMut(Assumption),
    ) -> Vec<Assumption> {
        let mut nodes = vec![end];
        let mut here = end;
        while here != self.premise && nodes.len() < LONGEST {
            let Some(reached) = self.entries.get(usize::from(self.places[here.index()])) else { break };
            let table = &base[reached.from.index()];
            let Some(mut place) = table.iter().position(|entry| entry.to == here) else { break };
            while place != 0 && nodes.len() < LONGEST {
                let reasons = table[place].reasons;
                for &further in reasons[1..].iter().filter(|&&further| further != 0) {
                    branch(table[usize::from(further)].to);
                }
                place = usize::from(reasons[0]);
                let node = table[place].to;
                nodes.push(node);
                if is_end(node) {
                    return nodes;
                }
            }
            here = reached.from;
        }
        nodes
    }
}

impl Path {
    /// Returns true if it has no link.
    pub(super) fn is_point(&self) -> bool {
        self.nodes.len() < 2
    }

    /// Returns true if a node on it has several reasons.
    pub(super) fn is_net(&self) -> bool {
        !self.branches.is_empty()
    }

    /// Returns the number of its nodes, as HoDoKu counts them.
    pub(super) fn length(&self) -> usize {
        self.nodes.len() + self.branches.iter().map(Vec::len).sum::<usize>()
    }

    /// Returns its links: a chain from the premise to the end, then a chain for each branch.
    pub(super) fn links(&self, links: &Implications<'_>) -> Vec<Link> {
        let chains = std::iter::once(&self.nodes).chain(&self.branches);
        let pairs = chains.flat_map(|chain| chain.windows(2).rev());
        pairs
            .map(|pair| {
                let [from, to] = [pair[1], pair[0]].map(|node| links.node_of_step(node));
                let strength = if pair[0].is_true() { Strength::Strong } else { Strength::Weak };
                links.rules.link(links.board, from, strength, to)
            })
            .collect()
    }
}
