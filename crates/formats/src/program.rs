//! Constraints on sums of binary variables, and the exact cover problem with the same solutions.
//!
//! A variable is an option, and a constraint an item of the options of its variables: a primary item if their sum must
//! be 1, a secondary one if it may be at most 1, and an item with bounds otherwise. A coefficient is the weight of a
//! use. A negative one is that of the variable's opposite, another option: `3x - 2y >= 1` says that
//! `3x + 2(1 - y) >= 3`. Two opposite options share a primary item, so that one of them is chosen; a variable without
//! an opposite is the option of an item that may be covered or not, unless a constraint has to be covered.

use std::collections::{HashMap, HashSet};

use dlx_core::{BuildError, Decimal, ItemId, Mention, Problem, ProblemBuilder};

use crate::decimal::{one, scaled, sum};
use crate::error::{Found, ReadError, ReadErrorKind};

/// A line and a column, counted from 1.
pub(crate) type Place = (usize, usize);

/// A variable with its coefficient.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub(crate) variable: usize,
    pub(crate) coefficient: Decimal,
}

/// A sum that must be between two bounds, where there are any.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) name: Option<String>,
    pub(crate) place: Place,
    pub(crate) terms: Vec<Term>,
    pub(crate) low: Option<Decimal>,
    pub(crate) high: Option<Decimal>,
}

/// The values that a variable may have.
#[derive(Debug)]
pub(crate) struct Domain {
    pub(crate) place: Place,
    pub(crate) is_whole: bool,
    pub(crate) low: Option<Decimal>,
    pub(crate) high: Option<Decimal>,
}

/// A program as it is written.
#[derive(Debug, Default)]
pub(crate) struct Program {
    names: Vec<String>,
    by_name: HashMap<String, usize>,
    pub(crate) rows: Vec<Row>,
    pub(crate) objective: Vec<(Place, Term)>,
    pub(crate) constant: Decimal,
    pub(crate) is_maximized: bool,
}

/// A program as an exact cover problem.
///
/// Each variable is an option whose first item has its name. Some variables need a second option for the value 0; for `x`, the
/// first item of this option is `~x`. The covers are the solutions. The cost of a cover is the value of the objective
/// without its constant, or with the opposite sign if the objective is to be maximized.
#[derive(Debug)]
#[non_exhaustive]
pub struct ReadProgram {
    /// The problem.
    pub problem: Problem,
    /// True if the objective is to be maximized: the costs have the opposite sign.
    pub is_maximized: bool,
    /// The constant of the objective, which no cost contains.
    pub constant: Decimal,
}

impl Domain {
    /// Sets the bounds that a relation to a number states.
    pub(crate) fn set(&mut self, sign: &str, bound: Option<Decimal>) {
        if sign != "<=" {
            self.low = bound;
        }
        if sign != ">=" {
            self.high = bound;
        }
    }

    /// Returns the domain of a variable of which only its place is known: 0 and everything above.
    pub(crate) fn new(place: Place, is_whole: bool) -> Self {
        Self { place, is_whole, low: Some(Decimal::default()), high: None }
    }

    /// Restricts the variable to 0 and 1, within the bounds that it has.
    pub(crate) fn make_binary(&mut self) {
        self.is_whole = true;
        self.low = self.low.filter(|low| low.digits() >= 0).or(Some(Decimal::default()));
        self.high = self.high.filter(|high| high.floor_to(0) < 1).or(Some(one()));
    }

    /// Returns the values in words.
    fn words(&self) -> String {
        let what = if self.is_whole { "a whole number" } else { "any number" };
        match (self.low, self.high) {
            (None, None) => what.to_owned(),
            (Some(low), None) => format!("{what} from {low}"),
            (None, Some(high)) => format!("{what} up to {high}"),
            (Some(low), Some(high)) => format!("{what} from {low} to {high}"),
        }
    }
}

