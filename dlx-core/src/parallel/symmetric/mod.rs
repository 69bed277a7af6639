//! One cover of each orbit: a listing up to symmetry.

mod position;

use std::cell::Cell;
use std::collections::HashMap;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::rc::Rc;

use num_bigint::BigUint;

use crate::control::answers::{Count, Cover};
use crate::control::checkpoint::SymmetricListing;
use crate::control::limits::{Limits, Stopped};
use crate::parallel::{
    Batch, Budget, Collector, CoverBytes, CoverSink, ParallelSearch, SliceEnd, each_cover, take_number,
};
use crate::problem::Holders;
use crate::problem::digest::Digest;
use crate::problem::givens::Givens;
use crate::problem::ids::OptionId;
use crate::search::Search;
use crate::symmetry::{
    Elements, Expanded, FirstPath, Fixing, Graph, Level, Node, Partition, Symmetries, Tables, Trace, Tried,
    detect, digest_of,
};

/// A cover that stands for its orbit: for all covers that symmetries map it to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Representative {
    /// The options, in ascending order.
    pub cover: Cover,
    /// The number of covers of the orbit. Over all representatives the sum is the number of all covers.
    pub orbit: BigUint,
}

/// A listing of the covers of a problem up to symmetry, one of each orbit.
///
/// The search branches on the orbits of the options of an item: that item which has the fewest, then that
/// with the fewest options, then the first one. The orbits are in the order of their first options that the
/// item has. Below two such choices, or where no symmetry is left, covers are in the order of [`Search`], and a
/// representative is that one of its images below the same choices whose list of options is least. If the
/// symmetries are more than 100,000, or than 4 million divided by the number of options, there may be more than
/// two such choices, and the first cover of each orbit is returned.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::ops::ControlFlow;
/// use dlx_core::{Limits, Symmetries};
/// use dlx_instances::queens::{self, Board};
///
/// let problem = queens::problem(8, Board::Plain)?;
/// let symmetries = Symmetries::of(&problem, &mut Limits::none())?;
/// let mut listing = symmetries.representatives();
/// for _ in 0..5 {
///     listing.next_representative(&mut Limits::none())?;
/// }
/// let mut later = symmetries.representatives();
/// later.resume(&listing.checkpoint().expect("the symmetries are few"), &mut Limits::none())?;
/// let (threads, mut rest) = (NonZeroUsize::new(2).expect("2 is not 0"), 0);
/// later.for_each(threads, &mut Limits::none(), |_| {
///     rest += 1;
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(rest, 12 - 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Representatives {
    /// Its partition is scratch space.
    pub(super) symmetries: Symmetries,
    /// The digest of the symmetries.
    digest: Digest,
    /// The number of representatives returned.
    pub(super) found: u64,
    /// Found by the first question, within its limits.
    holders: Option<Holders>,
    pub(super) levels: Vec<Level>,
    /// The number of levels that are never moved to another branch, as this is a part of a listing.
    pub(super) closed: usize,
    pub(super) stage: Stage,
    pub(super) search: Search,
    rejecting: Rejecting,
}

/// What comes next.
#[derive(Debug)]
pub(super) enum Stage {
    Expand(Node),
    /// The search below the last branches.
    Search,
    /// Whether a cover is a representative is to be found out.
    Judge(Cover),
    /// The next branch.
    Branch,
}

/// How covers in the orbit of another representative are recognized.
#[derive(Debug)]
enum Rejecting {
    /// By all their images: those of the options under each symmetry, one after the other.
    Images(Vec<u32>),
    /// By looking for a symmetry that maps an earlier representative to the cover.
    Isomorphism(Known),
}

/// The representatives so far, by what refinement did with them.
#[derive(Debug, Default)]
struct Known {
    alike: HashMap<Digest, Vec<KnownCover>>,
    bytes: usize,
}

#[derive(Debug)]
struct KnownCover {
    options: Box<[u32]>,
    tried: Tried,
}

/// The greatest number of choices of orbits, if covers are recognized by their images.
const MOST_LEVELS: usize = 2;
/// The greatest number of choices of orbits otherwise, times the number of options.
const MOST_OPTIONS_OF_LEVELS: usize = 1 << 24;
/// Approximate bytes of a representative besides its options.
const BYTES_OF_KNOWN: usize = 64;

impl Rejecting {
    /// Returns by which symmetries options fall into orbits, and the greatest number of levels of such choices,
    /// in a problem with this number of options.
    fn branching(&self, options: usize) -> (Fixing<'_>, usize) {
        match self {
            Self::Images(images) => (Fixing::EachOf(images), MOST_LEVELS),
            Self::Isomorphism(_) => {
                (Fixing::Together, (MOST_OPTIONS_OF_LEVELS / options.max(1)).max(MOST_LEVELS))
            }
        }
    }
}

impl Symmetries {
    /// Returns a listing of one cover of each orbit.
    #[must_use]
    pub fn representatives(&self) -> Representatives {
        self.representatives_by(self.has_few_images())
    }

    /// Returns a listing that recognizes covers by their images or by isomorphism.
    pub(crate) fn representatives_by(&self, images: bool) -> Representatives {
        let options = self.problem.option_count();
        let rejecting = if images {
            let mut images = Vec::new();
            let Ok(()) = Elements::of(&self.group, &self.graph).try_each(|image| {
                images.extend_from_slice(&image[..options]);
                Ok::<(), Infallible>(())
            });
            Rejecting::Images(images)
        } else {
            Rejecting::Isomorphism(Known::default())
        };
        Representatives {
            symmetries: self.clone(),
            digest: self.digest(),
            found: 0,
            holders: None,
            levels: Vec::new(),
            closed: 0,
            stage: Stage::Expand(Node::root(&self.problem, &self.order)),
            search: Search::new(&self.problem),
            rejecting,
        }
    }
}

impl Representatives {
    /// Returns the next representative, or `None` if there are no more.
    ///
    /// # Errors
    /// The limit that stopped the listing, as with [`for_each`](Self::for_each).
    pub fn next_representative(
        &mut self,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Representative>, Stopped> {
        if limits.solutions_left() == 0 {
            return Err(Stopped::Solutions);
        }
        let mut next = None;
        let end = self.for_each(NonZeroUsize::MIN, limits, |representative| {
            next = Some(representative);
            ControlFlow::Break(())
        });
        match next {
            Some(next) => Ok(Some(next)),
            None => end.map(|()| None),
        }
    }

    /// Calls `visit` with all representatives that have not been returned yet, until it returns
    /// [`ControlFlow::Break`]; then [`Stopped::Asked`] is returned. They and their order are the same for any
    /// number of threads. Large groups, as defined [above](Self), use one thread.
    ///
    /// # Errors
    /// The limit that stopped the listing. It can be continued: no representative is lost, and none is
    /// returned twice. A limit of solutions is one of representatives, and a limit of nodes one of all
    /// searches together.
    pub fn for_each(
        &mut self,
        threads: NonZeroUsize,
        limits: &mut Limits<'_>,
        mut visit: impl FnMut(Representative) -> ControlFlow<()>,
    ) -> Result<(), Stopped> {
        loop {
            match &self.stage {
                Stage::Expand(node) => {
                    let node = node.clone();
                    self.enter(&node, limits)?;
                }
                Stage::Search => match self.search(threads, limits, &mut visit)? {
                    ControlFlow::Continue(()) => {}
                    ControlFlow::Break(()) => return Err(Stopped::Asked),
                },
                Stage::Judge(cover) => {
                    let Rejecting::Isomorphism(known) = &mut self.rejecting else {
                        unreachable!("with images, covers are judged where they are found")
                    };
                    if limits.solutions_left() == 0 {
                        return Err(Stopped::Solutions);
                    }
                    let Symmetries { graph, partition, order, .. } = &mut self.symmetries;
                    let fixing = stabilizer_of_new(graph, partition, cover, known, limits)?;
                    let Stage::Judge(cover) = std::mem::replace(&mut self.stage, Stage::Search) else {
                        unreachable!("a cover is judged")
                    };
                    if let Some(fixing) = fixing {
                        limits.spend_solutions(1);
                        self.found += 1;
                        let orbit = &*order / fixing;
                        if visit(Representative { cover, orbit }).is_break() {
                            return Err(Stopped::Asked);
                        }
                    }
                }
                Stage::Branch if self.levels.len() <= self.closed => return Ok(()),
                Stage::Branch => match self.levels.last_mut().and_then(Level::next_branch) {
                    Some(node) => self.stage = Stage::Expand(node),
                    None => {
                        self.levels.pop();
                    }
                },
            }
        }
    }

    /// Moves to the branches of a node, or to the search below it.
    pub(super) fn enter(&mut self, node: &Node, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        match self.expand(node, limits)? {
            Expanded::Dead => self.stage = Stage::Branch,
            Expanded::Branches(level) => {
                self.levels.push(level);
                self.stage = Stage::Branch;
            }
            Expanded::Plain => {
                // Givens that contradict one another have no cover.
                let begun = self.search.restart(Givens::none().force(&node.forced).forbid(&node.forbidden()));
                self.stage = if begun.is_ok() { Stage::Search } else { Stage::Branch };
            }
        }
        Ok(())
    }

    /// Finds the branches of a node.
    pub(super) fn expand(&mut self, node: &Node, limits: &mut Limits<'_>) -> Result<Expanded, Stopped> {
        let (fixing, most_levels) = self.rejecting.branching(self.symmetries.problem.option_count());
        if self.levels.len() == most_levels {
            return Ok(Expanded::Plain);
        }
        let holders = match &mut self.holders {
            Some(holders) => holders,
            none => none.insert(Holders::of(&self.symmetries.problem, |steps| limits.setup(steps))?),
        };
        let mut tables = Tables {
            problem: &self.symmetries.problem,
            graph: &self.symmetries.graph,
            holders,
            partition: &mut self.symmetries.partition,
            fixing,
        };
        node.expand(&mut tables, limits)
    }

    /// Searches below the last branches: with images all of it, otherwise up to the next cover.
    fn search(
        &mut self,
        threads: NonZeroUsize,
        limits: &mut Limits<'_>,
        visit: &mut impl FnMut(Representative) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Stopped> {
        let listing = self.listing();
        let search = &mut self.search;
        let images = match &self.rejecting {
            Rejecting::Images(images) => images,
            Rejecting::Isomorphism(_) => {
                let next = limits.without_solutions(|limits| {
                    search.next_solution(limits).map(|cover| cover.map(<[OptionId]>::to_vec))
                })?;
                self.stage = next.map_or(Stage::Branch, Stage::Judge);
                return Ok(ControlFlow::Continue(()));
            }
        };
        let left = limits.solutions_left();
        if left == 0 {
            // Whether another representative follows is not known without a search for it.
            return Err(Stopped::Solutions);
        }
        let Symmetries { problem, order, .. } = &self.symmetries;
        let choices = Choices { levels: &self.levels, images, options: problem.option_count() };
        let found = Rc::new(Cell::new(self.found));
        let mut sink = RepresentativeSink { choices: &choices, order, left, found: &found, visit, end: None };
        let count = limits.within_listing(listing, &found, |limits| {
            limits.without_solutions(|limits| {
                ParallelSearch::new(search, threads).list(limits, &JudgedCovers(&choices), &mut sink)
            })
        });
        let end = sink.end;
        limits.spend_solutions(found.get() - self.found);
        self.found = found.get();
        match (count, end) {
            (Count::Exact(_), None) => {
                self.stage = Stage::Branch;
                Ok(ControlFlow::Continue(()))
            }
            (_, Some(SinkEnd::Break)) => Ok(ControlFlow::Break(())),
            (_, Some(SinkEnd::Limit)) => Err(Stopped::Solutions),
            (Count::AtLeast(_, why), None) => Err(why),
        }
    }

    /// Returns the listing as a checkpoint states it.
    pub(super) fn listing(&self) -> SymmetricListing {
        SymmetricListing { symmetries: self.digest, found: self.found, closed: self.closed }
    }

    /// Returns true if each cover is compared with all representatives before it.
    pub(super) fn compares_covers(&self) -> bool {
        matches!(self.rejecting, Rejecting::Isomorphism(_))
    }

    /// Returns the number of representatives returned so far, before a checkpoint also.
    #[doc(hidden)]
    #[must_use]
    pub fn found(&self) -> u64 {
        self.found
    }
}

/// Covers with what symmetries do to them: for each one the number of symmetries that map it to itself, and the
/// cover, or 0 if another one stands for its orbit.
struct JudgedCovers<'c>(&'c Choices<'c>);

impl Collector for JudgedCovers<'_> {
    fn gather(&self, search: &mut Search, budget: Budget, bytes: &mut Vec<u8>) -> (SliceEnd, u64) {
        each_cover(search, budget, bytes, |cover, bytes| {
            let fixing = self.0.stabilizer(cover);
            bytes.extend_from_slice(&fixing.unwrap_or(0).to_le_bytes());
            if fixing.is_some() {
                CoverBytes::write(cover, bytes);
            }
        })
    }
}

/// Passes representatives on, as far as they are wanted.
struct RepresentativeSink<'s, V> {
    choices: &'s Choices<'s>,
    /// The number of symmetries.
    order: &'s BigUint,
    /// The number of representatives that are wanted.
    left: u64,
    found: &'s Cell<u64>,
    visit: &'s mut V,
    end: Option<SinkEnd>,
}

/// The reason why a sink takes no more representatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SinkEnd {
    Break,
    Limit,
}

