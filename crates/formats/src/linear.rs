//! Problems as linear constraints in binary variables, the common part of pseudo-Boolean and integer
//! programs.
//!
//! Each option is a variable. A secondary item whose colors can be shared has one more variable for each such
//! color, which is at least as great as every option that gives it this color; of these variables and of the
//! other options with the item at most one is 1.

use dlx_core::{ItemId, OptionId, Problem};

use crate::demands::{Demands, ItemDemand, total_weight};

/// A variable with the values 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variable {
    /// 1 if the option is chosen.
    Option(OptionId),
    /// An auxiliary variable; they are numbered from 0.
    Auxiliary(usize),
}

/// A variable and its coefficient: its sign and its size, the weight of the option.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub(crate) is_negative: bool,
    pub(crate) weight: u32,
    pub(crate) variable: Variable,
}

impl Term {
    fn plus(variable: Variable) -> Self {
        Self { is_negative: false, weight: 1, variable }
    }

    fn minus(variable: Variable) -> Self {
        Self { is_negative: true, weight: 1, variable }
    }
}

/// The relation between a sum and its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    AtLeast,
    AtMost,
    Equal,
}

/// A part of the output.
#[derive(Debug)]
pub(crate) enum LinearConstraint<'r> {
    /// The following is about the options without a primary item.
    IdleOptions,
    /// The following is about this item.
    Item(ItemId),
    /// A constraint with at least one term.
    Row { terms: &'r [Term], relation: Relation, bound: u32 },
}

/// The number of constraints and auxiliary variables of a problem.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extent {
    pub(crate) rows: u64,
    pub(crate) auxiliaries: usize,
}

/// Returns the number of constraints and auxiliary variables.
pub(crate) fn extent(problem: &Problem, demands: &Demands<'_>) -> Extent {
    let mut rows = 0;
    let counted = lines(problem, demands, |line| {
        rows += u64::from(matches!(line, LinearConstraint::Row { .. }));
        Ok::<(), std::convert::Infallible>(())
    });
    let Ok(auxiliaries) = counted;
    Extent { rows, auxiliaries }
}

/// Passes on the constraints one after the other, up to the first error. Returns the number of auxiliary
/// variables.
pub(crate) fn lines<E>(
    problem: &Problem,
    demands: &Demands<'_>,
    mut take: impl FnMut(LinearConstraint<'_>) -> Result<(), E>,
) -> Result<usize, E> {
    let mut auxiliaries = 0;
    let mut fresh = || {
        auxiliaries += 1;
        Variable::Auxiliary(auxiliaries - 1)
    };
    for (place, option) in problem.idle_options().enumerate() {
        if place == 0 {
            take(LinearConstraint::IdleOptions)?;
        }
        let terms = &[Term::plus(Variable::Option(option))];
        take(LinearConstraint::Row { terms, relation: Relation::Equal, bound: 0 })?;
    }
    let mut terms = Vec::new();
    demands.each(|item, demand| {
        take(LinearConstraint::Item(item))?;
        terms.clear();
        match demand {
            // A constraint needs a term: this one is always false, as a variable is at most 1.
            ItemDemand::Number { options: [], .. } => {
                let terms = &[Term::plus(fresh())];
                take(LinearConstraint::Row { terms, relation: Relation::AtLeast, bound: 2 })
            }
            ItemDemand::Number { options, low, high } => {
                terms.extend(options.iter().map(|holding| Term {
                    weight: holding.weight,
                    ..Term::plus(Variable::Option(holding.option))
                }));
                if low == high {
                    return take(LinearConstraint::Row {
                        terms: &terms,
                        relation: Relation::Equal,
                        bound: low,
                    });
                }
                if low > 0 {
                    take(LinearConstraint::Row { terms: &terms, relation: Relation::AtLeast, bound: low })?;
                }
                if high < total_weight(options) {
                    take(LinearConstraint::Row { terms: &terms, relation: Relation::AtMost, bound: high })?;
                }
                Ok(())
            }
            ItemDemand::Agreement { groups } => {
                for group in groups {
                    if let [alone] = group {
                        terms.push(Term::plus(Variable::Option(alone.option)));
                        continue;
                    }
                    let color = fresh();
                    terms.push(Term::plus(color));
                    for holding in *group {
                        let terms = &[Term::plus(Variable::Option(holding.option)), Term::minus(color)];
                        take(LinearConstraint::Row { terms, relation: Relation::AtMost, bound: 0 })?;
                    }
                }
                take(LinearConstraint::Row { terms: &terms, relation: Relation::AtMost, bound: 1 })
            }
        }
    })?;
    Ok(auxiliaries)
}
