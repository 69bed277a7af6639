//! Costs of Python: whole numbers, and `Decimal` where a problem has decimals.

use dlx_core::{Decimal, Problem};
use pyo3::prelude::*;

use crate::watch::refused;

/// A cost: a whole number, or a decimal number as text.
#[derive(FromPyObject)]
pub(crate) enum CostArgument {
    Whole(i128),
    Text(String),
}

impl CostArgument {
    pub(crate) fn decimal(&self) -> PyResult<Decimal> {
        match self {
            Self::Whole(number) => Ok(Decimal::from(*number)),
            Self::Text(text) => text.parse().map_err(refused),
        }
    }
}

/// Returns a cost in the unit of a problem as an `int`, or as a `Decimal` if the problem has costs with decimals.
pub(crate) fn cost_object<'py>(
    py: Python<'py>,
    problem: &Problem,
    cost: i128,
) -> PyResult<Bound<'py, PyAny>> {
    if problem.decimals() == 0 {
        return Ok(cost.into_pyobject(py)?.into_any());
    }
    py.import("decimal")?.getattr("Decimal")?.call1((problem.decimal(cost).to_string(),))
}