impl<V: FnMut(Representative) -> ControlFlow<()>> RepresentativeSink<'_, V> {
    fn pass_on(&mut self, cover: Cover, fixing: u32) -> ControlFlow<()> {
        self.found.set(self.found.get() + 1);
        self.left -= 1;
        let visited = (self.visit)(Representative { cover, orbit: self.order / fixing });
        if visited.is_break() {
            self.end = Some(SinkEnd::Break);
        } else if self.left == 0 {
            self.end = Some(SinkEnd::Limit);
        }
        if self.end.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl<V: FnMut(Representative) -> ControlFlow<()>> CoverSink for RepresentativeSink<'_, V> {
    fn cover(&mut self, cover: &[OptionId]) -> ControlFlow<()> {
        match self.choices.stabilizer(cover) {
            Some(fixing) => self.pass_on(cover.to_vec(), fixing),
            None => ControlFlow::Continue(()),
        }
    }

    fn flush(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn batch(&mut self, batch: Batch<'_>) -> ControlFlow<u64> {
        let mut bytes = batch.bytes;
        let mut taken = 0;
        while let Some(fixing) = take_number(&mut bytes) {
            taken += 1;
            if fixing == 0 {
                continue;
            }
            let Some(cover) = CoverBytes::take(&mut bytes) else { break };
            if self.pass_on(cover, fixing).is_break() {
                return ControlFlow::Break(taken);
            }
        }
        ControlFlow::Continue(())
    }
}

/// The choices of orbits above a cover, and all symmetries.
struct Choices<'c> {
    levels: &'c [Level],
    images: &'c [u32],
    options: usize,
}

