//! Random small problems that shrink, for the tests of the public API and of the engines.
//!
//! Options drawn at random would hardly ever agree on the colors. A problem is therefore built around a
//! planted cover and a secret color for each secondary item, in which most uses of the item are colored. Some
//! problems lack an option of that cover. Duplicates, options without a primary item, and items without
//! options are added.

use std::fmt;

use quickcheck::{Arbitrary, Gen, QuickCheck, Testable};

use super::{OptionId, Problem};

/// The seed of every random test, so that a failure can be repeated.
const SEED: u64 = 1_972_043;

/// Panics, with a small witness, unless the property holds for this many random arguments.
#[allow(clippy::print_stderr, reason = "the seed of a failed test is shown, that of a passed one is not")]
pub(super) fn hold(tests: u64, property: impl Testable) {
    eprintln!("seed {SEED}");
    // The size limits the length of random lists of picks; problems have their own limits.
    let random = Gen::from_size_and_seed(4, SEED);
    QuickCheck::new().rng(random).tests(tests).max_tests(tests).quickcheck(property);
}

/// Returns the options with these numbers, modulo the number of options.
pub(super) fn pick(problem: &Problem, picks: &[u8]) -> Vec<OptionId> {
    let count = problem.option_count();
    picks.iter().filter(|_| count > 0).map(|&pick| OptionId::new(usize::from(pick) % count)).collect()
}

/// A problem as plain numbers.
#[derive(Clone)]
pub(super) struct Sketch {
    primaries: usize,
    secondaries: usize,
    options: Vec<Vec<Piece>>,
    /// By primary item, its least and greatest number of options; empty if each is covered once.
    bounds: Vec<(u32, u32)>,
    /// By option; empty if there are no costs.
    costs: Vec<u64>,
}

/// A sketch with bounds, weights and costs, and with names that a rule may prefer.
#[derive(Clone)]
pub(super) struct Rich(Sketch);

/// One use of an item.
#[derive(Clone, Copy)]
struct Piece {
    /// Primary items come first, counted from 0.
    item: usize,
    /// 0 stands for no color.
    color: usize,
    /// How often it counts, where the item has bounds.
    weight: u32,
}

/// Few enough options that all their subsets can be enumerated.
const MOST_OPTIONS: usize = 9;

impl Sketch {
    pub(super) fn problem(&self) -> Problem {
        let mut builder = Problem::builder();
        // Some of the names of a rich sketch begin with `#`.
        let sharp = |item: usize| if self.bounds.is_empty() || item % 3 == 1 { "" } else { "#" };
        let primaries: Vec<String> =
            (0..self.primaries).map(|item| format!("{}p{item}", sharp(item))).collect();
        let secondaries: Vec<String> = (0..self.secondaries).map(|item| format!("s{item}")).collect();
        for (item, name) in primaries.iter().enumerate() {
            let (low, high) = self.bounds.get(item).copied().unwrap_or((1, 1));
            builder.bounded(name, low..=high);
        }
        builder.secondary(&secondaries);
        for (at, option) in self.options.iter().enumerate() {
            let uses = option.iter().map(|piece| {
                let name = primaries.iter().chain(&secondaries).nth(piece.item).expect("a piece has an item");
                match self.weight(piece) {
                    1 if piece.color == 0 => name.clone(),
                    1 => format!("{name}:{}", piece.color),
                    weight => format!("{name}={weight}"),
                }
            });
            builder.option(uses.collect::<Vec<_>>());
            builder.cost(self.costs.get(at).copied().unwrap_or(0));
        }
        builder.build().expect("a sketch is a problem")
    }

    /// Returns the weight of a use, which is 1 on items that have none.
    fn weight(&self, piece: &Piece) -> u32 {
        if self.bounds.get(piece.item).is_none_or(|&bounds| bounds == (1, 1)) { 1 } else { piece.weight }
    }

