//! The inner loop: propagation in registers, and the search from branch to branch.

use dlx_simd::{Kernel, Lanes, Line};

use super::level::{RowStack, SlotLevel};
use super::shape::ShapedTask;
use super::tables::Tables;
use super::width::Width;
use crate::engine::{NodeState, Run, RunEnd};
use crate::problem::ids::wide;

/// A row in registers.
#[derive(Clone, Copy)]
struct State<W: Width, L: Lanes, const SLOTS: usize> {
    slices: [W::Set<L>; SLOTS],
    open: W::Set<L>,
}

impl<W: Width, L: Lanes, const SLOTS: usize> State<W, L, SLOTS> {
    #[inline(always)]
    fn load(lanes: L, row: &[Line]) -> Self {
        let mut slices = [W::none(lanes); SLOTS];
        for slot in 0..SLOTS {
            slices[slot] = W::load(lanes, row, slot);
        }
        Self { slices, open: W::load(lanes, row, SLOTS) }
    }

    #[inline(always)]
    fn store(&self, lanes: L, row: &mut [Line]) {
        for slot in 0..SLOTS {
            W::store(lanes, row, slot, self.slices[slot]);
        }
        W::store(lanes, row, SLOTS, self.open);
    }

    #[inline(always)]
    fn apply(&mut self, lanes: L, mask: &[Line]) {
        for slot in 0..SLOTS {
            self.slices[slot] = W::and(lanes, self.slices[slot], W::load(lanes, mask, slot));
        }
        self.open = W::and(lanes, self.open, W::load(lanes, mask, SLOTS));
    }

    /// Returns the items that have a live option, and those that have several.
    #[inline(always)]
    fn one_and_two(&self, lanes: L) -> (W::Set<L>, W::Set<L>) {
        let (mut one, mut two) = self.of_three(lanes, 0);
        let mut slot = 3;
        while slot + 6 <= SLOTS {
            let (left, right) = (self.of_three(lanes, slot), self.of_three(lanes, slot + 3));
            let pairs = W::or(lanes, W::or(lanes, two, left.1), right.1);
            two = W::or(lanes, pairs, W::majority(lanes, one, left.0, right.0));
            one = W::or(lanes, W::or(lanes, one, left.0), right.0);
            slot += 6;
        }
        while slot < SLOTS {
            let more = if slot + 3 <= SLOTS {
                self.of_three(lanes, slot)
            } else if slot + 2 == SLOTS {
                let (a, b) = (self.slices[slot], self.slices[slot + 1]);
                (W::or(lanes, a, b), W::and(lanes, a, b))
            } else {
                (self.slices[slot], W::none(lanes))
            };
            two = W::or(lanes, W::or(lanes, two, more.1), W::and(lanes, one, more.0));
            one = W::or(lanes, one, more.0);
            slot += 3;
        }
        (one, two)
    }

    /// The same as [`one_and_two`](Self::one_and_two), for three slices.
    #[inline(always)]
    fn of_three(&self, lanes: L, slot: usize) -> (W::Set<L>, W::Set<L>) {
        let [a, b, c] = [self.slices[slot], self.slices[slot + 1], self.slices[slot + 2]];
        (W::or(lanes, W::or(lanes, a, b), c), W::majority(lanes, a, b, c))
    }

    /// Returns the number of live options of each item, as binary digits.
    #[inline(always)]
    fn digits(&self, lanes: L) -> [W::Set<L>; 5] {
        let mut digits = [W::none(lanes); 5];
        let mut slot = 0;
        while slot < SLOTS {
            let mut carry = if slot + 1 < SLOTS {
                let (a, b, c) = (digits[0], self.slices[slot], self.slices[slot + 1]);
                digits[0] = W::xor(lanes, W::xor(lanes, a, b), c);
                W::majority(lanes, a, b, c)
            } else {
                let (a, b) = (digits[0], self.slices[slot]);
                digits[0] = W::xor(lanes, a, b);
                W::and(lanes, a, b)
            };
            for digit in 1..5 {
                let before = digits[digit];
                digits[digit] = W::xor(lanes, before, carry);
                carry = W::and(lanes, before, carry);
            }
            slot += 2;
        }
        digits
    }

