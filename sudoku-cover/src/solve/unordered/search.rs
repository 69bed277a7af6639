//! The search of the unordered engine: propagates, deduces, branches and backtracks, with rows on a stack.
//!
//! Even among very many solutions, a search can enter a part of the tree that has none, and take seconds to
//! leave it: this happened on one in a thousand boards with 5 clues. Therefore a run that has found fewer
//! than two solutions ends after a number of nodes, and the next one starts with other choices and may take
//! several times as many (C. P. Gomes, B. Selman, H. Kautz, "Boosting combinatorial search through
//! randomization", 1998). The last run is a complete search, so all runs together take little more than twice
//! as long as it.
//!
//! Invariant: row 0 is the root, row 1 is the root with the givens carried out and propagated, row `d + 2` is
//! the one in which frame `d` branches, and the row after that of the last frame is the current one.

use std::convert::Infallible;
use std::marker::PhantomData;

use dlx_core::OptionId;
use dlx_simd::{Instructions, Kernel, Lanes, Line};

use super::deduce::{self, Branch, Deduced, Scratch};
use super::layout::{Form, ItemPlace, Packing, lines_of_six, word_at};
use super::numbers::{narrow, wide};
use super::propagate::{Eight, InMemory, Keep, Propagated, RowStep, Six};
use super::tables::UnorderedTables;
use super::tuning::Tuning;

/// The reason why a search was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) enum SearchEnd {
    /// All covers are found.
    End,
    /// As many covers are found as were wanted.
    Enough,
    /// As many nodes are entered as were allowed.
    Spent,
}

/// The row of the root with the givens.
const ROOT: usize = 1;

/// A choice in progress.
#[derive(Clone, Copy, Debug)]
enum Frame {
    /// An item, and the untried slots of its options, one bit each.
    Item { place: ItemPlace, untried: u64 },
    /// A component, with its untried configurations.
    Component(Branch),
}

/// What the unordered engine does where nothing is forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Branches at once, which is fast where there are many solutions.
    Dive,
    /// Deduces, and branches on components.
    Deduce,
}

/// One of the runs of a search.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    /// Number of the run. Each run starts its scan of items and slots at a different one.
    number: u32,
    /// The total number of nodes, of all runs, at which this run ends.
    end: u64,
    /// Number of nodes of this run.
    nodes: u64,
    /// True if the run has not started at the root yet.
    is_next: bool,
}

impl Attempt {
    fn first(tuning: Tuning) -> Self {
        let nodes = tuning.nodes_of_first_run;
        Self { number: 0, end: nodes, nodes, is_next: false }
    }

    fn next(self, tuning: Tuning) -> Self {
        let nodes = self.nodes.saturating_mul(tuning.growth_of_runs);
        Self { number: self.number + 1, end: self.end.saturating_add(nodes), nodes, is_next: true }
    }
}

/// A search in progress, and its buffers.
#[derive(Clone, Debug)]
pub(super) struct Work {
    rows: Vec<Line>,
    frames: Vec<Frame>,
    numbers: Vec<u32>,
    scratch: Scratch,
    mode: Mode,
    run: Attempt,
    is_fresh: bool,
    /// True if the first row lacks options.
    is_restricted: bool,
    /// True if a deduction in the current row has found nothing.
    is_deduced: bool,
    /// The number of deductions tried, and of those that found something.
    tried: u64,
    fruitful: u64,
    /// The rows of the first two solutions, as far as found.
    pub(super) solutions: [Vec<Line>; 2],
    pub(super) found: u64,
    pub(super) nodes: u64,
    pub(super) rounds: u64,
}

impl Work {
    pub(super) fn new(tables: &UnorderedTables) -> Self {
        let mut rows = tables.root.clone();
        rows.resize(4 * tables.form.lines, Line::default());
        Self {
            rows,
            frames: Vec::new(),
            numbers: Vec::new(),
            scratch: Scratch::new(tables),
            mode: Mode::Dive,
            run: Attempt::first(tables.tuning),
            is_fresh: true,
            is_restricted: false,
            is_deduced: false,
            tried: 0,
            fruitful: 0,
            solutions: [vec![Line::default(); tables.form.lines], vec![Line::default(); tables.form.lines]],
            found: 0,
            nodes: 0,
            rounds: 0,
        }
    }