impl Program {
    /// Returns the variable of this name, and whether it is a new one.
    pub(crate) fn variable(&mut self, name: &str) -> (usize, bool) {
        if let Some(&variable) = self.by_name.get(name) {
            return (variable, false);
        }
        let variable = self.count();
        self.names.push(name.to_owned());
        self.by_name.insert(name.to_owned(), variable);
        (variable, true)
    }

    /// Returns the number of variables.
    pub(crate) fn count(&self) -> usize {
        self.names.len()
    }

    /// Adds the constraints that keep a variable in its domain.
    ///
    /// # Errors
    /// A domain with other values than 0 and 1.
    pub(crate) fn restrict(&mut self, variable: usize, domain: &Domain) -> Result<(), Found> {
        let (zero, one) = (Decimal::default(), one());
        let is_within = |bound: Option<Decimal>| bound.is_some_and(|bound| bound == zero || bound == one);
        let is_fixed = domain.low == domain.high;
        if !is_within(domain.low) || !is_within(domain.high) || !domain.is_whole && !is_fixed {
            let name = self.names[variable].clone();
            return Err((domain.place, ReadErrorKind::NotBinary { name, values: domain.words() }));
        }
        if domain.low != Some(zero) || domain.high != Some(one) {
            self.rows.push(Row {
                name: None,
                place: domain.place,
                terms: vec![Term { variable, coefficient: one }],
                low: domain.low,
                high: domain.high,
            });
        }
        Ok(())
    }

    /// Returns the problem with the same solutions.
    pub(crate) fn into_problem(self) -> Result<ReadProgram, ReadError> {
        let sums = self.rows.iter().map(Sum::of).collect::<Result<Vec<_>, _>>()?;
        let costs = self.costs()?;
        let (mut is_opposed, mut is_covered) = (vec![false; self.names.len()], vec![false; self.names.len()]);
        for sum in &sums {
            for part in &sum.parts {
                is_opposed[part.variable] |= part.is_opposite;
                is_covered[part.variable] |= matches!(sum.kind(), Kind::Bounded(..));
            }
        }
        let mut items = Items::default();
        let names: Vec<String> = self.names.iter().map(|name| items.reserve(name)).collect();
        // By variable: the items of its option and of the opposite that say which they are. Primary items are declared
        // first.
        let mut labels = vec![[Vec::new(), Vec::new()]; names.len()];
        for (variable, name) in names.iter().enumerate() {
            if is_opposed[variable] {
                let item = items.bounded(name, 1, 1)?;
                labels[variable] = [vec![item], vec![item]];
            } else if !is_covered[variable] {
                labels[variable][0].push(items.bounded(name, 0, 1)?);
            }
        }
        let row_names = (1..).zip(&self.rows).map(|(number, row)| match &row.name {
            Some(name) => items.reserve(name),
            None => items.reserve(&format!("c{number}")),
        });
        let row_names: Vec<String> = row_names.collect();
        let mut uses = vec![[Vec::new(), Vec::new()]; names.len()];
        let mut use_item = |item: ItemId, sum: &Sum| {
            for part in &sum.parts {
                let mention = Mention::from(item).with_weight(part.weight);
                uses[part.variable][usize::from(part.is_opposite)].push(mention);
            }
        };
        for (name, sum) in row_names.iter().zip(&sums) {
            if let Kind::Bounded(low, high) = sum.kind() {
                use_item(items.bounded(name, low, high)?, sum);
            }
        }
        for (variable, name) in names.iter().enumerate() {
            if is_opposed[variable] {
                let opposite = items.reserve(&format!("~{name}"));
                labels[variable][1].insert(0, items.secondary(&opposite)?);
            } else if labels[variable][0].is_empty() {
                labels[variable][0].push(items.secondary(name)?);
            }
        }
        for (name, sum) in row_names.iter().zip(&sums) {
            if sum.kind() == Kind::AtMostOne {
                use_item(items.secondary(name)?, sum);
            }
        }
        let mut builder = items.builder;
        for ((labels, uses), cost) in labels.iter().zip(uses).zip(costs) {
            for ((labels, uses), cost) in labels.iter().zip(uses).zip([cost, Decimal::default()]) {
                if labels.is_empty() {
                    continue;
                }
                let mentions = labels.iter().map(|&item| Mention::from(item)).chain(uses);
                builder.add_option(mentions).map_err(built)?;
                builder.add_cost(cost).map_err(built)?;
            }
        }
        let problem = builder.build().map_err(built)?;
        Ok(ReadProgram { problem, is_maximized: self.is_maximized, constant: self.constant })
    }

