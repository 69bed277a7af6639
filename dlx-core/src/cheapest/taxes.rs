//! Taxes on items: a lower bound on the cost of every cover, and what each option costs beyond it.
//!
//! Each item `i` gets a tax `y(i)`, and an option's *net cost* is its cost without the taxes of its items:
//! `net(o) = cost(o) - sum of y(i) over the items i of o`. Taxes are *fair* if no net cost is negative. Let a
//! cover `S` use item `i` in `t(i)` options, which its bounds say is between `low(i)` and `high(i)`. Then
//!
//! ```text
//! cost(S) = sum of net(o) over S + sum of y(i) t(i) over all items,   and
//! y(i) t(i) >= low(i) y(i)  where y(i) >= 0,   y(i) t(i) >= high(i) y(i)  where y(i) < 0.
//! ```
//!
//! The *floor* is the sum of these right-hand sides, so `cost(S) >= floor + sum of net(o) over S`; as nothing
//! is negative there, no cover costs less than the floor, and none that has the option `o` costs less than
//! `floor + net(o)`. Fair taxes are the solutions of the dual of the linear program of exact cover.
//!
//! Primary items without weights may be taxed, and secondary items without colors, which are covered at most once. (An
//! item that options share in a color is covered any number of times. Items with weights are left to linear programs,
//! which run in turns with the search that uses taxes.) An option of negative cost whose items may not be taxed has an item
//! of its own. Taxes are integers in small units: `1 << scale` of them are a unit of cost. As costs are integers, a floor is rounded up to a whole cost.
//!
//! Taxes are found in two steps:
//!
//! 1. One pass: item after item is taxed with the least net cost among its options, as in Knuth's DLX5.
//! 2. A subgradient method moves all taxes at once, in floating point and without regard to fairness, towards
//!    the best bound of the Lagrangian relaxation (Held and Karp 1971; the step follows Polyak, with a target
//!    that comes nearer when it is not reached). From time to time the best taxes are made integral and fair:
//!    options with a negative net cost lower the taxes of their items, then step 1 raises what can be raised.
//!    Floating point only proposes; fairness and floor are computed in integers.
//!
//! The work is bounded: at most [`MOST_ROUNDS`] rounds and about [`MOST_WORK`] uses.

use crate::control::limits::{Limits, Stopped};
use crate::problem::givens::Settled;
use crate::problem::ids::{OptionId, narrow, wide};
use crate::problem::{Bounds, ItemKind, Problem};

/// The method that bounds the cost of covers in a search for the cheapest ones. The costs in the answer are the same,
/// the work is not; the other methods exist for comparison with the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Taxing {
    /// No taxes: a cover costs at least what its first options cost.
    None,
    /// One pass over the items before the search, as in Knuth's DLX5.
    OnePass,
    /// Taxes improved before the search, and constant during it.
    Improved,
    /// Taxes improved before the search, and raised at every node of it.
    Everywhere,
    /// No taxes: branch and bound with a linear program at each node. Where the linear program has too many rows,
    /// this is `Portfolio`.
    Linear,
    /// The searches of `Everywhere` and `Linear` in turns, each for the same amount of work.
    #[default]
    Portfolio,
}

/// Fair taxes in the form that a search needs: the net costs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Taxes {
    /// A unit of cost is `1 << scale` small units.
    pub(crate) scale: u32,
    /// The cost, in small units, from which the floor and the total are counted: 0 unless options have negative costs.
    pub(crate) zero: i128,
    /// No choice of live options that completes a cover costs less, in small units above the zero.
    pub(crate) floor: u64,
    /// The total of all positive costs of live options, in small units above the zero: no choice of them costs more.
    pub(crate) all: u64,
    /// By option, in small units; 0 for options that are not live.
    pub(crate) net: Vec<u64>,
    /// The live options that are too expensive to be in any cover, in ascending order.
    pub(crate) dear: Vec<OptionId>,
    /// True if taxes or an item without options prove that there is no cover.
    pub(crate) is_hopeless: bool,
}

const MOST_ROUNDS: usize = 2_000;
const MOST_WORK: usize = 40_000_000;
/// Number of rounds without enough progress before the target comes nearer.
const PATIENCE: usize = 30;
/// Units finer than a millionth of a unit of cost are not useful.
const MOST_SCALE: u32 = 20;