    /// Returns the open item with the fewest live options, the lowest such item if there are several. There
    /// is an open item, and each has at least two live options.
    #[inline(always)]
    fn choose(&self, lanes: L) -> usize {
        let digits = self.digits(lanes);
        let many = W::or(lanes, W::or(lanes, digits[2], digits[3]), W::or(lanes, digits[4], digits[0]));
        let with_two = W::and_not(lanes, self.open, many);
        if W::any(lanes, with_two) {
            return first::<W, L>(lanes, with_two);
        }
        let mut least = self.open;
        for digit in (0..5).rev() {
            let less = W::and_not(lanes, least, digits[digit]);
            if W::any(lanes, less) {
                least = less;
            }
        }
        first::<W, L>(lanes, least)
    }
}

/// Returns the lowest item of a set that is not empty.
#[inline(always)]
fn first<W: Width, L: Lanes>(lanes: L, set: W::Set<L>) -> usize {
    let place = wide(W::filled(lanes, set).trailing_zeros());
    place * 64 + wide(W::word(&W::words(lanes, set), place).trailing_zeros())
}

/// Returns true if a set has exactly one item.
#[inline(always)]
fn is_single<W: Width, L: Lanes>(lanes: L, set: W::Set<L>) -> bool {
    let filled = W::filled(lanes, set);
    filled.is_power_of_two()
        && W::word(&W::words(lanes, set), wide(filled.trailing_zeros())).is_power_of_two()
}

/// Carries out forced options in rounds: each round carries out all options that are forced at its start.
///
/// An open item without a live option is a dead end. So is such a closed item: two conflicting options were
/// chosen, and have deleted each other.
#[inline(always)]
fn propagate<W: Width, const SLOTS: usize, const LINES: usize, L: Lanes>(
    lanes: L,
    tables: &Tables,
    state: &mut State<W, L, SLOTS>,
    rounds: &mut u64,
) -> NodeState {
    // An option is often forced in several of its items. Applying it again is harmless. Where rows are in
    // registers, this takes less time than to look up which items have been closed; elsewhere the lookup is
    // faster (16x16 Sudoku: 7 % with AVX2).
    let looks = W::WORDS >= 8 && !L::COUNTS_EIGHT;
    let (masks, _) = tables.masks.as_chunks::<LINES>();
    let all = W::load(lanes, &tables.root, SLOTS);
    loop {
        *rounds += 1;
        let (one, two) = state.one_and_two(lanes);
        if W::any(lanes, W::and_not(lanes, all, one)) {
            return NodeState::Dead;
        }
        let forced = W::and_not(lanes, state.open, two);
        if !W::any(lanes, forced) {
            return if W::any(lanes, state.open) { NodeState::Open } else { NodeState::Solved };
        }
        if !tables.has_secondaries && !W::any(lanes, two) {
            state.open = W::none(lanes);
            return NodeState::Solved;
        }
        // The binary digits of the slot of each forced item.
        let mut digits = [W::none(lanes); 4];
        for slot in 1..SLOTS {
            for digit in 0..4 {
                if slot >> digit & 1 == 1 {
                    digits[digit] = W::or(lanes, digits[digit], state.slices[slot]);
                }
            }
        }
        let digits = [
            W::words(lanes, digits[0]),
            W::words(lanes, digits[1]),
            W::words(lanes, digits[2]),
            W::words(lanes, digits[3]),
        ];
        let items = W::words(lanes, forced);
        let mut filled = W::filled(lanes, forced);
        while filled != 0 {
            let place = wide(filled.trailing_zeros());
            filled &= filled - 1;
            let mut word = W::word(&items, place);
            if looks {
                word &= W::word(&W::words(lanes, state.open), place);
            }
            let (mut numbers, mut count) = ([0u16; 64], 0);
            while word != 0 {
                let bit = word.trailing_zeros();
                word &= word - 1;
                let mut slot = 0;
                for digit in 0..4 {
                    if SLOTS > 1 << digit {
                        slot |= usize::from(W::word(&digits[digit], place) >> bit & 1 == 1) << digit;
                    }
                }
                let number = tables.live_at[(place * 64 + wide(bit)) * SLOTS + slot];
                if looks && L::LOOKS_UP_FIRST {
                    numbers[count % 64] = number;
                    count += 1;
                } else {
                    state.apply(lanes, &masks[usize::from(number)]);
                    if looks {
                        word &= W::word(&W::words(lanes, state.open), place);
                    }
                }
            }
            for &number in &numbers[..count.min(64)] {
                state.apply(lanes, &masks[usize::from(number)]);
            }
        }
    }
}