    /// Begins another question. The caller appends the numbers of the givens to the returned list.
    pub(super) fn begin(&mut self, tuning: Tuning) -> &mut Vec<u32> {
        self.frames.clear();
        self.numbers.clear();
        (self.is_fresh, self.is_deduced) = (true, false);
        (self.mode, self.run) = (Mode::Dive, Attempt::first(tuning));
        (self.tried, self.fruitful) = (0, 0);
        (self.found, self.nodes, self.rounds) = (0, 0, 0);
        &mut self.numbers
    }

    /// Excludes these options alone from the first row, which all searches copy.
    pub(super) fn forbid(&mut self, tables: &UnorderedTables, options: &[OptionId]) {
        if self.is_restricted || !options.is_empty() {
            let first = &mut self.rows[..tables.form.lines];
            first.copy_from_slice(&tables.root);
            for option in options {
                tables.spots.of(option.index()).iter().for_each(|spot| spot.remove(first));
            }
            self.is_restricted = !options.is_empty();
        }
    }

    /// Continues until `wanted` solutions are found in total, or `fuel` more nodes are entered.
    pub(super) fn go_on(
        &mut self,
        tables: &UnorderedTables,
        instructions: Instructions,
        wanted: u64,
        fuel: u64,
    ) -> SearchEnd {
        let most_nodes = self.nodes.saturating_add(fuel);
        loop {
            let event = self.go_on_in_run(tables, instructions, wanted, most_nodes.min(self.run.end));
            if event != SearchEnd::Spent || self.nodes == most_nodes {
                return event;
            }
            if self.found < 2 {
                self.run = self.run.next(tables.tuning);
                self.frames.clear();
                self.is_deduced = false;
                self.mode = Mode::Dive;
                (self.tried, self.fruitful) = (0, 0);
            } else {
                self.run.end = u64::MAX;
            }
        }
    }

    fn go_on_in_run(
        &mut self,
        tables: &UnorderedTables,
        instructions: Instructions,
        wanted: u64,
        most_nodes: u64,
    ) -> SearchEnd {
        macro_rules! run {
            ($keep:ty) => {
                instructions.run(GoOn::<$keep> { tables, work: self, wanted, most_nodes, keep: PhantomData })
            };
        }
        let Form { packing, slots, .. } = tables.form;
        match (packing, slots) {
            (Packing::Six, 6) => run!(Six<6, { lines_of_six(6) }>),
            (Packing::Six, 9) => run!(Six<9, { lines_of_six(9) }>),
            (Packing::Eight, 6) => run!(Eight<6, 7>),
            (Packing::Eight, 9) => run!(Eight<9, 10>),
            (Packing::Eight, 16) => run!(Eight<16, 17>),
            _ => run!(InMemory),
        }
    }
}

/// The search loop, for one storage of rows.
struct GoOn<'s, K> {
    tables: &'s UnorderedTables,
    work: &'s mut Work,
    wanted: u64,
    most_nodes: u64,
    keep: PhantomData<K>,
}

impl<K: Keep> Kernel for GoOn<'_, K> {
    type Output = SearchEnd;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> SearchEnd {
        let Err(event) = self.walk(lanes);
        event
    }
}