    /// Returns the cost of each variable.
    fn costs(&self) -> Result<Vec<Decimal>, Found> {
        let mut costs = vec![Decimal::default(); self.names.len()];
        for &(place, term) in &self.objective {
            let coefficient = if self.is_maximized { -term.coefficient } else { term.coefficient };
            let cost = &mut costs[term.variable];
            let found = || "larger ones".to_owned();
            let kind =
                || ReadErrorKind::Expected { expected: "costs that fit into 128 bits", found: found() };
            *cost = sum(*cost, coefficient).ok_or_else(|| (place, kind()))?;
        }
        Ok(costs)
    }
}

/// Returns the error of a problem that cannot be built: it is too large, wherever that was noticed.
fn built(error: BuildError) -> Found {
    ((1, 1), ReadErrorKind::Build(error))
}

/// The items of the problem, with different names.
#[derive(Default)]
struct Items {
    builder: ProblemBuilder,
    taken: HashSet<String>,
}

impl Items {
    /// Returns a name like this one that no other item has, in the letters that names of items may have.
    fn reserve(&mut self, name: &str) -> String {
        let is_refused =
            |letter: char| letter.is_whitespace() || letter.is_control() || ":|\u{feff}".contains(letter);
        let mut name = name.replace(is_refused, "_");
        while name.is_empty() || !self.taken.insert(name.clone()) {
            name.push('\'');
        }
        name
    }

    fn bounded(&mut self, name: &str, low: u32, high: u32) -> Result<ItemId, Found> {
        match (low, high) {
            (1, 1) => self.builder.add_primary(name),
            _ => self.builder.add_bounded(name, low..=high),
        }
        .map_err(built)
    }

    fn secondary(&mut self, name: &str) -> Result<ItemId, Found> {
        self.builder.add_secondary(name).map_err(built)
    }
}

/// Returns the bounds of a sum that has a relation to a number.
pub(crate) fn limits(sign: &str, bound: Option<Decimal>) -> (Option<Decimal>, Option<Decimal>) {
    (bound.filter(|_| sign != "<="), bound.filter(|_| sign != ">="))
}

/// Returns true for the words and numbers that stand for no bound.
pub(crate) fn is_infinite(text: &str) -> bool {
    const INFINITE: f64 = 1e20;
    text.parse().is_ok_and(|number: f64| number.abs() >= INFINITE)
}

/// A constraint in whole numbers: weights of options, all positive.
#[derive(Debug)]
struct Sum {
    parts: Vec<Part>,
    low: u32,
    high: u32,
    total: u32,
}

/// An option in a sum.
#[derive(Clone, Copy, Debug)]
struct Part {
    variable: usize,
    /// True for the option that says that the variable is 0.
    is_opposite: bool,
    weight: u32,
}

/// The item that a sum becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// None: it is always within its bounds.
    Nothing,
    /// A secondary item.
    AtMostOne,
    /// A primary item with these bounds.
    Bounded(u32, u32),
}

/// Greatest weight and bound of a sum.
const MOST: u32 = 1 << 30;

