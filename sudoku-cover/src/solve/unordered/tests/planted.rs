//! Problems built to contain components: timetables of small grids that share nothing but the items outside
//! them, and squares with each symbol once in every row, column and box. Each has a known cover.

use dlx_core::{OptionId, Problem};
use quickcheck::Gen;

use super::super::components::Matrix;

/// The seed of all random problems, so that failures are reproducible.
const SEED: u64 = 1_972_043;

pub(super) fn random() -> Gen {
    Gen::from_size_and_seed(4, SEED)
}

pub(super) fn below(g: &mut Gen, limit: usize) -> usize {
    *g.choose(&(0..limit).collect::<Vec<_>>()).expect("the limit is not 0")
}

pub(super) fn shuffled(g: &mut Gen, count: usize) -> Vec<usize> {
    let mut list: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        list.swap(last, below(g, last + 1));
    }
    list
}

/// The shape of grids of sets: teachers by hours, for example. Each row and each column of a grid is an item;
/// a row and a column share a set.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlantedShape {
    /// Number of rows, and of columns.
    pub(super) side: usize,
    /// Number of options of a set.
    pub(super) share: usize,
    /// Number of outside items that the sets at one place of a group use: 0 for none, otherwise at least
    /// `share`.
    pub(super) outside: usize,
    /// Number of groups. A group has as many grids as its outside items require, or one grid if there are
    /// none.
    pub(super) groups: usize,
}

/// A problem in plain numbers. Primary items come first.
#[derive(Clone, Debug)]
pub(super) struct Planted {
    primaries: usize,
    secondaries: usize,
    /// By option: its items.
    options: Vec<Vec<usize>>,
    /// The known cover: options that cover each primary item exactly once.
    cover: Vec<usize>,
}

