//! One cover of each orbit.

use std::collections::HashMap;
use std::convert::Infallible;

use num_bigint::BigUint;

use super::Symmetries;
use crate::automorphisms::{
    Elements, Expanded, FirstPath, Fixing, Graph, Level, Node, Partition, Tables, Trace, detect,
};
use crate::control::answers::Cover;
use crate::control::limits::{Limits, Stopped};
use crate::problem::Holders;
use crate::problem::digest::{Digest, Digester};
use crate::problem::givens::Givens;
use crate::problem::ids::OptionId;
use crate::search::Search;

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
#[derive(Debug)]
pub struct Representatives {
    /// Its partition is scratch space.
    symmetries: Symmetries,
    holders: Holders,
    levels: Vec<Level>,
    stage: Stage,
    search: Search,
    rejecting: Rejecting,
}

/// What comes next.
#[derive(Debug)]
enum Stage {
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

/// The representatives so far, as lists of options, by what refinement did with them.
#[derive(Debug, Default)]
struct Known {
    alike: HashMap<Digest, Vec<Box<[u32]>>>,
    bytes: usize,
}

/// The greatest number of choices of orbits, if covers are recognized by their images.
const MOST_LEVELS: usize = 2;
/// The greatest number of images of options that are stored.
const MOST_IMAGES: u64 = 1 << 22;
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

    /// Returns true if the images of all options under all symmetries are few enough to be listed.
    pub(super) fn has_few_images(&self) -> bool {
        &self.order * self.problem.option_count() as u64 <= MOST_IMAGES.into()
            && Elements::are_few(&self.group, &self.graph)
    }

    /// Returns a listing that recognizes covers by their images or by isomorphism.
    pub(super) fn representatives_by(&self, images: bool) -> Representatives {
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
            holders: Holders::of(&self.problem),
            levels: Vec::new(),
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
    /// The limit that stopped the listing. It can be continued: no representative is lost, and none is
    /// returned twice. A limit of solutions is one of representatives, and a limit of nodes one of all
    /// searches together.
    pub fn next_representative(
        &mut self,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Representative>, Stopped> {
        if limits.solutions_left() == 0 {
            return Err(Stopped::Solutions);
        }
        loop {
            match &self.stage {
                Stage::Expand(node) => {
                    let (fixing, most_levels) =
                        self.rejecting.branching(self.symmetries.problem.option_count());
                    let mut tables = Tables {
                        problem: &self.symmetries.problem,
                        graph: &self.symmetries.graph,
                        holders: &self.holders,
                        partition: &mut self.symmetries.partition,
                        fixing,
                    };
                    let expanded = match self.levels.len() < most_levels {
                        true => node.expand(&mut tables, limits)?,
                        false => Expanded::Plain,
                    };
                    match expanded {
                        Expanded::Dead => self.stage = Stage::Branch,
                        Expanded::Branches(level) => {
                            self.levels.push(level);
                            self.stage = Stage::Branch;
                        }
                        Expanded::Plain => {
                            let forbidden = node.forbidden();
                            let givens = Givens::none().force(&node.forced).forbid(&forbidden);
                            // Givens that contradict one another have no cover.
                            let begun = self.search.restart(givens);
                            self.stage = if begun.is_ok() { Stage::Search } else { Stage::Branch };
                        }
                    }
                }
                Stage::Search => {
                    let search = &mut self.search;
                    let next = limits.without_solutions(|limits| {
                        search.next_solution(limits).map(|cover| cover.map(<[OptionId]>::to_vec))
                    })?;
                    self.stage = next.map_or(Stage::Branch, Stage::Judge);
                }
                Stage::Judge(cover) => {
                    let orbit = match &mut self.rejecting {
                        Rejecting::Images(images) => {
                            let options = self.symmetries.problem.option_count();
                            let choices = Choices { levels: &self.levels, images, options };
                            choices.stabilizer(cover).map(|order| &self.symmetries.order / order)
                        }
                        Rejecting::Isomorphism(known) => {
                            let Symmetries { graph, partition, order, .. } = &mut self.symmetries;
                            let fixing = stabilizer_of_new(graph, partition, cover, known, limits)?;
                            fixing.map(|fixing| &*order / fixing)
                        }
                    };
                    let Stage::Judge(cover) = std::mem::replace(&mut self.stage, Stage::Search) else {
                        unreachable!("a cover is judged")
                    };
                    if let Some(orbit) = orbit {
                        limits.spend_solutions(1);
                        return Ok(Some(Representative { cover, orbit }));
                    }
                }
                Stage::Branch => match self.levels.last_mut() {
                    None => return Ok(None),
                    Some(level) => match level.next_branch() {
                        Some(node) => self.stage = Stage::Expand(node),
                        None => {
                            self.levels.pop();
                        }
                    },
                },
            }
        }
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
    fn stabilizer(&self, cover: &[OptionId]) -> Option<u64> {
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
        for earlier in alike.iter() {
            refine_by(graph, partition, earlier, limits)?;
            if path.find(graph, partition, limits)?.is_some() {
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
    alike.push(options);
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
    let mut digester = Digester::new("trace");
    for hash in trace {
        digester.number(hash);
    }
    Ok(digester.digest())
}
