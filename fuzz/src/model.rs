//! A small problem decoded from bytes, whose covers are found by trying all sets of options.
//!
//! This module uses no search, check or table of the library, and implements only the definition of a cover.

use std::collections::HashMap;

use dlx_core::{OptionId, Problem};

use crate::bytes::Bytes;

/// A problem in plain numbers.
#[derive(Debug, Clone)]
pub(crate) struct Model {
    /// For each primary item, the smallest and largest number of times that it may be covered.
    pub(crate) bounds: Vec<(u32, u32)>,
    pub(crate) secondaries: usize,
    /// For each option, its items, numbered with the primary items first, and their colors, 0 for none.
    pub(crate) options: Vec<Vec<(usize, u8)>>,
    pub(crate) costs: Vec<i128>,
}

/// The bounds from which those of an item are chosen.
const BOUNDS: [(u32, u32); 12] = [
    (1, 1),
    (1, 1),
    (1, 1),
    (0, 1),
    (0, 2),
    (1, 2),
    (2, 2),
    (1, 3),
    (0, 0),
    (2, u32::MAX),
    (0, u32::MAX),
    (3, 4),
];

/// Returns a small number; one in four is negative.
fn signed(byte: u8) -> i128 {
    let number = i128::from(byte / 4);
    if byte % 4 == 3 { -number } else { number }
}

impl Model {
    /// Returns a problem with at most `most_options` options. It is built around a planted cover, because
    /// random options rarely have one.
    pub(crate) fn small(bytes: &mut Bytes<'_>, most_options: usize) -> Self {
        let primaries = bytes.below(8);
        let secondaries = bytes.pick(&[0, 1, 1, 2, 3, 4]);
        let style = bytes.byte();
        let mut model =
            Self { bounds: vec![(1, 1); primaries], secondaries, options: Vec::new(), costs: Vec::new() };
        let secret: Vec<u8> = (0..secondaries).map(|_| 1 + bytes.byte() % 2).collect();
        let mut blocks = vec![Vec::new(); 1 + bytes.below(primaries.max(1))];
        for item in 0..primaries {
            let at = bytes.below(blocks.len());
            blocks[at].push((item, 0));
        }
        for (at, &color) in secret.iter().enumerate() {
            let in_blocks = bytes.byte();
            for (block, uses) in blocks.iter_mut().enumerate() {
                if in_blocks >> block & 1 == 1 {
                    uses.push((primaries + at, color));
                }
            }
        }
        blocks.retain(|block| !block.is_empty());
        model.options = blocks;
        while !bytes.is_empty() && model.options.len() < most_options {
            let kind = bytes.byte();
            let option = match kind % 8 {
                0 if !model.options.is_empty() => {
                    model.options[usize::from(kind / 8) % model.options.len()].clone()
                }
                1 => model.option(bytes, 0, &secret),
                7 => break,
                _ => model.option(bytes, primaries, &secret),
            };
            if !option.is_empty() {
                let at = bytes.below(model.options.len() + 1);
                model.options.insert(at, option);
            }
        }
        if style & 3 == 0 {
            for bounds in &mut model.bounds {
                *bounds = bytes.pick(&BOUNDS);
            }
        }
        if style & 4 != 0 {
            let shift = bytes.pick(&[0, 0, 0, 4, 20, 50]);
            model.costs = model.options.iter().map(|_| signed(bytes.byte()) << shift).collect();
        }
        model
    }

    /// Returns an option over the first `most` primary items and all secondary ones; it may be empty.
    fn option(&self, bytes: &mut Bytes<'_>, most: usize, secret: &[u8]) -> Vec<(usize, u8)> {
        let (members, colored) = (bytes.byte(), bytes.byte());
        let mut option: Vec<(usize, u8)> =
            (0..most).filter(|item| members >> item & 1 == 1).map(|item| (item, 0)).collect();
        for (at, &color) in secret.iter().enumerate() {
            match colored >> (2 * at) & 3 {
                0 => {}
                1 => option.push((self.bounds.len() + at, 0)),
                2 => option.push((self.bounds.len() + at, 3 - color)),
                _ => option.push((self.bounds.len() + at, color)),
            }
        }
        if members & 128 != 0 {
            option.reverse();
        }
        option
    }

    /// Returns a problem of up to 32 items that are covered exactly once, by options of a few patterns
    /// shifted along the items. Many states are equal, as in tilings of a strip.
    pub(crate) fn strip(bytes: &mut Bytes<'_>) -> Self {
        let items = 4 + bytes.below(29);
        let mut options = Vec::new();
        for _ in 0..1 + bytes.below(6) {
            let (pattern, step) = (bytes.byte() | 1, 1 + bytes.below(3));
            let (from, most) = (bytes.below(items), 1 + bytes.below(items));
            let width = 8 - pattern.leading_zeros() as usize;
            for start in (from..items).step_by(step).take(most) {
                if start + width <= items && options.len() < 160 {
                    let members = (0..width).filter(|at| pattern >> at & 1 == 1);
                    options.push(members.map(|at| (start + at, 0)).collect());
                }
            }
        }
        for _ in 0..bytes.below(16) {
            let far: Vec<(usize, u8)> = [bytes.below(items), bytes.below(items), bytes.below(items)]
                .into_iter()
                .collect::<std::collections::BTreeSet<_>>()
                .into_iter()
                .map(|item| (item, 0))
                .collect();
            let at = bytes.below(options.len().min(255) + 1);
            options.insert(at, far);
        }
        let costs = if bytes.flag() {
            options.iter().map(|_| i128::from(bytes.byte() % 16)).collect()
        } else {
            Vec::new()
        };
        Self { bounds: vec![(1, 1); items], secondaries: 0, options, costs }
    }