impl<K: Keep> GoOn<'_, K> {
    /// Moves from row to row until an event.
    #[inline(always)]
    fn walk<L: Lanes>(self, lanes: L) -> Result<Infallible, SearchEnd> {
        let Self { tables, work, wanted, most_nodes, .. } = self;
        let mut way = RowStep { from: 0, to: ROOT };
        if work.is_fresh {
            work.is_fresh = false;
        } else if std::mem::take(&mut work.run.is_next) {
            way = RowStep { from: ROOT, to: ROOT + 1 };
        } else {
            way = work.next(tables, most_nodes)?;
        }
        loop {
            let Work { rows, numbers, rounds, .. } = &mut *work;
            let here = K::propagate(lanes, tables, rows, way, numbers, rounds);
            work.numbers.clear();
            way.from = way.to;
            match here {
                Propagated::Open => {
                    let deduced = if work.mode == Mode::Dive && way.to > ROOT {
                        Deduced::Unasked
                    } else {
                        lanes.apart(Deduce { tables, work, row: way.to })
                    };
                    match deduced {
                        Deduced::Some => continue,
                        Deduced::Nothing | Deduced::Unasked => {
                            lanes.apart(Choose { tables, work, row: way.to });
                        }
                        Deduced::Dead => {
                            way = work.retreat(tables, most_nodes)?;
                            continue;
                        }
                    }
                }
                Propagated::Solved => work.find(tables, way.to, wanted)?,
                Propagated::Dead => {
                    way = work.retreat(tables, most_nodes)?;
                    continue;
                }
            }
            way = work.next(tables, most_nodes)?;
        }
    }
}

impl Work {
    /// Counts the solution in a row, unless it is the one that an earlier run found.
    #[inline(always)]
    fn find(&mut self, tables: &UnorderedTables, row: usize, wanted: u64) -> Result<(), SearchEnd> {
        let lines = tables.form.lines;
        let row = &self.rows[row * lines..][..lines];
        if self.run.number > 0 && self.found > 0 && tables.are_equal(row, &self.solutions[0]) {
            return Ok(());
        }
        let shown = usize::try_from(self.found).ok().and_then(|at| self.solutions.get_mut(at));
        if let Some(solution) = shown {
            solution.copy_from_slice(row);
        }
        self.found += 1;
        if self.found == wanted { Err(SearchEnd::Enough) } else { Ok(()) }
    }

    /// Returns true if deductions have been given up.
    #[inline(always)]
    pub(super) fn has_given_up(&self, tuning: Tuning) -> bool {
        self.tried == tuning.tried && self.fruitful < tuning.fruitful
    }

    /// Leaves a dead end. A dive that has found no solution restarts from the root, with deductions.
    #[inline(always)]
    fn retreat(&mut self, tables: &UnorderedTables, most_nodes: u64) -> Result<RowStep, SearchEnd> {
        if self.mode == Mode::Dive {
            self.mode = Mode::Deduce;
            if self.found == 0 && !self.frames.is_empty() {
                self.frames.clear();
                return Ok(RowStep { from: ROOT, to: ROOT + 1 });
            }
        }
        self.next(tables, most_nodes)
    }

    /// Takes the next branch of the last frame.
    #[inline(always)]
    fn next(&mut self, tables: &UnorderedTables, most_nodes: u64) -> Result<RowStep, SearchEnd> {
        let from = ROOT + self.frames.len();
        let Some(frame) = self.frames.last_mut() else { return Err(SearchEnd::End) };
        if self.nodes == most_nodes {
            return Err(SearchEnd::Spent);
        }
        self.nodes += 1;
        let form = tables.form;
        let has_more = match frame {
            Frame::Item { place, untried } => {
                let slot = wide(first_from(self.run.number, *untried));
                *untried &= !(1 << slot);
                self.numbers.push(narrow(tables.number_at(slot, *place)));
                *untried != 0
            }
            Frame::Component(branch) => {
                let configuration = wide(branch.configurations.trailing_zeros());
                branch.configurations &= branch.configurations - 1;
                self.numbers.push(deduce::setting(tables, branch, configuration));
                branch.configurations != 0
            }
        };
        if !has_more {
            self.frames.pop();
        }
        let to = ROOT + self.frames.len() + 1;
        if self.rows.len() < (to + 1) * form.lines {
            self.rows.resize(2 * (to + 1) * form.lines, Line::default());
        }
        Ok(RowStep { from, to })
    }
}

#[cfg(test)]
impl Work {
    /// Returns the number of deductions that found something in this question.
    pub(super) fn fruitful(&self) -> u64 {
        self.fruitful
    }

    pub(super) fn is_branching_on_a_component(&self) -> bool {
        self.frames.iter().any(|frame| matches!(frame, Frame::Component(_)))
    }
}

