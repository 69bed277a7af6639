//! Generators given as text: read, completed to permutations of all vertices, and verified.
//!
//! The text is that of [`Symmetry`](super::Symmetry): cycles of items and of pairs of an item and a color, then,
//! where they do not follow from these, the word `options` and cycles of option numbers. What the text does not
//! mention follows from what it does: a color of an item goes to the same color of the item's image, and the
//! options that use the same items in the same colors go, in order, to those that use the images.

use std::collections::{BTreeMap, HashMap, HashSet};

use num_bigint::BigUint;
use thiserror::Error;

use super::permutation::write_pair;
use super::{Chain, Graph, Moved, Partition, Symmetries, detect};
use crate::control::limits::{Limits, Stopped};
use crate::problem::Problem;
use crate::problem::ids::{OptionId, narrow, wide};

/// The reason why generators of a group of symmetries cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GeneratorError {
    /// A generator is not in the format, or not a symmetry of the problem.
    #[error("generator {number}: {kind}")]
    Invalid {
        /// The number of the generator, counted from 1.
        number: usize,
        /// The place of the error in its text, in characters counted from 1. `None` if the text is in the format.
        column: Option<usize>,
        /// What is wrong.
        kind: GeneratorErrorKind,
    },
    /// The symmetries are too many to list, and not all symmetries of the problem.
    #[error(
        "expected generators of few symmetries or of all {all} symmetries of the problem, found generators of {found}"
    )]
    TooMany {
        /// The number of generated symmetries.
        found: BigUint,
        /// The number of symmetries of the problem.
        all: BigUint,
    },
    /// The question of the limits was answered with a stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// What is wrong with a generator.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GeneratorErrorKind {
    /// The text is not a list of cycles.
    #[error("expected {expected}, found {}", quoted(found))]
    Format {
        /// What was expected.
        expected: &'static str,
        /// The beginning of what was found; empty at the end of the text.
        found: String,
    },
    /// The problem has no such item.
    #[error("expected an item of the problem, found {}", quoted(found))]
    UnknownItem {
        /// The name.
        found: String,
    },
    /// No option gives the item this color.
    #[error("expected an item and a color that an option gives it, found {}", quoted(found))]
    UnknownColor {
        /// The name of the pair.
        found: String,
    },
    /// The problem has no option with this number.
    #[error("expected the number of an option, below {count}, found {}", quoted(found))]
    UnknownOption {
        /// The word.
        found: String,
        /// The number of options.
        count: usize,
    },
    /// The cycles name something twice, so that it would have two images.
    #[error("expected a permutation, found {} twice", quoted(found))]
    Twice {
        /// The name.
        found: String,
    },
    /// The image of an item is of another kind or has other bounds.
    #[error(
        "expected an item of the same kind and bounds as the image of {}, found {}",
        quoted(of),
        quoted(found)
    )]
    UnlikeItem {
        /// The name of the item.
        of: String,
        /// The name of its image.
        found: String,
    },
    /// The image of a color of an item is not a color of the image of the item, or not its alone.
    #[error(
        "expected another color of item {} as the image of {}, found {}",
        quoted(item),
        quoted(of),
        quoted(found)
    )]
    UnlikeColor {
        /// The name of the pair of item and color.
        of: String,
        /// The name of its image.
        found: String,
        /// The name of the image of the item.
        item: String,
    },
    /// The image of an option is not an option of the problem, or not of the same cost.
    #[error(
        "expected an option of the same cost as the image of option {option}, {}, found none that is {}",
        quoted(uses),
        quoted(found)
    )]
    NoOption {
        /// The option.
        option: OptionId,
        /// What it uses.
        uses: String,
        /// What its image uses.
        found: String,
    },
    /// The cycles of options give an option another image than the cycles of items and colors do.
    #[error(
        "expected an option that is {} as the image of option {option}, found option {found}",
        quoted(expected)
    )]
    UnlikeOption {
        /// The option.
        option: OptionId,
        /// What its image uses according to the items and colors.
        expected: String,
        /// Its image.
        found: OptionId,
    },
}

/// The greatest number of characters of a name in an error.
const LONGEST_FOUND: usize = 100;

