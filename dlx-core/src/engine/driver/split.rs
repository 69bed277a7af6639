//! Splitting the rest of a tree into parts that can be searched independently.

use super::position::ask_at_branch;
use super::{Driver, DriverState};
use crate::control::checkpoint::{Checkpoint, CheckpointError, Choice, PathEnd, TreePosition};
use crate::control::limits::{Limits, Position, Stopped};
use crate::engine::NodeState;

/// A donation: a part that comes directly after what the driver keeps.
#[derive(Clone, Debug)]
pub(crate) struct Donation {
    /// The beginning of the part.
    pub(crate) tree_position: TreePosition,
    /// The fraction that a driver reports there.
    pub(crate) begun: f64,
    /// The share of the rest that was donated, by the weights of [`Progress::fraction`](crate::Progress).
    pub(crate) share: f64,
}

/// A part under construction.
struct TreePart {
    path: Vec<Choice>,
    /// Its share of the tree if the children of each node were equal.
    weight: f64,
    /// True if items are open at the end of the path.
    is_open: bool,
}

impl Driver {
    /// Returns parts that together are the rest, in order: at least `count`, if the tree has them.
    pub(crate) fn split(&self, count: usize, limits: &mut Limits<'_>) -> Result<Vec<Checkpoint>, Stopped> {
        let mut worker = self.clone();
        worker.build(limits)?;
        let mut parts = worker.rest(limits)?;
        while parts.len() < count {
            let open = parts.iter().enumerate().filter(|(_, part)| part.is_open);
            // The first of the heaviest.
            let heaviest = open.reduce(|best, next| if next.1.weight > best.1.weight { next } else { best });
            let Some((place, _)) = heaviest else { break };
            let children = worker.children(&parts[place], limits)?;
            parts.splice(place..=place, children);
        }
        let whole = self.checkpoint();
        let part_of = |part: TreePart| Checkpoint {
            closed: part.path.len(),
            path: part.path,
            path_end: PathEnd::Entered,
            solutions: 0,
            levels: Vec::new(),
            ..whole.clone()
        };
        Ok(parts.into_iter().map(part_of).collect())
    }

    /// Donates the remaining branches of the shallowest level that has some, all of them as one part, and
    /// keeps what is below that level. The part comes directly after what is kept. Returns `None` if there is
    /// no such level above the deepest one.
    pub(crate) fn give_away(&mut self) -> Option<Donation> {
        if self.place != DriverState::Inside {
            return None;
        }
        let mut levels = self.closed..self.engine.depth() - 1;
        let level = levels.find(|&level| self.engine.rank(level).has_untried())?;
        let rank = self.engine.rank(level);
        let path = (0..=level).map(|level| self.engine.choice(level)).collect();
        let tree_position = TreePosition { closed: level, path, path_end: PathEnd::Left };
        (self.closed, self.start) = (level + 1, NodeState::Open);
        let (given, kept) = (f64::from(rank.of - rank.tried), 1.0 - self.fraction());
        Some(Donation {
            tree_position,
            begun: f64::from(rank.tried) / f64::from(rank.of),
            share: given / (given + kept),
        })
    }

    /// Returns the rest, as the untried branches of each open level, the deepest first. Leaves the levels
    /// closed.
    fn rest(&mut self, limits: &mut Limits<'_>) -> Result<Vec<TreePart>, Stopped> {
        if self.place == DriverState::Ended {
            return Ok(Vec::new());
        }
        let choices = self.tree_position().path;
        let weight_above = |driver: &Self, level: usize| -> f64 {
            (driver.closed..level).map(|level| 1.0 / f64::from(driver.engine.rank(level).of.max(1))).product()
        };
        let mut parts = Vec::new();
        if matches!(self.place, DriverState::Fresh(_)) {
            let weight = weight_above(self, self.engine.depth());
            parts.push(TreePart { path: choices.clone(), weight, is_open: true });
        }
        while self.engine.depth() > self.closed {
            let level = self.engine.depth() - 1;
            let weight = weight_above(self, level);
            parts.extend(self.untried(&choices[..level], weight, limits)?);
            self.engine.close();
        }
        Ok(parts)
    }

    /// Returns the branches below a part, in the order of the search.
    fn children(&mut self, part: &TreePart, limits: &mut Limits<'_>) -> Result<Vec<TreePart>, Stopped> {
        self.close_to(0);
        let reached =
            CheckpointError::without_limit(self.descend(&part.path, 0, |_, _, _| Ok(false), limits))?;
        let here = reached.expect("the path was walked before");
        if here != NodeState::Open {
            return Ok(vec![TreePart { path: part.path.clone(), weight: part.weight, is_open: false }]);
        }
        self.engine.open();
        self.untried(&part.path, part.weight, limits)
    }

    /// Returns the untried branches of the deepest level that are not dead ends at once.
    fn untried(
        &mut self,
        above: &[Choice],
        weight: f64,
        limits: &mut Limits<'_>,
    ) -> Result<Vec<TreePart>, Stopped> {
        let level = above.len();
        let mut parts = Vec::new();
        while self.engine.pass_next() {
            ask_at_branch(&self.problem, limits)?;
            let choice = self.engine.choice(level);
            let here = self.engine.take_passed();
            if here == NodeState::Dead {
                continue;
            }
            let weight = weight / f64::from(self.engine.rank(level).of);
            let path = above.iter().copied().chain([choice]).collect();
            parts.push(TreePart { path, weight, is_open: here == NodeState::Open });
        }
        Ok(parts)
    }
}
