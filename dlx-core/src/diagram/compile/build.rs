//! The backward pass: from the last layer back to the first, each state becomes the diagram of all its
//! completions.

use super::level::LevelScratch;
use super::nodes::{Nodes, ONE_WITHOUT_OPTION, stopped};
use super::sweep::{KeptSweep, Level, Transition, Transitions, fits, level_bytes};
use super::threads::LayerThreads;
use crate::control::limits::{Limits, Stopped};
use crate::count::semiring::Algebra;
use crate::diagram::{DiagramBuilder, NodeId};
use crate::parallel::pool::Pool;
use crate::problem::ids::{OptionId, wide};

/// Number of states between two checks of the limits.
const STATES: usize = 1 << 14;

impl<const W: usize> KeptSweep<W> {
    /// Returns the root, and appends the options in the reverse order of the diagram.
    pub(super) fn build(
        mut self,
        builder: &mut DiagramBuilder,
        backwards: &mut Vec<OptionId>,
        threads: &LayerThreads<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<NodeId, Stopped> {
        for step in self.program.steps.iter().rev() {
            backwards.extend(self.program.ways(step).iter().rev().filter_map(|way| way.option));
        }
        // After the last step all states are equal.
        let mut nodes =
            Nodes { builder, after: vec![NodeId::EMPTY; self.keys.len()], done: self.transitions };
        while let Some(level) = self.levels.last() {
            match threads.of_layer(states(level)) {
                None => self.build_level(&mut nodes, limits)?,
                Some(pool) => {
                    pool.run_polled(limits, |limits| self.build_on(&mut nodes, pool, threads, limits))?;
                }
            }
        }
        Ok(nodes.after.first().copied().unwrap_or(NodeId::NONE))
    }

    /// Builds levels on several threads as long as they are large enough.
    fn build_on(
        &mut self,
        nodes: &mut Nodes<'_>,
        pool: &Pool,
        threads: &LayerThreads<'_>,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        let mut scratch = LevelScratch::new(self.seed, pool);
        while self.levels.last().is_some_and(|level| threads.is_large(states(level))) {
            self.build_level_on(nodes, &mut scratch, pool, limits)?;
        }
        Ok(())
    }

    fn build_level(&mut self, nodes: &mut Nodes<'_>, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        let Some(level) = self.levels.pop() else { return Ok(()) };
        let ways = self.program.ways(&self.program.steps[self.levels.len()]);
        nodes.builder.allow(limits.most_bytes().saturating_sub(self.level_bytes));
        self.level_bytes -= level_bytes(&level);
        let mut roots = Vec::with_capacity(states(&level));
        for part in &level {
            for state in 0..part.states() {
                let (mut node, arcs) = nodes.split(part.of_state(state), ways);
                for &Transition { way, target } in arcs.iter().rev() {
                    let option = ways[wide(way)].option.expect(ONE_WITHOUT_OPTION);
                    let hi = nodes.after[wide(target)];
                    node = nodes.builder.node(option, node, hi).map_err(stopped)?;
                }
                roots.push(node);
                if roots.len() % STATES == 0 {
                    nodes.pay(STATES, limits)?;
                }
            }
        }
        nodes.after = roots;
        // Each option belongs to one step.
        nodes.builder.forget_nodes();
        fits(self.level_bytes + nodes.builder.bytes() + level_bytes(&level), limits)?;
        nodes.pay(nodes.after.len() % STATES, limits)
    }
}

fn states(level: &Level) -> usize {
    level.iter().map(Transitions::states).sum()
}