    /// Returns the same sketch without one item and without the options that had no other.
    fn without_item(&self, item: usize) -> Self {
        let is_primary = item < self.primaries;
        let mut options = self.options.clone();
        for option in &mut options {
            option.retain(|piece| piece.item != item);
            for piece in option {
                piece.item -= usize::from(piece.item > item);
            }
        }
        options.retain(|option| !option.is_empty());
        Self {
            primaries: self.primaries - usize::from(is_primary),
            secondaries: self.secondaries - usize::from(!is_primary),
            options,
            bounds: (0..self.bounds.len()).filter(|&at| at != item).map(|at| self.bounds[at]).collect(),
            // Shrinking looks for small problems, so it need not track which options lost all their items.
            costs: Vec::new(),
        }
    }

    /// Returns the same sketch without bounds on one item.
    fn without_bounds(&self, item: usize) -> Self {
        let mut less = self.clone();
        less.bounds[item] = (1, 1);
        less
    }

    fn without_option(&self, at: usize) -> Self {
        let mut less = self.clone();
        less.options.remove(at);
        if !less.costs.is_empty() {
            less.costs.remove(at);
        }
        less
    }

    fn without_piece(&self, option: usize, at: usize) -> Self {
        let mut less = self.clone();
        less.options[option].remove(at);
        less
    }

    fn without_weight(&self, option: usize, at: usize) -> Self {
        let mut less = self.clone();
        less.options[option][at].weight = 1;
        less
    }

    fn without_color(&self, option: usize, at: usize) -> Self {
        let mut less = self.clone();
        less.options[option][at].color = 0;
        less
    }
}

impl fmt::Debug for Sketch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = self.problem();
        write!(f, "{problem:?} {:?}", self.bounds)?;
        for option in problem.options() {
            write!(f, "\n{option}: {} |{}", problem.display_option(option), problem.cost(option))?;
        }
        Ok(())
    }
}

impl Arbitrary for Sketch {
    fn arbitrary(g: &mut Gen) -> Self {
        let primaries = *g.choose(&[0, 1, 2, 3, 3, 4, 4, 5, 5, 6]).expect("there are choices");
        let secondaries = *g.choose(&[0, 1, 1, 2, 2, 3]).expect("there are choices");
        let secret: Vec<usize> = (0..secondaries).map(|_| 1 + below(g, 2)).collect();
        let mut options = planted_cover(g, primaries, &secret);
        if !options.is_empty() && below(g, 3) == 0 {
            options.swap_remove(below(g, options.len()));
        }
        for _ in 0..below(g, 8) {
            let option = match below(g, 8) {
                0 if !options.is_empty() => options[below(g, options.len())].clone(),
                1 => random_option(g, 0, primaries, &secret),
                _ => random_option(g, primaries, primaries, &secret),
            };
            if !option.is_empty() && options.len() < MOST_OPTIONS {
                options.push(option);
            }
        }
        shuffle(g, &mut options);
        for option in &mut options {
            shuffle(g, option);
        }
        let (bounds, costs) = (Vec::new(), Vec::new());
        let mut sketch = Self { primaries, secondaries, options, bounds, costs };
        // A last secondary item that no option uses, or more rarely such a primary item.
        match below(g, 20) {
            0 if secondaries == 0 => sketch.primaries += 1,
            1..4 => sketch.secondaries += 1,
            _ => {}
        }
        sketch
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut smaller: Vec<Self> = (0..self.options.len()).map(|at| self.without_option(at)).collect();
        smaller.extend((0..self.primaries + self.secondaries).map(|item| self.without_item(item)));
        for (option, pieces) in self.options.iter().enumerate() {
            if pieces.len() > 1 {
                smaller.extend((0..pieces.len()).map(|at| self.without_piece(option, at)));
            }
            let colored = (0..pieces.len()).filter(|&at| pieces[at].color != 0);
            smaller.extend(colored.map(|at| self.without_color(option, at)));
            let weighted = (0..pieces.len()).filter(|&at| self.weight(&pieces[at]) != 1);
            smaller.extend(weighted.map(|at| self.without_weight(option, at)));
        }
        let bounded = (0..self.bounds.len()).filter(|&item| self.bounds[item] != (1, 1));
        smaller.extend(bounded.map(|item| self.without_bounds(item)));
        Box::new(smaller.into_iter())
    }
}