impl Taxes {
    /// Finds taxes for what the givens leave of a problem.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn of(
        problem: &Problem,
        settled: &Settled,
        taxing: Taxing,
        limits: &mut Limits<'_>,
    ) -> Result<Self, Stopped> {
        let relaxation = Relaxation::of(problem, settled, limits)?;
        // All costs together, in small units, stay below 2^62 if possible: sums of two of them fit.
        let range = u64::try_from(relaxation.all - relaxation.least).unwrap_or(u64::MAX);
        let scale = range.leading_zeros().saturating_sub(2).min(MOST_SCALE);
        let mut taxes = Self {
            scale,
            zero: 0,
            floor: 0,
            all: saturated(relaxation.all << scale),
            net: vec![0; problem.option_count()],
            dear: Vec::new(),
            is_hopeless: relaxation.has_starved_item(),
        };
        if taxes.is_hopeless {
            return Ok(taxes);
        }
        let mut best = Dual::zero(&relaxation, scale);
        if relaxation.least < 0 {
            // Negative costs become fair by negative taxes: each option with such a cost has an item that may be taxed.
            best.repair(&relaxation, scale, limits)?;
        }
        if !matches!(taxing, Taxing::None | Taxing::Linear) && range > 0 {
            best.raise(&relaxation, limits)?;
            if taxing != Taxing::OnePass {
                improve(&relaxation, scale, &mut best, limits)?;
            }
        }
        let floor = best.floor(&relaxation);
        let all = relaxation.all << scale;
        // Taxes of items that may be covered many times can put the floor below any choice of options.
        taxes.zero = floor.min(relaxation.least << scale).min(0);
        taxes.all = saturated(all - taxes.zero);
        taxes.floor = saturated(floor - taxes.zero);
        // A floor above the cost of everything is beyond any cover.
        taxes.is_hopeless = floor > all;
        for (&option, &net) in relaxation.options.iter().zip(&best.net) {
            if floor + net > all {
                taxes.dear.push(option);
            } else {
                taxes.net[option.index()] = saturated(net);
            }
        }
        Ok(taxes)
    }
}

/// Returns a number that is not negative, or the greatest one of 64 bits.
fn saturated(number: i128) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// What is left of a problem, by option and by item.
struct Relaxation {
    /// The live options, ascending.
    options: Vec<OptionId>,
    /// By place among the live options.
    costs: Vec<i128>,
    /// The sums of the positive and of the negative ones: no choice costs more, and none less.
    all: i128,
    least: i128,
    /// The items that may be taxed, of one live option after the other; by place, the index of the first one.
    items: Vec<u32>,
    item_starts: Vec<u32>,
    /// The places of the live options of one item after the other; by item, the index of the first one.
    places: Vec<u32>,
    place_starts: Vec<u32>,
    /// By item, the bounds that are left; 0 to 0 if it may not be taxed.
    bounds: Vec<Bounds>,
}

impl Relaxation {
    fn of(problem: &Problem, settled: &Settled, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        limits.setup(problem.item_count() + problem.option_count())?;
        let mut bounds: Vec<Bounds> = problem
            .items()
            .map(|item| match problem.kind(item) {
                _ if settled.is_settled(item) => Bounds { low: 0, high: 0 },
                ItemKind::Primary => settled.bounds_left(problem, item),
                ItemKind::Secondary => Bounds { low: 0, high: 1 },
            })
            .collect();
        let options: Vec<OptionId> =
            problem.options().filter(|&option| settled.is_live(problem, option)).collect();
        for &option in &options {
            limits.setup(problem.uses(option).len())?;
            for (used, weight) in problem.weighted_uses(option) {
                if weight > 1 || problem.color_name(used.color).is_some() {
                    bounds[used.item.index()] = Bounds { low: 0, high: 0 };
                }
            }
        }
        let mut relaxation = Self {
            costs: options.iter().map(|&option| problem.cost(option)).collect(),
            all: options.iter().map(|&option| problem.cost(option).max(0)).sum(),
            least: options.iter().map(|&option| problem.cost(option).min(0)).sum(),
            items: Vec::new(),
            item_starts: vec![0],
            places: Vec::new(),
            place_starts: Vec::new(),
            options,
            bounds,
        };
        for &option in &relaxation.options {
            limits.setup(problem.uses(option).len())?;
            let taxed = problem.uses(option).iter().map(|used| used.item);
            let begin = relaxation.items.len();
            relaxation
                .items
                .extend(taxed.filter(|item| relaxation.bounds[item.index()].high > 0).map(|i| i.0));
            if relaxation.items.len() == begin && problem.cost(option) < 0 {
                // Its negative cost becomes fair by the tax of an item of its own, which it covers or not.
                relaxation.items.push(narrow(relaxation.bounds.len()));
                relaxation.bounds.push(Bounds { low: 0, high: 1 });
            }
            relaxation.item_starts.push(narrow(relaxation.items.len()));
        }
        relaxation.turn(limits)?;
        // Without an upper bound of its own, an item is covered by its options at most.
        for item in 0..relaxation.bounds.len() {
            let most = narrow(relaxation.places_of(item).len());
            relaxation.bounds[item].high = relaxation.bounds[item].high.min(most);
        }
        Ok(relaxation)
    }

