//! Errors of requests, with their HTTP status.

use std::fmt::Display;
use std::time::Duration;

use dlx_core::Stopped;
use dlx_core::inner::json_words;
use dlx_instances::InstanceError;
use http::StatusCode;
use serde::Serialize;
use sudoku_cover::text::{ReadError, WriteError};
use sudoku_cover::{
    BoardError, CellError, GeometryError, GridError, PatternError, RuleError, RuleTextError, SpecError,
    Unexpected, UnknownRuleKind, UnknownTechnique,
};
use utoipa::ToSchema;

/// The reason why a request is not answered.
#[derive(Debug)]
pub struct Fault {
    /// The status of HTTP that says what kind of reason it is.
    pub status: StatusCode,
    object: FaultOut,
}

/// The reason why a request is not answered.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Fault)]
pub(crate) struct FaultOut {
    error: ErrorOut,
}

/// What is wrong, and where.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Error)]
struct ErrorOut {
    /// The error in words, such as `expected 81 cells, found 2`.
    message: String,
    /// The line of the text that could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    line: Option<u64>,
    /// The column of the text that could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    column: Option<usize>,
}

impl Fault {
    /// Returns a fault with this status and message.
    #[must_use]
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        let error = ErrorOut { message: message.into(), line: None, column: None };
        Self { status, object: FaultOut { error } }
    }

    /// Returns an error for a valid request that cannot be processed.
    pub(crate) fn unprocessable(message: impl Display) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message.to_string())
    }

    /// Returns a fault with the message `expected X, found Y`.
    #[must_use]
    pub fn expected(status: StatusCode, expected: impl Display, found: impl Display) -> Self {
        Self::new(status, format!("expected {expected}, found {found}"))
    }

    pub(crate) fn out_of_time() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "no answer within the time limit")
    }

    /// Returns an error for a puzzle that was not found within this time limit, with what may be changed.
    pub(crate) fn no_such_puzzle(longest: Duration, what: &str) -> Self {
        let message = format!("No such puzzle found in {} s. Try another {what}.", longest.as_secs_f64());
        Self::new(StatusCode::SERVICE_UNAVAILABLE, message)
    }

    /// Returns the message for the client.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.object.error.message
    }

    /// Returns the JSON object for the client.
    ///
    /// # Panics
    /// Never: a text and two numbers are JSON.
    #[must_use]
    pub fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(&self.object).expect("a text and two numbers are JSON")
    }
}

/// The limits of a request stop a run at its time limit, at the memory limit of its tables, or when its client has gone.
impl From<Stopped> for Fault {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Memory => {
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "no answer within the memory limit")
            }
            _ => Self::out_of_time(),
        }
    }
}

impl From<BoardError> for Fault {
    fn from(error: BoardError) -> Self {
        match error {
            BoardError::Rule { error, .. } => error.into(),
            BoardError::Stopped(why) => why.into(),
        }
    }
}

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Self {
        let (line, column) = (error.line(), error.column());
        let words = json_words(&error.to_string());
        Self::new(
            StatusCode::BAD_REQUEST,
            format!("invalid request body: line {line}, column {column}: {words}"),
        )
    }
}

impl From<ReadError> for Fault {
    fn from(error: ReadError) -> Self {
        let mut fault = Self::unprocessable(&error);
        let place = &mut fault.object.error;
        (place.line, place.column) = (Some(error.line), error.column);
        fault
    }
}

macro_rules! unprocessable {
    ($($error:ty),*) => {
        $(impl From<$error> for Fault {
            fn from(error: $error) -> Self {
                Self::unprocessable(error)
            }
        })*
    };
}

unprocessable!(
    CellError,
    GeometryError,
    GridError,
    PatternError,
    RuleError,
    RuleTextError,
    SpecError,
    Unexpected,
    UnknownRuleKind,
    UnknownTechnique,
    WriteError,
    InstanceError
);