/// Returns the beginning of a text in quotation marks for an error.
fn quoted(found: &str) -> String {
    if found.is_empty() {
        return "the end of the generator".to_owned();
    }
    let shown: String = found.chars().take(LONGEST_FOUND).collect();
    let dots = if shown.len() < found.len() { "..." } else { "" };
    format!("`{}{dots}`", shown.escape_debug())
}

/// Number of uses that count as a step for the limits.
const USES_OF_A_STEP: usize = 64;

/// The images of items and pairs, and those of options, that a text names.
#[derive(Default)]
struct Named {
    vertices: BTreeMap<u32, u32>,
    options: BTreeMap<u32, u32>,
}

/// Reads generators of one problem.
struct Reader<'p> {
    problem: &'p Problem,
    graph: &'p Graph,
    /// The vertices of pairs, by name.
    pairs: HashMap<String, u32>,
    /// The greatest number of bytes of a name.
    longest: usize,
    /// The options that use the same items in the same colors, and have the same cost.
    alike: HashMap<(Vec<u32>, i128), Vec<u32>>,
}

impl Symmetries {
    /// Returns the symmetries that some symmetries generate: all products of them. Each generator is a list of
    /// cycles as [`Symmetry`](super::Symmetry) writes it, such as `(a b c)(d e)`, and is verified against the
    /// problem. Without generators the identity is the only symmetry.
    ///
    /// ```
    /// use dlx_core::{Limits, Symmetries};
    /// use dlx_instances::queens::{self, Board};
    ///
    /// // The reflection of a board of four queens that exchanges rows and columns.
    /// let problem = queens::problem(4, Board::Plain)?;
    /// let reflection = "(r0 c0)(r1 c1)(r2 c2)(r3 c3)(b0 b6)(b1 b5)(b2 b4)";
    /// let two = Symmetries::generated_by(&problem, [reflection], &mut Limits::none())?;
    /// assert_eq!(*two.order(), 2u32.into());
    /// // A shift of the rows is no symmetry.
    /// let shift = Symmetries::generated_by(&problem, ["(r0 r1 r2 r3)"], &mut Limits::none());
    /// assert!(shift.is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a generator is not in the format or is not a symmetry, or the question of the limits is answered with
    /// a stop. Also if the symmetries are more than 100,000, or than 4 million divided by the number of options,
    /// and there are others: covers up to more symmetries are listed by a method that takes all into account.
    ///
    /// # Complexity
    /// Linear in the uses for each generator, then that of the algorithm of Schreier and Sims: little for small
    /// groups, and for large groups on up to a few hundred options.
    #[doc(hidden)]
    pub fn generated_by<'t>(
        problem: &Problem,
        generators: impl IntoIterator<Item = &'t str>,
        limits: &mut Limits<'_>,
    ) -> Result<Self, GeneratorError> {
        let graph = Graph::of(problem, |_| 0, limits)?;
        let reader = Reader::of(problem, &graph);
        let mut chain = Chain::of(&graph);
        for (number, text) in (1..).zip(generators) {
            limits.step((problem.use_count() / USES_OF_A_STEP + 1) as u64)?;
            let invalid = |(column, kind)| GeneratorError::Invalid { number, column, kind };
            let named = reader.read(text).map_err(|(column, kind)| invalid((Some(column), kind)))?;
            chain.insert(&reader.complete(&named).map_err(|kind| invalid((None, kind)))?, limits)?;
        }
        let group = chain.into_group();
        let (order, kernel_order) = group.orders(&graph);
        let mut partition = Partition::refined(&graph, limits)?;
        let all = detect(&graph, &mut partition, limits)?.orders(&graph).0;
        let problem = problem.clone();
        let given = Self { problem, graph: graph.into(), partition, group, order, kernel_order };
        if given.order != all && !given.has_few_images() {
            return Err(GeneratorError::TooMany { found: given.order, all });
        }
        Ok(given)
    }
}

