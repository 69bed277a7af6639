//! Puzzles with all that can be asked of them: a kind or a design, and a demand on the explanation.

use dlx_core::{Limits, Stopped};

use super::{Demand, Design, GenerateError, Generated, Generator, Redundancy, Wish};
use crate::human::explain::Explainer;
use crate::human::rate::Rating;
use crate::text::Record;
use crate::work::next_limits;

/// What puzzles are made: of a [kind](Wish) or a [design](Design), and with which [demand](Demand) on the explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    form: Form,
    demand: Demand,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    Kind(Wish),
    Design(Design),
}

/// A puzzle that meets the demand of its recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The puzzle with its solution and its rules.
    pub generated: Generated,
    /// The rating, if the recipe has a demand.
    pub rating: Option<Rating>,
}

impl Recipe {
    /// Returns a recipe for puzzles of this kind.
    #[must_use]
    pub fn of_kind(kind: Wish) -> Self {
        Self { form: Form::Kind(kind), demand: Demand::new() }
    }

    /// Returns a recipe for puzzles of this design.
    #[must_use]
    pub fn of_design(design: Design) -> Self {
        Self { form: Form::Design(design), demand: Demand::new() }
    }

    /// Sets the demand on the explanation.
    #[must_use]
    pub fn with_demand(self, demand: Demand) -> Self {
        Self { demand, ..self }
    }

    /// Returns the maker that tries numbers with this generator.
    #[must_use]
    pub fn maker(&self, generator: Generator) -> Maker<'_> {
        let explainer = (!self.demand.is_nothing()).then(|| self.demand.explainer(generator.geometry()));
        Maker { recipe: self, generator, explainer }
    }

    /// Returns true if there is a puzzle for each number, so that it is known how many numbers are needed.
    #[must_use]
    pub fn suits_all_numbers(&self) -> bool {
        self.demand.is_nothing() && self.form.has_puzzle_for_all()
    }

    /// Returns true if no given of a puzzle is redundant, as far as the limits allowed to find out.
    #[must_use]
    pub fn is_minimal(&self, generator: &Generator) -> bool {
        self.form.is_minimal() && !self.is_eased(generator)
    }

    /// Makes the explainer that of the board of a puzzle, if rules were drawn for it.
    fn fit(&self, explainer: &mut Explainer, generator: &Generator, generated: &Generated) {
        if !generated.rules.is_empty() {
            *explainer = self.demand.explainer(&generator.board_of(generated));
        }
    }

    /// Returns true if givens are added to puzzles that are too difficult.
    fn is_eased(&self, generator: &Generator) -> bool {
        self.demand.has_bound() && generator.is_easing() && self.form.may_be_eased()
    }
}

impl Form {
    fn has_puzzle_for_all(&self) -> bool {
        match self {
            Form::Kind(_) => true,
            Form::Design(_) => self.is_minimal(),
        }
    }

    fn is_minimal(&self) -> bool {
        match self {
            Form::Kind(kind) => *kind == Wish::Minimal,
            Form::Design(design) => design.clone().with_redundancy(Redundancy::NoOrbit) == Design::new(),
        }
    }

    /// Whether redundant givens are not ruled out expressly.
    fn may_be_eased(&self) -> bool {
        match self {
            Form::Kind(kind) => *kind == Wish::Minimal,
            Form::Design(design) => *design == Design::new(),
        }
    }
}

/// Tries one number after the other for a recipe. Each thread needs one of its own.
///
/// ```
/// use dlx_core::Limits;
/// use sudoku_cover::{Demand, Design, Generator, Geometry, Level, Recipe, Symmetry};
///
/// let design = Design::new().with_symmetry(Symmetry::HalfTurn);
/// let recipe = Recipe::of_design(design).with_demand(Demand::new().with_level(Level::Easy));
/// let mut maker = recipe.maker(Generator::new(&Geometry::classic(), 7));
/// let made = maker.first(Limits::none)?;
/// assert_eq!(made.rating.map(|rating| rating.level()), Some(Level::Easy));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Maker<'r> {
    recipe: &'r Recipe,
    generator: Generator,
    explainer: Option<Explainer>,
}

impl Maker<'_> {
    /// Returns the puzzle of this number, or `None` if what was drawn for the number does not suit the recipe.
    ///
    /// `limits` returns the limits of each question and of each explanation, as in [`Generator::puzzle`].
    ///
    /// # Errors
    /// [`GenerateError::Stopped`] if the question in the limits stopped it, [`GenerateError::None`] if there is no puzzle
    /// of this kind.
    pub fn make<'q>(
        &mut self,
        number: u64,
        mut limits: impl FnMut() -> Limits<'q>,
    ) -> Result<Option<Made>, GenerateError> {
        let Self { recipe, generator, explainer } = self;
        let generated = match &recipe.form {
            Form::Kind(kind) => Some(generator.puzzle(number, *kind, &mut limits)?),
            Form::Design(design) => generator.designed(number, design, &mut limits)?,
        };
        let Some(mut generated) = generated else { return Ok(None) };
        let Some(explainer) = explainer else { return Ok(Some(Made { generated, rating: None })) };
        recipe.fit(explainer, generator, &generated);
        let mut limits = next_limits(&mut limits)?;
        if recipe.is_eased(generator) {
            generator.ease(&mut generated, number, &recipe.demand, explainer, &mut limits)?;
        }
        let rating = recipe.demand.rate(explainer, &generated, &mut limits)?;
        Ok(rating.map(|rating| Made { generated, rating: Some(rating) }))
    }

    /// Returns the puzzle of the first number that suits the recipe. If few numbers do, only the limits end the search.
    ///
    /// # Errors
    /// As [`make`](Self::make), and [`GenerateError::None`] if the demand [is vain](Demand::is_vain).
    pub fn first<'q>(&mut self, mut limits: impl FnMut() -> Limits<'q>) -> Result<Made, GenerateError> {
        let none = GenerateError::None { side: self.generator.geometry().side() };
        if self.recipe.demand.is_vain() {
            return Err(none);
        }
        (0..).find_map(|number| self.make(number, &mut limits).transpose()).unwrap_or(Err(none))
    }

    /// Returns the puzzle as a record, with all rules of its board if some were drawn for it.
    #[must_use]
    pub fn record(&self, made: &Made) -> Record {
        self.with_rules(Record::new(made.generated.puzzle.clone()), made)
    }

    /// Returns the state before the first step that the demand requires, as [`Demand::exercise`] does, with the rules of
    /// [`record`](Self::record). `None` if the demand requires no technique.
    ///
    /// # Errors
    /// [`Stopped::Asked`] if the question in the limits stopped the explanation.
    pub fn exercise(&mut self, made: &Made, limits: &mut Limits<'_>) -> Result<Option<Record>, Stopped> {
        let Some(explainer) = &mut self.explainer else { return Ok(None) };
        self.recipe.fit(explainer, &self.generator, &made.generated);
        let record = self.recipe.demand.exercise(explainer, &made.generated, limits)?;
        Ok(record.map(|record| self.with_rules(record, made)))
    }

    fn with_rules(&self, mut record: Record, made: &Made) -> Record {
        if !made.generated.rules.is_empty() {
            record.more_mut().rules = self.generator.board_of(&made.generated).rules().to_vec();
        }
        record
    }
}