impl Planted {
    pub(super) fn grids(g: &mut Gen, shape: PlantedShape) -> Self {
        let PlantedShape { side, share, outside, groups } = shape;
        let copies = side * outside.max(1);
        let copies = if outside == 0 { 1 } else { copies };
        let (lines, places) = (groups * copies * side, groups * side * side);
        let mut planted =
            Self { primaries: 2 * lines + places * outside, secondaries: 0, options: vec![], cover: vec![] };
        for (group, copy) in (0..groups).flat_map(|group| (0..copies).map(move |copy| (group, copy))) {
            let first = (group * copies + copy) * side;
            // The set at each place holds in as many grids as there are outside items.
            let (turn, turns) = (copy % side, copy / side);
            for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
                let holds = column == (row + turn) % side;
                let mut theirs = shuffled(g, outside.max(share));
                if holds && outside > 0 {
                    let at = theirs.iter().position(|&item| item == turns).expect("all are there");
                    theirs.swap(0, at);
                }
                for (at, &item) in theirs[..share].iter().enumerate() {
                    let mut option = vec![first + row, lines + first + column];
                    if outside > 0 {
                        let place = (group * side + row) * side + column;
                        option.push(2 * lines + place * outside + item);
                    }
                    if holds && at == 0 {
                        planted.cover.push(planted.options.len());
                    }
                    planted.options.push(option);
                }
            }
        }
        planted
    }

    /// Returns a square with each symbol once in every row, column and box, with boxes of `high` rows and
    /// `wide` columns.
    pub(super) fn square(high: usize, wide: usize) -> Self {
        let side = high * wide;
        let squares = side * side;
        let mut planted =
            Self { primaries: 4 * squares, secondaries: 0, options: Vec::new(), cover: Vec::new() };
        for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
            let block = row / high * high + column / wide;
            let here = (row % high * wide + row / high + column) % side;
            for symbol in 0..side {
                if symbol == here {
                    planted.cover.push(planted.options.len());
                }
                let of =
                    [row * side + column, row * side + symbol, column * side + symbol, block * side + symbol];
                planted.options.push((0..).zip(of).map(|(kind, at)| kind * squares + at).collect());
            }
        }
        planted
    }

    /// Adds secondary items, each used by at most one option of the known cover, so that it remains a cover.
    pub(super) fn with_secondaries(mut self, g: &mut Gen, secondaries: usize) -> Self {
        let first = self.primaries + self.secondaries;
        self.secondaries += secondaries;
        let mut is_used = vec![false; secondaries];
        for (at, option) in self.options.iter_mut().enumerate() {
            if secondaries == 0 || below(g, 3) == 0 {
                continue;
            }
            let item = below(g, secondaries);
            if !self.cover.contains(&at) || !std::mem::replace(&mut is_used[item], true) {
                option.push(first + item);
            }
        }
        self
    }

    /// Adds primary items, each used by one option of the known cover and by some other options.
    pub(super) fn with_primaries(mut self, g: &mut Gen, primaries: usize) -> Self {
        for option in &mut self.options {
            for item in option {
                *item += if *item < self.primaries { 0 } else { primaries };
            }
        }
        for item in self.primaries..self.primaries + primaries {
            let chosen = self.cover[below(g, self.cover.len())];
            self.options[chosen].push(item);
            for _ in 0..1 + below(g, 3) {
                let other = below(g, self.options.len());
                if !self.cover.contains(&other) && self.options[other].iter().all(|&used| used != item) {
                    self.options[other].push(item);
                }
            }
        }
        self.primaries += primaries;
        self
    }

    /// Removes about one in `one_of` of the options outside the known cover.
    pub(super) fn without_some(mut self, g: &mut Gen, one_of: usize) -> Self {
        let kept: Vec<usize> =
            (0..self.options.len()).filter(|at| self.cover.contains(at) || below(g, one_of) > 0).collect();
        self.cover = (0..kept.len()).filter(|&at| self.cover.contains(&kept[at])).collect();
        self.options = kept.iter().map(|&at| self.options[at].clone()).collect();
        self
    }

    /// Truncates one option of the known cover to its first item, so that the known cover is none.
    pub(super) fn without_cover(mut self, g: &mut Gen) -> Self {
        let at = self.cover.swap_remove(below(g, self.cover.len()));
        self.options[at].truncate(1);
        self
    }

    /// Renumbers the primary items.
    pub(super) fn renamed(mut self, g: &mut Gen) -> Self {
        let names = shuffled(g, self.primaries);
        for item in self.options.iter_mut().flatten() {
            *item = names.get(*item).copied().unwrap_or(*item);
        }
        self
    }

    /// Renumbers the options.
    pub(super) fn reordered(mut self, g: &mut Gen) -> Self {
        let order = shuffled(g, self.options.len());
        self.cover = (0..order.len()).filter(|&at| self.cover.contains(&order[at])).collect();
        self.options = order.iter().map(|&at| self.options[at].clone()).collect();
        self
    }

    /// Adds an item with 17 options of its own, at the end, so that rows no longer fit into registers. Also
    /// returns the first of these options: it is in as many covers as there were before.
    pub(super) fn padded(mut self) -> (Self, OptionId) {
        let first = self.options.len();
        for item in self.options.iter_mut().flatten() {
            *item += usize::from(*item >= self.primaries);
        }
        self.options.extend((0..17).map(|_| vec![self.primaries]));
        self.primaries += 1;
        (self, OptionId::new(first))
    }

    pub(super) fn problem(&self) -> Problem {
        let name = |item: usize| format!("{}{item}", if item < self.primaries { "p" } else { "s" });
        let names: Vec<String> = (0..self.primaries + self.secondaries).map(name).collect();
        let mut builder = Problem::builder();
        builder.primary(&names[..self.primaries]);
        builder.secondary(&names[self.primaries..]);
        for option in &self.options {
            builder.option(option.iter().map(|&item| names[item].as_str()));
        }
        builder.build().expect("what is planted is a problem")
    }

    /// Returns the matrix of the primary items and the options.
    pub(super) fn matrix(&self) -> Matrix {
        let mut options_of = vec![Vec::new(); self.primaries];
        let mut items_of = vec![Vec::new(); self.options.len()];
        for (at, option) in self.options.iter().enumerate() {
            for &item in option.iter().filter(|item| **item < self.primaries) {
                options_of[item].push(at);
                items_of[at].push(item);
            }
            items_of[at].sort_unstable();
        }
        Matrix { options_of, items_of }
    }

    /// Returns some options of the known cover, each with a probability of `percent`.
    pub(super) fn given(&self, g: &mut Gen, percent: usize) -> Vec<OptionId> {
        let chosen = self.cover.iter().filter(|_| below(g, 100) < percent);
        chosen.map(|&option| OptionId::new(option)).collect()
    }
}
