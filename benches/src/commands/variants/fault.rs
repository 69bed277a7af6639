//! The faults of the command, and the limits of its runs.

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use dlx_core::Limits;
use dlx_core::inner::{CountError, NODES_BETWEEN_LOOKS};
use sudoku_cover::{Contradicting, GenerateError, GeometryError, GridError, RuleError};
use thiserror::Error;

#[derive(Debug, Error)]
pub(crate) enum Fault {
    #[error("{path}: {error}")]
    Io { path: PathBuf, error: io::Error },
    #[error("{name}: invalid solution: {reason}")]
    WrongSolution { name: String, reason: String },
    #[error("{name}: expected the answer of the first run, found another one")]
    Differ { name: String },
    #[error("{name}: expected one solution, the generated one, found another answer")]
    NotGenerated { name: String },
    #[error("{name}: {error}")]
    Generate { name: String, error: GenerateError },
    #[error("expected {expected} grids, found {found}")]
    WrongCount { expected: u64, found: String },
    #[error(transparent)]
    Geometry(#[from] GeometryError),
    #[error(transparent)]
    Rule(#[from] RuleError),
    #[error(transparent)]
    Grid(#[from] GridError),
    #[error(transparent)]
    Contradicting(#[from] Contradicting),
    #[error(transparent)]
    Count(#[from] CountError),
}

/// Returns limits that stop a run at this time.
pub(super) fn until(deadline: Instant) -> Limits<'static> {
    Limits::none().ask(NODES_BETWEEN_LOOKS, move |_| {
        if Instant::now() < deadline { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })
}