impl Choices<'_> {
    /// Returns the number of symmetries that map a cover to itself, or `None` if another cover stands for its
    /// orbit: one below earlier branches, or one below the same branches with a lesser list of options.
    fn stabilizer(&self, cover: &[OptionId]) -> Option<u32> {
        let mut image: Vec<OptionId> = Vec::with_capacity(cover.len());
        let mut order = 0;
        'symmetries: for images in self.images.chunks_exact(self.options.max(1)) {
            image.clear();
            image.extend(cover.iter().map(|option| OptionId(images[option.index()])));
            for level in self.levels {
                let (number, chosen) = level.branch();
                if image.iter().any(|option| level.orbit_of[option.index()] < number) {
                    return None;
                }
                if !image.contains(&chosen) {
                    continue 'symmetries;
                }
            }
            image.sort_unstable();
            match image.as_slice().cmp(cover) {
                std::cmp::Ordering::Less => return None,
                std::cmp::Ordering::Equal => order += 1,
                std::cmp::Ordering::Greater => {}
            }
        }
        // A problem without options has one cover and one symmetry.
        Some(order.max(1))
    }
}

/// Returns the number of symmetries that map a cover to itself, or `None` if it is in the orbit of a known
/// one. It becomes known.
fn stabilizer_of_new(
    graph: &Graph,
    partition: &mut Partition,
    cover: &[OptionId],
    known: &mut Known,
    limits: &mut Limits<'_>,
) -> Result<Option<BigUint>, Stopped> {
    let options: Box<[u32]> = cover.iter().map(|option| option.0).collect();
    let digest = refine_by(graph, partition, &options, limits)?;
    let alike = known.alike.entry(digest).or_default();
    if !alike.is_empty() {
        let path = FirstPath::descend(graph, partition, limits)?;
        for KnownCover { options, tried } in alike.iter_mut() {
            refine_by(graph, partition, options, limits)?;
            let before = tried.bytes();
            let found = path.find(graph, partition, tried, limits);
            known.bytes += tried.bytes() - before;
            if found?.is_some() {
                return Ok(None);
            }
        }
        refine_by(graph, partition, &options, limits)?;
    }
    let group = detect(graph, partition, limits)?;
    let bytes = known.bytes + size_of_val(&*options) + BYTES_OF_KNOWN;
    if bytes > limits.most_bytes() {
        return Err(Stopped::Memory);
    }
    known.bytes = bytes;
    alike.push(KnownCover { options, tried: Tried::default() });
    Ok(Some(group.orders(graph).0))
}

/// Refines the partition by a set of options. Returns a digest of what was done, which is equal for two sets if
/// a symmetry maps one to the other.
fn refine_by(
    graph: &Graph,
    partition: &mut Partition,
    options: &[u32],
    limits: &mut Limits<'_>,
) -> Result<Digest, Stopped> {
    let mut trace = Vec::new();
    partition.undo_to(0);
    partition.split_by(options);
    partition.refine(graph, Trace::Record(&mut trace), limits)?;
    Ok(digest_of(&trace))
}