    /// Fills the tables by item.
    fn turn(&mut self, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        self.place_starts.resize(self.bounds.len() + 1, 0);
        for &item in &self.items {
            self.place_starts[wide(item) + 1] += 1;
        }
        for item in 1..self.place_starts.len() {
            self.place_starts[item] += self.place_starts[item - 1];
        }
        let mut ends = self.place_starts.clone();
        self.places.resize(self.items.len(), 0);
        for place in 0..self.options.len() {
            limits.setup(wide(self.item_starts[place + 1] - self.item_starts[place]))?;
            for at in wide(self.item_starts[place])..wide(self.item_starts[place + 1]) {
                let end = &mut ends[wide(self.items[at])];
                self.places[wide(*end)] = narrow(place);
                *end += 1;
            }
        }
        Ok(())
    }

    fn items_of(&self, place: usize) -> &[u32] {
        &self.items[wide(self.item_starts[place])..wide(self.item_starts[place + 1])]
    }

    fn places_of(&self, item: usize) -> &[u32] {
        &self.places[wide(self.place_starts[item])..wide(self.place_starts[item + 1])]
    }

    fn has_starved_item(&self) -> bool {
        let bounds = self.bounds.iter().enumerate();
        bounds.into_iter().any(|(item, bounds)| self.places_of(item).len() < wide(bounds.low))
    }
}

/// Whole taxes and net costs, in small units.
#[derive(Clone)]
struct Dual {
    /// By item.
    taxes: Vec<i128>,
    /// By place of the option.
    net: Vec<i128>,
}

impl Dual {
    fn zero(relaxation: &Relaxation, scale: u32) -> Self {
        Self {
            taxes: vec![0; relaxation.bounds.len()],
            net: relaxation.costs.iter().map(|&cost| cost << scale).collect(),
        }
    }

    /// Raises each tax, in the order of the items, as far as it is fair and useful.
    fn raise(&mut self, relaxation: &Relaxation, limits: &mut Limits<'_>) -> Result<(), Stopped> {
        for (item, bounds) in relaxation.bounds.iter().enumerate() {
            let places = relaxation.places_of(item);
            limits.setup(places.len())?;
            let Some(least) = places.iter().map(|&place| self.net[wide(place)]).min() else { continue };
            let amount = if bounds.low > 0 { least } else { least.min(-self.taxes[item]) };
            if amount > 0 {
                self.taxes[item] += amount;
                for &place in places {
                    self.net[wide(place)] -= amount;
                }
            }
        }
        Ok(())
    }

    /// Lowers taxes until they are fair.
    fn repair(
        &mut self,
        relaxation: &Relaxation,
        scale: u32,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        for place in 0..relaxation.options.len() {
            let items = relaxation.items_of(place);
            limits.setup(2 * items.len())?;
            let net = self.net_of(relaxation, place, scale);
            // An option that lacks something is taxed.
            let (lack, count) = ((-net).max(0), i128::from(narrow(items.len().max(1))));
            let (share, rest) = (lack / count, lack % count);
            for (&item, at) in items.iter().zip(0..) {
                self.taxes[wide(item)] -= share + i128::from(at < rest);
            }
        }
        for place in 0..relaxation.options.len() {
            self.net[place] = self.net_of(relaxation, place, scale);
        }
        Ok(())
    }

    fn net_of(&self, relaxation: &Relaxation, place: usize, scale: u32) -> i128 {
        let taxed: i128 = relaxation.items_of(place).iter().map(|&item| self.taxes[wide(item)]).sum();
        (relaxation.costs[place] << scale) - taxed
    }

    fn floor(&self, relaxation: &Relaxation) -> i128 {
        let due = |(&tax, bounds): (&i128, &Bounds)| {
            tax * i128::from(if tax >= 0 { bounds.low } else { bounds.high })
        };
        self.taxes.iter().zip(&relaxation.bounds).map(due).sum()
    }
}