/// The kernel that deduces in a row, and appends the numbers that it finds.
struct Deduce<'s> {
    tables: &'s UnorderedTables,
    work: &'s mut Work,
    row: usize,
}

impl Kernel for Deduce<'_> {
    type Output = Deduced;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> Deduced {
        let Self { tables, work, row } = self;
        if tables.classes.is_empty() || work.has_given_up(tables.tuning) {
            work.is_deduced = false;
            return Deduced::Unasked;
        }
        let row = &work.rows[row * tables.form.lines..][..tables.form.lines];
        let deduced = deduce::deduce(tables, row, &mut work.scratch, &mut work.numbers);
        work.is_deduced = deduced == Deduced::Nothing;
        work.tried += 1;
        work.fruitful += u64::from(deduced != Deduced::Nothing);
        deduced
    }
}

/// The kernel that pushes a frame for a row.
struct Choose<'s> {
    tables: &'s UnorderedTables,
    work: &'s mut Work,
    row: usize,
}

impl Kernel for Choose<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let Self { tables, work, row } = self;
        let lines = tables.form.lines;
        if row == ROOT {
            let is_deduced = work.is_deduced && work.mode == Mode::Dive;
            if is_deduced && deduce::is_open(tables, &work.scratch) {
                work.mode = Mode::Deduce;
            }
            // Row 1 is kept for the next run.
            work.rows.copy_within(ROOT * lines..(ROOT + 1) * lines, (ROOT + 1) * lines);
        }
        let component = if std::mem::take(&mut work.is_deduced) && work.mode == Mode::Deduce {
            deduce::branch(tables, &work.scratch)
        } else {
            None
        };
        let frame = component.map_or_else(
            || {
                let row = &work.rows[(ROOT + work.frames.len() + 1) * lines..][..lines];
                item_to_branch_on(tables, row, work.run.number)
            },
            Frame::Component,
        );
        work.frames.push(frame);
    }
}

/// Returns the first bit set, searching upwards from `bit` and wrapping around.
#[inline(always)]
fn first_from(bit: u32, set: u64) -> u32 {
    (set.rotate_right(bit % 64).trailing_zeros() + bit) % 64
}

/// Returns a frame for the first item with two options, or else for one with the fewest. Each run starts its
/// scan at a different word.
#[inline(always)]
fn item_to_branch_on(tables: &UnorderedTables, row: &[Line], run: u32) -> Frame {
    let form = tables.form;
    let mut best = (u32::MAX, ItemPlace::default());
    let anchors = tables.classes.iter().map(|class| class.anchors * class.words).sum::<usize>();
    let first = if run == 0 { anchors } else { (anchors + wide(run)) % form.words };
    for word in (first..form.words).chain(0..first) {
        let open = word_at(row, form.word(form.slots, word));
        if open == 0 {
            continue;
        }
        let (mut one, mut two, mut three) = (0u64, 0u64, 0u64);
        for slot in 0..form.slots {
            let set = word_at(row, form.word(slot, word));
            three |= two & set;
            two |= one & set;
            one |= set;
        }
        let pairs = open & two & !three;
        if pairs != 0 {
            best = (2, ItemPlace { word: narrow(word), bit: first_from(7 * run, pairs) });
            break;
        }
        let mut items = open;
        while items != 0 {
            let place = ItemPlace { word: narrow(word), bit: items.trailing_zeros() };
            items &= items - 1;
            let count = ways(form, row, place).count_ones();
            if count < best.0 {
                best = (count, place);
            }
        }
    }
    Frame::Item { place: best.1, untried: ways(form, row, best.1) }
}

/// Returns the slots of the live options of an item, one bit each.
#[inline(always)]
fn ways(form: Form, row: &[Line], place: ItemPlace) -> u64 {
    if let Packing::Lines(_) = form.packing {
        return form.field(place).read(row);
    }
    let is_live = |slot: usize| word_at(row, form.word(slot, wide(place.word))) >> place.bit & 1;
    (0..form.slots).fold(0, |ways, slot| ways | is_live(slot) << slot)
}