impl Rich {
    pub(super) fn problem(&self) -> Problem {
        self.0.problem()
    }
}

impl fmt::Debug for Rich {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Arbitrary for Rich {
    fn arbitrary(g: &mut Gen) -> Self {
        let mut sketch = Sketch::arbitrary(g);
        let bounds = [(1, 1), (1, 1), (0, 1), (0, 2), (1, 2), (2, 2), (1, 3), (2, 3), (0, 3), (0, 0), (3, 4)];
        // Problems with many bounds rarely have a cover, so most sketches have few of them.
        let share = 1 + below(g, 4);
        sketch.bounds = (0..sketch.primaries)
            .map(|_| if below(g, share) == 0 { bounds[below(g, bounds.len())] } else { (1, 1) })
            .collect();
        // Half of the problems have weights on some of these items.
        if below(g, 2) == 0 {
            let wide = [(3, 5), (4, 4), (0, 6), (5, 9), (7, 7), (2, u32::MAX), (0, 3)];
            for bounds in sketch.bounds.iter_mut().filter(|bounds| **bounds != (1, 1)) {
                if below(g, 2) == 0 {
                    *bounds = wide[below(g, wide.len())];
                }
            }
            for piece in sketch.options.iter_mut().flatten() {
                piece.weight = [1, 1, 1, 2, 2, 3, 4, 5][below(g, 8)];
            }
        }
        if below(g, 4) > 0 {
            sketch.costs = sketch.options.iter().map(|_| below(g, 9) as u64).collect();
        }
        Self(sketch)
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.0.shrink().map(Self))
    }
}

/// Returns options that form a cover. The primary items are divided into blocks; each secondary item is in no
/// block, in one without a color, or in several in its secret color.
fn planted_cover(g: &mut Gen, primaries: usize, secret: &[usize]) -> Vec<Vec<Piece>> {
    let most = primaries.max(1);
    let mut blocks = vec![Vec::new(); 1 + below(g, most).max(below(g, most))];
    for item in 0..primaries {
        let block = below(g, blocks.len());
        blocks[block].push(Piece { item, color: 0, weight: 1 });
    }
    blocks.retain(|block| !block.is_empty());
    if blocks.is_empty() {
        return blocks;
    }
    for (at, &color) in secret.iter().enumerate() {
        let item = primaries + at;
        match below(g, 4) {
            0 => {}
            1 => {
                let block = below(g, blocks.len());
                blocks[block].push(Piece { item, color: 0, weight: 1 });
            }
            _ => blocks
                .iter_mut()
                .filter(|_| below(g, 2) == 0)
                .for_each(|block| block.push(Piece { item, color, weight: 1 })),
        }
    }
    blocks
}

/// Returns an option over the first `most` primary items and over the secondary items, which come after
/// `primaries`. It may be empty.
fn random_option(g: &mut Gen, most: usize, primaries: usize, secret: &[usize]) -> Vec<Piece> {
    let mut option: Vec<Piece> =
        (0..most).filter(|_| below(g, 5) < 2).map(|item| Piece { item, color: 0, weight: 1 }).collect();
    if option.is_empty() && most > 0 {
        option.push(Piece { item: below(g, most), color: 0, weight: 1 });
    }
    for (at, &color) in secret.iter().enumerate() {
        let item = primaries + at;
        match below(g, 12) {
            0..6 => {}
            6 => option.push(Piece { item, color: 0, weight: 1 }),
            7 => option.push(Piece { item, color: 3 - color, weight: 1 }),
            _ => option.push(Piece { item, color, weight: 1 }),
        }
    }
    option
}

fn below(g: &mut Gen, limit: usize) -> usize {
    *g.choose(&(0..limit).collect::<Vec<_>>()).expect("the limit is not 0")
}

fn shuffle<T>(g: &mut Gen, list: &mut [T]) {
    for last in (1..list.len()).rev() {
        list.swap(last, below(g, last + 1));
    }
}
