//! Positions of a listing of representatives: checkpoints, and parts that are listed independently.
//!
//! Whether a cover is a representative depends on the choices of orbits above it and on nothing that was found
//! before, as long as the images of all options are listed. A position is therefore that of the search below these
//! choices, together with the choices. They are the givens of the search: the forced options are the choices, and
//! the forbidden ones the earlier orbits. A part keeps the first of the choices, as a part of a search keeps the
//! first levels of its path.

use super::{Representatives, Stage};
use crate::control::checkpoint::{Checkpoint, CheckpointError, PathEnd};
use crate::control::limits::{Limits, Stopped};
use crate::problem::givens::Givens;
use crate::search::estimate::{Estimate, Mean};
use crate::symmetry::{Expanded, Level, Node};

/// A part under construction.
struct ListingPart {
    checkpoint: Checkpoint,
    /// Its share of the rest if the parts of each part were equal.
    weight: f64,
    is_open: bool,
}

impl Representatives {
    /// Returns the position of the listing, from which [`resume`](Self::resume) continues, or `None` if the
    /// symmetries are too many: the listing then depends on all representatives before.
    #[doc(hidden)]
    #[must_use]
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        if self.compares_covers() {
            return None;
        }
        Some(match &self.stage {
            Stage::Expand(node) => self.before(node),
            Stage::Branch if self.levels.len() <= self.closed => {
                let mut end = self.search.checkpoint().of_listing(Some(self.listing()));
                end.listing.iter_mut().for_each(|listing| listing.closed = 0);
                end.forced.clear();
                end.forbidden.clear();
                end.path.clear();
                Checkpoint { closed: 0, path_end: PathEnd::Left, ..end }
            }
            _ => self.search.checkpoint().of_listing(Some(self.listing())),
        })
    }

    /// Returns the position before a node is expanded.
    fn before(&self, node: &Node) -> Checkpoint {
        Checkpoint {
            forced: node.forced.clone(),
            forbidden: node.forbidden(),
            closed: 0,
            solutions: 0,
            levels: Vec::new(),
            path: Vec::new(),
            path_end: PathEnd::Entered,
            ..self.search.checkpoint().of_listing(Some(self.listing()))
        }
    }

    /// Continues from a checkpoint of a listing up to the same symmetries. After an error, begins again.
    ///
    /// # Errors
    /// A checkpoint of another problem, of other symmetries, or not of a listing up to symmetry; or the
    /// symmetries are so many that there are no checkpoints; or the limit that was reached, although it does not use
    /// up that of nodes.
    #[doc(hidden)]
    pub fn resume(
        &mut self,
        checkpoint: &Checkpoint,
        limits: &mut Limits<'_>,
    ) -> Result<(), CheckpointError> {
        let result = self.try_to_resume(checkpoint, limits);
        if result.is_err() {
            self.begin();
        }
        result
    }

    fn begin(&mut self) {
        (self.found, self.closed) = (0, 0);
        self.levels.clear();
        self.stage = Stage::Expand(Node::root(&self.symmetries.problem, &self.symmetries.order));
    }

    fn try_to_resume(
        &mut self,
        checkpoint: &Checkpoint,
        limits: &mut Limits<'_>,
    ) -> Result<(), CheckpointError> {
        self.begin();
        let listing = checkpoint.listing.ok_or(CheckpointError::NotUpToSymmetry)?;
        let of_the_search = checkpoint.clone().of_listing(None);
        // The search examines the problem and the path.
        self.search.resume(&of_the_search, limits)?;
        let (found, expected) = (listing.symmetries, self.listing().symmetries);
        if found != expected {
            return Err(CheckpointError::OtherSymmetries { found, expected });
        }
        if self.compares_covers() {
            return Err(CheckpointError::ManySymmetries);
        }
        self.found = listing.found;
        if checkpoint.is_at_the_end() {
            self.stage = Stage::Branch;
            return Ok(());
        }
        self.closed = listing.closed;
        let mut node = Node::root(&self.symmetries.problem, &self.symmetries.order);
        for (above, chosen) in checkpoint.forced.iter().enumerate() {
            let impossible = CheckpointError::Impossible { level: above + 1 };
            let Expanded::Branches(mut branches) = self.expand(&node, limits)? else {
                return Err(impossible);
            };
            node = loop {
                let node = branches.next_branch().ok_or_else(|| impossible.clone())?;
                if branches.branch().1 == *chosen {
                    break node;
                }
            };
            self.levels.push(branches);
        }
        let impossible = CheckpointError::Impossible { level: checkpoint.forced.len() + 1 };
        if checkpoint.forbidden != node.forbidden() {
            return Err(impossible);
        }
        if of_the_search.is_at_the_beginning() {
            self.stage = Stage::Expand(node);
            return Ok(());
        }
        // A part of a search is in one branch.
        let is_in_part = checkpoint.closed == 0 || listing.closed == checkpoint.forced.len();
        if !is_in_part || !matches!(self.expand(&node, limits)?, Expanded::Plain) {
            return Err(impossible);
        }
        self.stage = Stage::Search;
        Ok(())
    }

    /// Splits the rest of the listing into parts, each a position to [`resume`](Self::resume) another listing at,
    /// up to the same symmetries. Together they list what this listing would still return, in its order if
    /// the parts are taken in order. Returns at least `parts` parts if the listing has them, or `None` if the
    /// symmetries are too many for a [checkpoint](Self::checkpoint). This listing does not move.
    ///
    /// A part that is resumed ends where the part ends. It counts the representatives from 0.
    ///
    /// ```
    /// use dlx_core::{Limits, Symmetries};
    /// use dlx_instances::queens::{self, Board};
    ///
    /// let problem = queens::problem(8, Board::Plain)?;
    /// let symmetries = Symmetries::of(&problem, &mut Limits::none())?;
    /// let mut found = 0;
    /// for part in symmetries.representatives().split(5, &mut Limits::none())?.expect("the symmetries are few") {
    ///     // A part can be written as text, and resumed in another process.
    ///     let mut listing = symmetries.representatives();
    ///     listing.resume(&part, &mut Limits::none())?;
    ///     while listing.next_representative(&mut Limits::none())?.is_some() {
    ///         found += 1;
    ///     }
    /// }
    /// assert_eq!(found, 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Complexity
    /// For each part, the work of moving to it: the images of all options under all symmetries are read up to
    /// three times. It does not use up the limit of nodes.
    ///
    /// # Errors
    /// The limit that was reached. The listing then begins again.
    #[doc(hidden)]
    pub fn split(
        &mut self,
        parts: usize,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Vec<Checkpoint>>, Stopped> {
        let Some(here) = self.checkpoint() else { return Ok(None) };
        let split =
            self.parts(parts, limits).and_then(|parts| self.go_to(&here, limits).map(|()| Some(parts)));
        if split.is_err() {
            self.begin();
        }
        split
    }

    /// Splits the rest. Leaves the position.
    fn parts(&mut self, parts: usize, limits: &mut Limits<'_>) -> Result<Vec<Checkpoint>, Stopped> {
        let whole = |checkpoint| ListingPart { checkpoint, weight: 1.0, is_open: true };
        let mut found: Vec<ListingPart> = self.rest(1, limits)?.into_iter().map(whole).collect();
        while found.len() < parts {
            let open = found.iter().enumerate().filter(|(_, part)| part.is_open);
            // The first of the heaviest.
            let heaviest = open.reduce(|best, next| if next.1.weight > best.1.weight { next } else { best });
            let Some((place, part)) = heaviest else { break };
            let (before, weight) = (part.checkpoint.clone(), part.weight);
            let below = self.parts_below(&before, limits)?;
            let weight = weight / below.len().max(1) as f64;
            // A part that is its own only part is a cover.
            let is_open = below.first() != Some(&before);
            let below = below.into_iter().map(|checkpoint| ListingPart { checkpoint, weight, is_open });
            found.splice(place..=place, below);
        }
        Ok(found.into_iter().map(|part| part.checkpoint).collect())
    }

    /// Returns the parts directly below a part, in order: its branches, or parts of its search.
    fn parts_below(
        &mut self,
        part: &Checkpoint,
        limits: &mut Limits<'_>,
    ) -> Result<Vec<Checkpoint>, Stopped> {
        self.go_to(part, limits)?;
        if let Stage::Expand(node) = &self.stage {
            let node = node.clone();
            self.enter(&node, limits)?;
        }
        self.rest(2, limits)
    }

    /// Moves to a position of this listing.
    fn go_to(&mut self, checkpoint: &Checkpoint, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        let reached = CheckpointError::without_limit(self.try_to_resume(checkpoint, limits))?;
        reached.expect("the position is one of this listing");
        Ok(())
    }

    /// Returns the rest as parts, in order: those of the present search, at least `parts` if there are so many, and
    /// the untried branches of each open level, the deepest first. Leaves the levels.
    fn rest(&mut self, parts: usize, limits: &mut Limits<'_>) -> Result<Vec<Checkpoint>, Stopped> {
        let mut rest = Vec::new();
        let part = |mut checkpoint: Checkpoint| {
            let closed = checkpoint.forced.len();
            checkpoint.listing.iter_mut().for_each(|listing| (listing.found, listing.closed) = (0, closed));
            checkpoint
        };
        match &self.stage {
            Stage::Expand(node) => rest.push(part(self.before(node))),
            Stage::Search => {
                let of_listing = |part: Checkpoint| part.of_listing(Some(self.listing()));
                let of_search = self.search.split(parts, limits)?;
                rest.extend(of_search.into_iter().map(of_listing).map(part));
            }
            Stage::Branch => {}
            Stage::Judge(_) => unreachable!("with images, covers are judged where they are found"),
        }
        while self.levels.len() > self.closed {
            while let Some(node) = self.levels.last_mut().and_then(Level::next_branch) {
                rest.push(part(self.before(&node)));
            }
            self.levels.pop();
        }
        Ok(rest)
    }

    /// Estimates the search tree of the present branch by random probes: that of the whole part, at the
    /// beginning of a part of a [split](Self::split) listing. Symmetries below the branch are not taken into
    /// account, and the solutions are covers. The listing does not move.
    ///
    /// As with [`Search::estimate`](crate::Search::estimate), the same seed gives the same estimate, probes do not
    /// use up the limit of nodes, and the question of the limits is asked once for each probe.
    #[doc(hidden)]
    #[must_use]
    pub fn estimate(&self, probes: u64, seed: u64, limits: &mut Limits<'_>) -> Estimate {
        let mut search = self.search.clone();
        if let Stage::Expand(node) = &self.stage {
            let givens = search.restart(Givens::none().force(&node.forced).forbid(&node.forbidden()));
            if givens.is_err() {
                // Givens that contradict one another have no cover.
                let none = Mean::default();
                return Estimate { probes, reached: 0, nodes: none, solutions: none, stopped: None };
            }
        }
        search.estimate(probes, seed, limits)
    }
}
