//! All steps of a state, technique by technique.

use std::cmp::Reverse;
use std::vec;

use dlx_core::{Limits, Stopped};

use super::{Explainer, State};
use crate::human::candidates::Layout;
use crate::human::step::Step;
use crate::human::technique::Technique;
use crate::human::techniques;
use crate::model::geometry::Candidate;
use crate::model::pencilmarks::Pencilmarks;
use crate::work::Work;

impl Explainer {
    /// Continues a puzzle that was loaded: places these digits, and removes all candidates that are not among
    /// the marks. Digits of filled cells are ignored.
    pub fn resume(&mut self, placed: &[Candidate], marks: Option<&Pencilmarks>) {
        self.memory.forget();
        for &Candidate { cell, digit } in placed {
            let cell = self.board.layout().number_of(cell);
            if self.board.value(cell).is_none() {
                self.board.place(cell, self.board.layout().number_of_digit(digit));
            }
        }
        let Some(marks) = marks else { return };
        let layout = self.board.shared_layout();
        for cell in 0..layout.peers.len() {
            // A filled cell has no candidates.
            let marks = marks.get(layout.cell(cell));
            for digit in (0..layout.count).filter(|&digit| !marks.contains(layout.digit(digit))) {
                self.board.remove(cell, digit);
            }
        }
    }

    /// Returns all steps of these techniques in the current state, one technique after the other. A technique
    /// that is not sound for the puzzle has none. Of steps with the same technique and the same conclusions
    /// only one is returned.
    ///
    /// The steps of a technique are in the order of HoDoKu's list of all steps: those with many eliminations
    /// first, then those with short chains.
    ///
    /// ```
    /// use dlx_core::Limits;
    /// use sudoku_cover::{Explainer, Geometry, Grid, Technique};
    ///
    /// let puzzle: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let mut explainer = Explainer::new(&Geometry::classic());
    /// explainer.load(&puzzle)?;
    /// let mut limits = Limits::none();
    /// let steps = explainer.steps(&[Technique::NakedSingle], &mut limits);
    /// let texts: Result<Vec<String>, _> = steps.map(|step| Ok::<_, dlx_core::Stopped>(step?.to_string())).collect();
    /// assert_eq!(texts?[..2], ["Naked Single: r5c5=5", "Naked Single: r7c6=7"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The iterator ends with [`Stopped::Asked`] if the question in the limits stopped the search.
    pub fn steps<'e, 'q>(
        &'e mut self,
        techniques: &[Technique],
        limits: &'e mut Limits<'q>,
    ) -> Steps<'e, 'q> {
        let techniques = if self.state() == State::Open { techniques } else { &[] };
        let techniques = Vec::from(techniques).into_iter();
        Steps { explainer: self, techniques, limits, ready: Vec::new().into_iter() }
    }

    /// Returns all steps of a technique in their order.
    fn all_of(&mut self, technique: Technique, limits: &mut Limits<'_>) -> Result<Vec<Step>, Stopped> {
        if technique == Technique::BruteForce {
            return Ok(self.find_trial().then(|| self.step.clone()).into_iter().collect());
        }
        if !self.is_sound(technique) {
            return Ok(Vec::new());
        }
        let work = Work::new(limits);
        let mut steps = techniques::find_all(technique, &mut self.board, &mut self.memory, &work);
        if let Err(why) = work.end() {
            // The memory of the techniques may be incomplete.
            self.memory.forget();
            return Err(why);
        }
        // Stable: steps of the same rank remain in the order in which they were found.
        steps.sort_by_cached_key(|step| rank(step, self.board.layout()));
        let mut known = std::collections::HashSet::new();
        steps.retain(|step| {
            known.insert((step.technique, step.placements.clone(), step.eliminations.clone()))
        });
        Ok(steps)
    }
}

/// The rank of a step in HoDoKu's list.
type Rank = (Reverse<usize>, usize, usize);

pub(super) fn rank(step: &Step, layout: &Layout) -> Rank {
    // HoDoKu weights the eliminations by their place in the list.
    let mut lost = step.eliminations.to_vec();
    lost.sort_unstable_by_key(|lost| (lost.digit, lost.cell));
    let lost = lost.iter().zip((1..).step_by(80));
    let lost =
        lost.map(|(lost, weight)| layout.number_of(lost.cell) * weight + usize::from(lost.digit.value()));
    // The links between colors are no chain.
    let is_chain = !matches!(step.technique, Technique::MultiColors1 | Technique::MultiColors2);
    let (length, lost) = (if is_chain { step.pattern.links().len() } else { 0 }, lost.sum());
    // Almost locked sets are compared by their eliminations first, other chains by their lengths.
    let (first, second) = if step.technique >= Technique::AlsXz { (lost, length) } else { (length, lost) };
    (Reverse(step.eliminations.len()), first, second)
}

/// The steps of a state: see [`Explainer::steps`].
#[derive(Debug)]
pub struct Steps<'e, 'q> {
    explainer: &'e mut Explainer,
    /// The techniques that were not searched yet.
    techniques: vec::IntoIter<Technique>,
    limits: &'e mut Limits<'q>,
    /// The remaining steps of the current technique.
    ready: vec::IntoIter<Step>,
}

/// The steps of one technique.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepGroup {
    /// The technique.
    pub technique: Technique,
    /// The first steps, at most [`StepGroup::MOST`].
    pub steps: Vec<Step>,
    /// The number of all steps.
    pub count: usize,
}

impl StepGroup {
    /// The largest number of steps in a group. Some states have thousands of chains.
    pub const MOST: usize = 100;

    /// Returns the group of these steps, `None` if there are none.
    fn of(mut steps: Vec<Step>) -> Option<Self> {
        let (technique, count) = (steps.first()?.technique, steps.len());
        steps.truncate(Self::MOST);
        Some(Self { technique, steps, count })
    }
}

impl Steps<'_, '_> {
    /// Returns the remaining steps technique by technique. Those that [add nothing](Step::is_new) to the
    /// notes are left out. An error ends the iterator, as here.
    pub fn grouped(
        mut self,
        notes: Option<&Pencilmarks>,
    ) -> impl Iterator<Item = Result<StepGroup, Stopped>> {
        std::iter::from_fn(move || {
            loop {
                let steps = self.of_next_technique()?;
                let group = steps.map(|steps| {
                    StepGroup::of(steps.into_iter().filter(|step| step.is_new(notes)).collect())
                });
                if let Some(group) = group.transpose() {
                    return Some(group);
                }
            }
        })
    }

    /// Returns the remaining steps of the current technique, or else all steps of the next one.
    fn of_next_technique(&mut self) -> Option<Result<Vec<Step>, Stopped>> {
        if self.ready.len() > 0 {
            return Some(Ok(std::mem::take(&mut self.ready).collect()));
        }
        let steps = self.explainer.all_of(self.techniques.next()?, self.limits);
        if steps.is_err() {
            self.techniques = Vec::new().into_iter();
        }
        Some(steps)
    }
}

impl Iterator for Steps<'_, '_> {
    type Item = Result<Step, Stopped>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(step) = self.ready.next() {
                return Some(Ok(step));
            }
            match self.of_next_technique()? {
                Ok(steps) => self.ready = steps.into_iter(),
                Err(why) => return Some(Err(why)),
            }
        }
    }
}
