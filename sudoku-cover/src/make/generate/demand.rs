//! How difficult a generated puzzle must be, and which techniques its explanation must contain.

use dlx_core::{Limits, Stopped};

use super::Random;
use super::{GenerateError, Generated, Generator, Recipe, Wish};
use crate::human::explain::{Explainer, State};
use crate::human::rate::Rating;
use crate::human::technique::{Level, Technique};
use crate::make::put;
use crate::model::geometry::{Candidate, Geometry};
use crate::text::Record;

/// The largest side of boards without rules whose minimal puzzles are of all levels often enough.
const LARGEST_UNEASED: usize = 9;

/// Requirements on the explanation of a puzzle. The default requires nothing.
///
/// A technique is used if the explanation has a step with it, in HoDoKu's order, where a technique is tried
/// only if no earlier one of that order applies. Later techniques might apply as well. A required technique
/// that [must be asked for](Technique::is_default) is tried in its place of [`Technique::ALL`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Demand {
    level: Option<Level>,
    needs: Vec<Vec<Technique>>,
    /// If there are any, only these techniques and those of `needs` are tried.
    only: Vec<Technique>,
}

impl Demand {
    /// Returns a demand that requires nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Requires that the puzzle has this level.
    #[must_use]
    pub fn with_level(self, level: Level) -> Self {
        Self { level: Some(level), ..self }
    }

    /// Requires that one of these techniques is used. Further calls add further requirements.
    #[must_use]
    pub fn with_one_of(mut self, techniques: &[Technique]) -> Self {
        self.needs.push(techniques.to_vec());
        self
    }

    /// Requires that these techniques, and those that the puzzle must use, suffice.
    #[must_use]
    pub fn with_only(mut self, techniques: &[Technique]) -> Self {
        self.only.extend(techniques);
        self
    }

    /// Returns true if puzzles can be too difficult for the demand.
    pub(super) fn has_bound(&self) -> bool {
        self.level.is_some() || !self.only.is_empty()
    }

    /// Returns true if every puzzle meets the demand.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// Returns true if no puzzle can meet the demand, because a required technique is harder than the level.
    #[must_use]
    pub fn is_vain(&self) -> bool {
        self.too_hard().is_some()
    }

    /// Returns a required technique that is harder than the level, if no other one can be used in place of it.
    pub(super) fn too_hard(&self) -> Option<Technique> {
        let is_too_hard = |technique: &Technique| self.level.is_some_and(|level| technique.level() > level);
        let vain = self.needs.iter().find(|techniques| techniques.iter().all(is_too_hard))?;
        vain.first().copied()
    }

    /// Returns an explainer for this board that tries the required techniques, and no others than the puzzle may use.
    #[must_use]
    pub fn explainer(&self, geometry: &Geometry) -> Explainer {
        let explainer = Explainer::new(geometry).with(&self.needs.concat());
        if self.only.is_empty() {
            return explainer;
        }
        let is_left_out = |technique: &Technique| {
            !self.only.contains(technique) && !self.needs.iter().flatten().any(|needed| needed == technique)
        };
        let left_out: Vec<Technique> = Technique::ALL.iter().copied().filter(is_left_out).collect();
        explainer.with(&self.only).without(&left_out)
    }