impl Sum {
    /// Returns a constraint in whole numbers. Where it cannot be met, no option is in it and its least value is 1.
    fn of(row: &Row) -> Result<Self, Found> {
        let too_large = || (row.place, ReadErrorKind::Coefficients { most: MOST });
        let terms = together(&row.terms).ok_or_else(too_large)?;
        let scale = terms.iter().map(|term| term.coefficient.places()).max().unwrap_or(0);
        let wholes: Option<Vec<i128>> = terms.iter().map(|term| scaled(term.coefficient, scale)).collect();
        let wholes = wholes.ok_or_else(too_large)?;
        let divisor = wholes.iter().fold(0, |divisor, &whole| gcd(divisor, whole.abs())).max(1);
        let bound = |bound: Option<Decimal>, is_low: bool| match bound {
            None => Ok(None),
            Some(bound) => bounded(bound, scale, divisor, is_low).map(Some).ok_or_else(too_large),
        };
        let (mut low, mut high) = (bound(row.low, true)?, bound(row.high, false)?);
        // The options of the smaller side are the opposites of those in the text.
        let negatives = wholes.iter().filter(|&&whole| whole < 0).count();
        let sign = if 2 * negatives > wholes.len() { -1 } else { 1 };
        if sign < 0 {
            (low, high) = (high.map(|high| -high), low.map(|low| -low));
        }
        let (mut parts, mut total) = (Vec::with_capacity(terms.len()), 0i128);
        for (term, whole) in terms.iter().zip(wholes) {
            let whole = whole / divisor * sign;
            let weight = whole.abs();
            total += weight;
            if whole < 0 {
                (low, high) = (low.map(|low| low + weight), high.map(|high| high + weight));
            }
            let weight = u32::try_from(weight).ok().filter(|&weight| weight <= MOST).ok_or_else(too_large)?;
            parts.push(Part { variable: term.variable, is_opposite: whole < 0, weight });
        }
        // What must be covered exactly once has no weights. Twice as much must be covered twice.
        if low == Some(1) && high == Some(1) && parts.iter().any(|part| part.weight > 1) {
            parts.iter_mut().for_each(|part| part.weight *= 2);
            (low, high, total) = (Some(2), Some(2), 2 * total);
        }
        let fits = |bound: i128| u32::try_from(bound).ok().filter(|&bound| bound <= MOST);
        let (low, high) = (low.unwrap_or(0).max(0), high.unwrap_or(total).min(total));
        if low > high {
            return Ok(Self { parts: Vec::new(), low: 1, high: 1, total: 0 });
        }
        let total = fits(total).ok_or_else(too_large)?;
        Ok(Self {
            parts,
            low: fits(low).ok_or_else(too_large)?,
            high: fits(high).ok_or_else(too_large)?,
            total,
        })
    }

    fn kind(&self) -> Kind {
        let is_plain = self.parts.iter().all(|part| part.weight == 1);
        match (self.low, self.high) {
            (0, high) if high == self.total => Kind::Nothing,
            (0, 1) if is_plain => Kind::AtMostOne,
            (low, high) => Kind::Bounded(low, high),
        }
    }
}

/// Returns the terms with one for each variable, in ascending order, without those whose coefficient is 0.
fn together(terms: &[Term]) -> Option<Vec<Term>> {
    let mut sorted = terms.to_vec();
    sorted.sort_by_key(|term| term.variable);
    let mut together: Vec<Term> = Vec::with_capacity(sorted.len());
    for term in sorted {
        match together.last_mut().filter(|last| last.variable == term.variable) {
            Some(last) => last.coefficient = sum(last.coefficient, term.coefficient)?,
            None => together.push(term),
        }
    }
    together.retain(|term| term.coefficient.digits() != 0);
    Some(together)
}

/// Returns a bound of a sum that is a multiple of `divisor / 10^scale`, as a number of such multiples.
fn bounded(bound: Decimal, scale: u32, divisor: i128, is_low: bool) -> Option<i128> {
    let unit = 10i128.checked_pow(bound.places().saturating_sub(scale))?;
    let whole = scaled(bound, bound.places().max(scale))?;
    let multiple = divisor.checked_mul(unit)?;
    Some(if is_low { -(-whole).div_euclid(multiple) } else { whole.div_euclid(multiple) })
}

fn gcd(one: i128, other: i128) -> i128 {
    if other == 0 { one } else { gcd(other, one % other) }
}