/// Returns the live options of an item, one bit for each slot.
#[inline(always)]
fn ways<W: Width, const SLOTS: usize>(row: &[Line], item: usize) -> u32 {
    let mut ways = 0;
    for slot in 0..SLOTS {
        let word = slot * W::WORDS + item / 64;
        ways |= u32::from(row[word / 8].0[word % 8] >> (item % 64) & 1 == 1) << slot;
    }
    ways
}

/// The task that continues the search inside a level, as far as the run allows. Row `d` is the one in which
/// level `d` was opened. If the last solution wanted is found, its row is the one after the last level. If
/// the fuel runs out when a level has just been opened, none of its branches has been tried.
#[derive(Debug)]
pub(super) struct Go<'s, 'r, 'l> {
    pub(super) tables: &'s Tables,
    pub(super) rows: &'s mut RowStack,
    pub(super) levels: &'s mut Vec<SlotLevel>,
    pub(super) rounds: &'s mut u64,
    pub(super) run: &'r mut Run<'l>,
}

impl ShapedTask for Go<'_, '_, '_> {
    type Output = RunEnd;

    #[inline(always)]
    fn carry_out<W: Width, const SLOTS: usize, const LINES: usize, L: Lanes>(self, lanes: L) -> RunEnd {
        let Self { tables, rows, levels, run, .. } = self;
        let (masks, _) = tables.masks.as_chunks::<LINES>();
        let mut rounds = *self.rounds;
        let mut depth = levels.len();
        let event = 'walk: loop {
            // Continues at the deepest level, `levels[depth - 1]`.
            let level = &mut levels[depth - 1];
            if !level.has_untried() {
                depth -= 1;
                if depth == run.floor {
                    break RunEnd::End;
                }
                continue;
            }
            if run.fuel == 0 {
                break RunEnd::Spent;
            }
            level.advance();
            let number = level.number(tables, SLOTS);
            run.enter(depth);
            let mut state = State::<W, L, SLOTS>::load(lanes, rows.at::<LINES>(depth - 1));
            state.apply(lanes, &masks[usize::from(number)]);
            loop {
                match propagate::<W, SLOTS, LINES, L>(lanes, tables, &mut state, &mut rounds) {
                    NodeState::Open => {}
                    NodeState::Solved if run.find() => {
                        state.store(lanes, rows.at_mut::<LINES>(depth));
                        break 'walk RunEnd::Enough;
                    }
                    NodeState::Solved | NodeState::Dead => continue 'walk,
                }
                let item = state.choose(lanes);
                let row = rows.at_mut::<LINES>(depth);
                state.store(lanes, row);
                let ways = ways::<W, SLOTS>(row, item);
                if is_single::<W, L>(lanes, state.open) {
                    // Each of its options covers this item and no other open one.
                    let count = u64::from(ways.count_ones());
                    if run.allows(count) {
                        run.enter_many(depth + 1, count);
                        run.found += count;
                        continue 'walk;
                    }
                }
                let mut level = SlotLevel::new(item, ways);
                let is_spent = run.fuel == 0;
                if !is_spent {
                    level.advance();
                }
                let number = level.number(tables, SLOTS);
                if levels.len() == depth {
                    levels.push(level);
                } else {
                    levels[depth] = level;
                }
                depth += 1;
                if is_spent {
                    break 'walk RunEnd::Spent;
                }
                run.enter(depth);
                state.apply(lanes, &masks[usize::from(number)]);
            }
        };
        levels.truncate(depth);
        *self.rounds = rounds;
        event
    }
}

/// The kernel that applies masks to a row of any size.
#[derive(Debug)]
pub(super) struct Apply<'s> {
    pub(super) tables: &'s Tables,
    pub(super) row: &'s mut [Line],
    pub(super) numbers: &'s [u16],
}

impl Kernel for Apply<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let masks = &self.tables.masks;
        let lines = self.row.len();
        for (at, line) in self.row.iter_mut().enumerate() {
            let mut kept = lanes.load(line);
            for &number in self.numbers {
                kept = lanes.and(kept, lanes.load(&masks[usize::from(number) * lines + at]));
            }
            *line = lanes.store(kept);
        }
    }
}