/// Improves fair taxes by the subgradient method.
fn improve(
    relaxation: &Relaxation,
    scale: u32,
    best: &mut Dual,
    limits: &mut Limits<'_>,
) -> Result<(), Stopped> {
    if relaxation.items.is_empty() {
        return Ok(());
    }
    let costs: Vec<f64> = relaxation.costs.iter().map(|&cost| cost as f64).collect();
    let ends: Vec<(f64, f64)> =
        relaxation.bounds.iter().map(|bounds| (f64::from(bounds.low), f64::from(bounds.high))).collect();
    let unit = (1_u64 << scale) as f64;
    let mut best_floor = best.floor(relaxation);
    let mut taxes: Vec<f64> = best.taxes.iter().map(|&tax| tax as f64 / unit).collect();
    let mut top = (best_floor as f64 / unit, taxes.clone());
    // The first target is a guess: a tenth of the cost of a cover whose options have the mean cost.
    let needed: f64 = ends.iter().map(|end| end.0).sum();
    let mean = (relaxation.all - relaxation.least) as f64 / relaxation.items.len() as f64;
    let mut reach = (mean * needed / 10.0).max(top.0.abs() / 20.0);
    let least_reach = reach / 1e5;
    let mut idle = 0;
    let mut pull: Vec<f64> = vec![0.0; ends.len()];
    let mut step: Vec<f64> = vec![0.0; ends.len()];
    let rounds = (MOST_WORK / relaxation.items.len().max(1)).min(MOST_ROUNDS);
    for _ in 0..rounds {
        let bound = subgradient(relaxation, &costs, &ends, &taxes, &mut pull, limits)?;
        if bound >= top.0 + reach / 4.0 {
            idle = 0;
        } else {
            idle += 1;
        }
        if bound > top.0 {
            top.0 = bound;
            top.1.clone_from(&taxes);
        }
        // Beyond the cost of everything it is proved that there is no cover.
        let is_enough = top.0 > relaxation.all as f64 + 1.0;
        if idle >= PATIENCE || is_enough {
            idle = 0;
            reach /= 2.0;
            taxes.clone_from(&top.1);
            step.fill(0.0);
            settle(relaxation, scale, &taxes, best, &mut best_floor, limits)?;
            if reach < least_reach || is_enough {
                break;
            }
            continue;
        }
        for (step, pull) in step.iter_mut().zip(&pull) {
            *step = 0.6 * *step + pull;
        }
        let norm: f64 = step.iter().map(|step| step * step).sum();
        if norm == 0.0 {
            break;
        }
        let length = (top.0 + reach - bound) / norm;
        for ((tax, step), end) in taxes.iter_mut().zip(&step).zip(&ends) {
            *tax += length * step;
            if end.0 == 0.0 {
                // An item that need not be covered never deserves a positive tax.
                *tax = tax.min(0.0);
            }
        }
    }
    settle(relaxation, scale, &top.1, best, &mut best_floor, limits)
}

/// Returns the Lagrangian bound of these taxes, and the direction in which it grows.
fn subgradient(
    relaxation: &Relaxation,
    costs: &[f64],
    ends: &[(f64, f64)],
    taxes: &[f64],
    pull: &mut [f64],
    limits: &mut Limits<'_>,
) -> Result<f64, Stopped> {
    let mut bound = 0.0;
    // At first how often the item is used by the options with a negative net cost, negated.
    pull.fill(0.0);
    for (place, cost) in costs.iter().enumerate() {
        let items = relaxation.items_of(place);
        limits.setup(items.len())?;
        let net = cost - items.iter().map(|&item| taxes[wide(item)]).sum::<f64>();
        if net < 0.0 {
            bound += net;
            for &item in items {
                pull[wide(item)] -= 1.0;
            }
        }
    }
    for ((pull, tax), &(low, high)) in pull.iter_mut().zip(taxes).zip(ends) {
        bound += tax * if *tax >= 0.0 { low } else { high };
        *pull = match tax {
            tax if *tax > 0.0 => low + *pull,
            tax if *tax < 0.0 => high + *pull,
            _ => (low + *pull).max(0.0) + (high + *pull).min(0.0),
        };
    }
    Ok(bound)
}

/// Makes taxes integral and fair, and keeps them if their floor is the best.
fn settle(
    relaxation: &Relaxation,
    scale: u32,
    taxes: &[f64],
    best: &mut Dual,
    best_floor: &mut i128,
    limits: &mut Limits<'_>,
) -> Result<(), Stopped> {
    let unit = (1_u64 << scale) as f64;
    let mut dual = Dual { taxes: taxes.iter().map(|tax| whole(tax * unit)).collect(), net: best.net.clone() };
    dual.repair(relaxation, scale, limits)?;
    dual.raise(relaxation, limits)?;
    let floor = dual.floor(relaxation);
    if floor > *best_floor {
        *best_floor = floor;
        *best = dual;
    }
    Ok(())
}

/// Returns the integer below, limited so that sums of many fit.
#[allow(clippy::cast_possible_truncation, reason = "the number is between the ends of i64")]
fn whole(number: f64) -> i128 {
    const MOST: f64 = (1_u64 << 62) as f64 * 2.0;
    i128::from(number.clamp(-MOST, MOST).floor() as i64)
}