    pub(crate) fn problem(&self) -> Problem {
        let mut builder = Problem::builder();
        // Some names begin with `#`, which the rule `preferred` treats specially.
        let name = |item: usize| match (item < self.bounds.len(), item % 3) {
            (true, 1) => format!("p{item}"),
            (true, _) => format!("#{item}"),
            (false, _) => format!("s{item}"),
        };
        for (item, &(low, high)) in self.bounds.iter().enumerate() {
            builder.add_bounded(name(item), low..=high).expect("the names differ");
        }
        for item in 0..self.secondaries {
            builder.add_secondary(name(self.bounds.len() + item)).expect("the names differ");
        }
        for (at, option) in self.options.iter().enumerate() {
            let mentions: Vec<String> = option
                .iter()
                .map(|&(item, color)| if color == 0 { name(item) } else { format!("{}:{color}", name(item)) })
                .collect();
            builder.add_option(&mentions).expect("the option is not empty");
            builder.add_cost(self.costs.get(at).copied().unwrap_or(0)).expect("the costs fit");
        }
        builder.build().expect("there was no fault")
    }

    pub(crate) fn cost(&self, cover: &[OptionId]) -> i128 {
        cover.iter().map(|option| self.costs.get(option.index()).copied().unwrap_or(0)).sum()
    }

    pub(crate) fn is_idle(&self, option: usize) -> bool {
        self.options[option].iter().all(|&(item, _)| item >= self.bounds.len())
    }

    /// Returns all covers with the forced options and without the forbidden ones, each in ascending order, in
    /// lexicographic order. Each option is left out or taken, and a set is abandoned when it covers an item
    /// too often. An option without a primary item is taken only if it is forced. Returns `None` if this
    /// takes too many steps.
    pub(crate) fn covers(&self, forced: &[OptionId], forbidden: &[OptionId]) -> Option<Vec<Vec<OptionId>>> {
        let mut all = Vec::new();
        let mut steps = 0;
        let mut chosen = Vec::new();
        let last: Vec<usize> = (0..self.bounds.len())
            .map(|item| {
                self.options
                    .iter()
                    .rposition(|uses| uses.iter().any(|used| used.0 == item))
                    .map_or(0, |at| at + 1)
            })
            .collect();
        let fate = |option: usize| {
            let id = OptionId::new(option);
            (forced.contains(&id), forbidden.contains(&id) || self.is_idle(option) && !forced.contains(&id))
        };
        let fates: Vec<(bool, bool)> = (0..self.options.len()).map(fate).collect();
        self.extend(0, &fates, &last, &mut chosen, &mut all, &mut steps)?;
        all.sort();
        Some(all)
    }

    fn extend(
        &self,
        at: usize,
        fates: &[(bool, bool)],
        last: &[usize],
        chosen: &mut Vec<OptionId>,
        all: &mut Vec<Vec<OptionId>>,
        steps: &mut usize,
    ) -> Option<()> {
        *steps += 1;
        if *steps > 30_000 {
            return None;
        }
        let times = |item: usize| {
            let uses = chosen.iter().flat_map(|option| &self.options[option.index()]);
            uses.filter(|used| used.0 == item).count()
        };
        if last
            .iter()
            .enumerate()
            .any(|(item, &last)| last <= at && times(item) < self.bounds[item].0 as usize)
        {
            return Some(());
        }
        if at == self.options.len() {
            all.push(chosen.clone());
            return Some(());
        }
        let (is_forced, is_forbidden) = fates[at];
        if !is_forced {
            self.extend(at + 1, fates, last, chosen, all, steps)?;
        }
        if !is_forbidden && self.options[at].iter().all(|&used| self.has_room(chosen, used)) {
            chosen.push(OptionId::new(at));
            self.extend(at + 1, fates, last, chosen, all, steps)?;
            chosen.pop();
        }
        Some(())
    }

    /// Returns true if an item can be covered once more, in this color.
    fn has_room(&self, chosen: &[OptionId], (item, color): (usize, u8)) -> bool {
        let uses = chosen.iter().flat_map(|option| &self.options[option.index()]);
        let mut colors = uses.filter(|used| used.0 == item).map(|used| used.1);
        match self.bounds.get(item) {
            Some(&(_, high)) => colors.count() < high as usize,
            None => colors.all(|other| other != 0 && other == color),
        }
    }

    /// Returns the number of covers of a problem of at most 64 items without bounds and secondary items. It
    /// covers the lowest uncovered item in all ways and memoizes the count for each set of uncovered items.
    /// Returns `None` if there are too many sets.
    pub(crate) fn count_by_sets(&self) -> Option<u128> {
        fn rest(sets: &[u64], open: u64, known: &mut HashMap<u64, u128>) -> Option<u128> {
            if open == 0 {
                return Some(1);
            }
            if let Some(&count) = known.get(&open) {
                return Some(count);
            }
            if known.len() > 4000 {
                return None;
            }
            let first = open & open.wrapping_neg();
            let mut count = 0;
            for set in sets.iter().filter(|&&set| set & first != 0 && set & !open == 0) {
                count += rest(sets, open & !set, known)?;
            }
            known.insert(open, count);
            Some(count)
        }
        let set_of = |option: &Vec<(usize, u8)>| option.iter().fold(0, |set, used| set | 1 << used.0);
        let sets: Vec<u64> = self.options.iter().map(set_of).collect();
        rest(&sets, (1 << self.bounds.len()) - 1, &mut HashMap::new())
    }
}