impl<'p> Reader<'p> {
    fn of(problem: &'p Problem, graph: &'p Graph) -> Self {
        let name = |pair: u32| {
            let mut name = String::new();
            if let Some(pair) = graph.pair_of(pair) {
                write_pair(problem, pair, &mut name);
            }
            (name, pair)
        };
        let pairs: HashMap<String, u32> = graph.pairs().map(name).collect();
        let names = problem.items().map(|item| problem.name(item));
        let longest = names.chain(pairs.keys().map(String::as_str)).map(str::len).max().unwrap_or_default();
        let mut alike: HashMap<(Vec<u32>, i128), Vec<u32>> = HashMap::new();
        for option in problem.options() {
            let key = (graph.adjacent(option.0).to_vec(), problem.cost(option));
            alike.entry(key).or_default().push(option.0);
        }
        Self { problem, graph, pairs, longest, alike }
    }

    /// Reads the cycles of a text. An error has a column.
    fn read(&self, text: &str) -> Result<Named, (usize, GeneratorErrorKind)> {
        let at = |rest: &str, kind| Err((text[..text.len() - rest.len()].chars().count() + 1, kind));
        let mut named = Named::default();
        let mut rest = text.trim_start();
        let mut of_options = false;
        while !rest.is_empty() {
            if let Some(after) = rest.strip_prefix("options").filter(|_| !of_options) {
                (of_options, rest) = (true, after.trim_start());
                continue;
            }
            let Some(after) = rest.strip_prefix('(') else {
                let found = rest.split_whitespace().next().unwrap_or_default().to_owned();
                return at(rest, GeneratorErrorKind::Format { expected: "a cycle such as `(a b)`", found });
            };
            rest = after.trim_start();
            let images = if of_options { &mut named.options } else { &mut named.vertices };
            let mut ends = None;
            loop {
                let (name, vertex) = self.name_at(rest, of_options);
                if name.is_empty() {
                    break;
                }
                let vertex = match vertex {
                    Ok(vertex) => vertex,
                    Err(kind) => return at(rest, kind),
                };
                let (first, last) = ends.unwrap_or((vertex, vertex));
                if images.insert(vertex, first).is_some() {
                    return at(rest, GeneratorErrorKind::Twice { found: name.to_owned() });
                }
                // The image of the last one is the first one until there is a next one.
                if ends.is_some() {
                    images.insert(last, vertex);
                }
                ends = Some((first, vertex));
                rest = rest[name.len()..].trim_start();
            }
            let Some(after) = rest.strip_prefix(')') else {
                let expected = "`)` after the last name of a cycle";
                return at(rest, GeneratorErrorKind::Format { expected, found: String::new() });
            };
            rest = after.trim_start();
        }
        Ok(named)
    }