    /// Returns the rating of the puzzle if it meets the demand. The explainer must be that of
    /// [`explainer`](Self::explainer) for the board.
    ///
    /// # Errors
    /// [`Stopped::Asked`] if the question in the limits stopped the explanation.
    pub fn rate(
        &self,
        explainer: &mut Explainer,
        made: &Generated,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Rating>, Stopped> {
        let Some((rating, missing)) = self.rate_up_to_level(explainer, made, limits)? else {
            return Ok(None);
        };
        let is_so = missing == 0 && self.level.is_none_or(|level| rating.level() == level);
        Ok(is_so.then_some(rating))
    }

    /// Returns the rating of the puzzle, and how many requirements its explanation does not meet; `None` if it is above
    /// the level or not solved by the explainer.
    fn rate_up_to_level(
        &self,
        explainer: &mut Explainer,
        made: &Generated,
        limits: &mut Limits<'_>,
    ) -> Result<Option<(Rating, usize)>, Stopped> {
        if explainer.load_with_solution(&made.puzzle, &made.solution).is_err() {
            return Ok(None);
        }
        let mut rating = Rating::default();
        let mut missing: Vec<&[Technique]> = self.needs.iter().map(Vec::as_slice).collect();
        while let Some(step) = explainer.next_step(limits)? {
            rating.add(step);
            missing.retain(|techniques| !techniques.contains(&step.technique));
            // A rating never decreases.
            if self.level.is_some_and(|level| rating.level() > level) {
                return Ok(None);
            }
        }
        Ok((explainer.state() == State::Solved).then_some((rating, missing.len())))
    }

    /// Returns the puzzle just before the first step of its explanation by one of the required techniques:
    /// the digits placed so far, and the remaining candidates. The state is an exercise for that technique:
    /// an explanation that begins there finds no step by one before it. `None` if there is no such step.
    ///
    /// ```
    /// use dlx_core::Limits;
    /// use sudoku_cover::{Demand, Generator, Geometry, Technique, Wish};
    ///
    /// let (board, limits) = (Geometry::classic(), &mut Limits::none());
    /// let demand = Demand::new().with_one_of(&[Technique::Skyscraper]);
    /// let made = Generator::new(&board, 7).first_demanded(Wish::Minimal, &demand, Limits::none)?;
    /// let mut explainer = demand.explainer(&board);
    /// let exercise = demand.exercise(&mut explainer, &made, limits)?.ok_or("it needs one")?;
    /// explainer.load_with_solution(&exercise.grid, &made.solution)?;
    /// explainer.resume_with_notes(exercise.placed(), exercise.marks());
    /// let step = explainer.find_step(limits)?;
    /// assert_eq!(step.map(|step| step.technique), Some(Technique::Skyscraper));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Stopped::Asked`] if the question in the limits stopped the explanation.
    pub fn exercise(
        &self,
        explainer: &mut Explainer,
        made: &Generated,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Record>, Stopped> {
        if self.needs.is_empty() || explainer.load_with_solution(&made.puzzle, &made.solution).is_err() {
            return Ok(None);
        }
        while let Some(step) = explainer.find_step(limits)? {
            if self.needs.iter().any(|techniques| techniques.contains(&step.technique)) {
                let is_placed = |clue: &Candidate| made.puzzle.get(clue.cell).is_none();
                let mut record = Record::new(made.puzzle.clone());
                let more = record.more_mut();
                more.placed = explainer.grid().clues().filter(is_placed).collect();
                more.marks = Some(explainer.pencilmarks());
                return Ok(Some(record));
            }
            explainer.next_step(limits)?;
        }
        Ok(None)
    }
}

impl Generator {
    /// Returns true if givens are [added](Self::ease) to minimal puzzles that are above a level: on boards with rules and
    /// above side 9, where minimal puzzles are rarely easy, so that a search for one that is would not end.
    pub(super) fn is_easing(&self) -> bool {
        !self.drawn.is_empty() || !self.geometry().is_plain() || self.geometry().side() > LARGEST_UNEASED
    }

    /// Adds givens of the solution to the puzzle of this number, in an order drawn by the seed, until it is not above the
    /// level. About as few are added as that needs. The explainer must be that of [`Demand::explainer`] for the board of the
    /// puzzle.
    ///
    /// # Errors
    /// [`Stopped::Asked`] if the question in the limits stopped an explanation.
    ///
    /// # Complexity
    /// A rating for each halving of the number of blank cells.
    pub(super) fn ease(
        &self,
        made: &mut Generated,
        number: u64,
        demand: &Demand,
        explainer: &mut Explainer,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        let minimal = made.clone();
        let is_blank = |clue: &Candidate| minimal.puzzle.get(clue.cell).is_none();
        let mut added: Vec<Candidate> = minimal.solution.clues().filter(is_blank).collect();
        Random::new(self.seed, number).shuffle(&mut added);
        let with = |count: usize| {
            let mut made = minimal.clone();
            added[..count].iter().for_each(|clue| put(&mut made.puzzle, clue.cell, Some(clue.digit)));
            made
        };
        let (mut too_few, mut enough) = (0, added.len());
        while too_few < enough {
            let count = usize::midpoint(too_few, enough);
            match demand.rate_up_to_level(explainer, &with(count), limits)? {
                Some(_) => enough = count,
                None => too_few = count + 1,
            }
        }
        *made = with(enough);
        Ok(())
    }

    /// Returns the first puzzle of this kind, in the order of the numbers, that meets the demand.
    ///
    /// `limits` returns the limits of each question and each explanation, as in [`puzzle`](Self::puzzle). If
    /// few puzzles meet the demand, only the limits end the search.
    ///
    /// ```
    /// use dlx_core::Limits;
    /// use sudoku_cover::{Demand, Generator, Geometry, Level, Wish};
    ///
    /// let board = Geometry::classic();
    /// let demand = Demand::new().with_level(Level::Medium);
    /// let made = Generator::new(&board, 7).first_demanded(Wish::Minimal, &demand, Limits::none)?;
    /// let rating = demand.rate(&mut demand.explainer(&board), &made, &mut Limits::none())?;
    /// assert_eq!(rating.map(|rating| rating.level()), Some(Level::Medium));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GenerateError::Stopped`] if the question in the limits stopped it, [`GenerateError::None`] if there
    /// is no puzzle of this kind or the demand [is vain](Demand::is_vain).
    pub fn first_demanded<'q>(
        &self,
        wish: Wish,
        demand: &Demand,
        limits: impl FnMut() -> Limits<'q>,
    ) -> Result<Generated, GenerateError> {
        let recipe = Recipe::of_kind(wish).with_demand(demand.clone());
        Ok(recipe.maker(self.clone()).first(limits)?.generated)
    }
}