    /// Returns the name at the beginning of a text, which is empty at the end of a cycle, and its vertex. A name
    /// ends before a blank or a parenthesis; of several such names, the longest one that is known is taken, as
    /// names may contain parentheses.
    fn name_at<'t>(&self, text: &'t str, is_option: bool) -> (&'t str, Result<u32, GeneratorErrorKind>) {
        let word = text.split_whitespace().next().unwrap_or_default();
        let short = word.split(')').next().unwrap_or_default();
        if is_option {
            let count = self.problem.option_count();
            let number = short.parse().ok().filter(|number: &usize| *number < count).map(narrow);
            let unknown = || GeneratorErrorKind::UnknownOption { found: short.to_owned(), count };
            return (short, number.ok_or_else(unknown));
        }
        let ends = word.char_indices().filter(|&(_, letter)| letter == ')').map(|(end, _)| end);
        let ends: Vec<usize> =
            ends.chain([word.len()]).take_while(|&end| end <= self.longest).filter(|&end| end > 0).collect();
        let known = |&end: &usize| {
            let name = &word[..end];
            let item = self.problem.item(name).map(|item| self.graph.vertex_of(item));
            Some((name, item.or_else(|| self.pairs.get(name).copied())?))
        };
        if let Some((name, vertex)) = ends.iter().rev().find_map(known) {
            return (name, Ok(vertex));
        }
        let found = short.to_owned();
        let has_item = short.rsplit_once(':').is_some_and(|(item, _)| self.problem.item(item).is_some());
        (
            short,
            Err(match has_item {
                true => GeneratorErrorKind::UnknownColor { found },
                false => GeneratorErrorKind::UnknownItem { found },
            }),
        )
    }

    /// Returns the symmetry that a text names, after verifying that it is one.
    fn complete(&self, named: &Named) -> Result<Moved, GeneratorErrorKind> {
        let mut image: Vec<u32> = (0..self.graph.len()).map(narrow).collect();
        for (&vertex, &target) in &named.vertices {
            if self.graph.class(vertex) != self.graph.class(target) {
                let [of, found] = [vertex, target].map(|vertex| self.name(vertex));
                return Err(GeneratorErrorKind::UnlikeItem { of, found });
            }
            image[wide(vertex)] = target;
        }
        self.complete_pairs(named, &mut image)?;
        self.complete_options(named, &mut image)?;
        let moved = (0..).zip(&image).filter(|(vertex, target)| vertex != *target);
        let moved: Moved = moved.map(|(vertex, &target)| (vertex, target)).collect();
        debug_assert!(self.graph.is_automorphism(&moved, &image, &mut vec![0; image.len()]));
        Ok(moved)
    }

    /// Adds the images of the pairs that are not named.
    fn complete_pairs(&self, named: &Named, image: &mut [u32]) -> Result<(), GeneratorErrorKind> {
        let mut seen = HashSet::new();
        for pair in self.graph.pairs() {
            let Some((item, color)) = self.graph.pair_of(pair) else { continue };
            let Some(to) = self.graph.item_of(image[wide(self.graph.vertex_of(item))]) else { continue };
            let unlike = |found: String| GeneratorErrorKind::UnlikeColor {
                of: self.name(pair),
                found,
                item: self.problem.name(to).to_owned(),
            };
            let target = match named.vertices.get(&pair) {
                Some(&target) => target,
                None => self.graph.vertex_of_pair(to, color).ok_or_else(|| {
                    let mut found = String::new();
                    write_pair(self.problem, (to, color), &mut found);
                    unlike(found)
                })?,
            };
            let is_of_item = self.graph.pair_of(target).is_some_and(|(item, _)| item == to);
            if !is_of_item || !seen.insert(target) {
                return Err(unlike(self.name(target)));
            }
            image[wide(pair)] = target;
        }
        Ok(())
    }

    /// Adds the images of the options, and verifies those that are named.
    fn complete_options(&self, named: &Named, image: &mut [u32]) -> Result<(), GeneratorErrorKind> {
        let uses =
            |vertices: &[u32]| vertices.iter().map(|&vertex| self.name(vertex)).collect::<Vec<_>>().join(" ");
        // In the order of the options, so that the first one without an image is named.
        let mut classes: Vec<_> = self.alike.iter().collect();
        classes.sort_unstable_by_key(|(_, options)| options[0]);
        for ((vertices, cost), options) in classes {
            let mut targets: Vec<u32> = vertices.iter().map(|&vertex| image[wide(vertex)]).collect();
            targets.sort_unstable();
            let key = (targets, *cost);
            let alike = self.alike.get(&key).filter(|alike| alike.len() == options.len());
            let alike = alike.ok_or_else(|| GeneratorErrorKind::NoOption {
                option: OptionId(options[0]),
                uses: uses(vertices),
                found: uses(&key.0),
            })?;
            let mut others = alike.iter().filter(|option| !named.options.contains_key(option));
            for &option in options {
                let target = named.options.get(&option).or_else(|| others.next());
                let target = target.copied().unwrap_or(option);
                if alike.binary_search(&target).is_err() {
                    return Err(GeneratorErrorKind::UnlikeOption {
                        option: OptionId(option),
                        expected: uses(&key.0),
                        found: OptionId(target),
                    });
                }
                image[wide(option)] = target;
            }
        }
        Ok(())
    }

    /// Returns the name of an item or of a pair.
    fn name(&self, vertex: u32) -> String {
        let mut name = String::new();
        match self.graph.pair_of(vertex) {
            Some(pair) => write_pair(self.problem, pair, &mut name),
            None => name.extend(self.graph.item_of(vertex).map(|item| self.problem.name(item))),
        }
        name
    }
}
