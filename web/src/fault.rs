//! Errors of requests, with their HTTP status.

use std::fmt::Display;
use std::time::Duration;

use dlx_core::Stopped;
use dlx_instances::InstanceError;
use hyper::StatusCode;
use serde::Serialize;
use sudoku_cover::text::{ReadError, WriteError};
use sudoku_cover::{GeometryError, GridError, RuleError, RuleTextError, Unexpected, UnknownTechnique};

use crate::jobs::Refusal;

/// The reason why a request is not answered.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) status: StatusCode,
    error: Inner,
}

/// The error as sent to the client.
#[derive(Debug, Serialize)]
struct Inner {
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

/// The JSON object that contains the error.
#[derive(Serialize)]
struct FaultObject<'a> {
    error: &'a Inner,
}

impl Fault {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, error: Inner { message: message.into(), line: None, column: None } }
    }

    /// Returns an error for a valid request that cannot be processed.
    pub(crate) fn unprocessable(message: impl Display) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message.to_string())
    }

    pub(crate) fn expected(status: StatusCode, expected: impl Display, found: impl Display) -> Self {
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
    pub(crate) fn message(&self) -> &str {
        &self.error.message
    }

    /// Returns the JSON object for the client.
    pub(crate) fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(&FaultObject { error: &self.error }).expect("a text and two numbers are JSON")
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

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Self {
        Self::new(StatusCode::BAD_REQUEST, format!("invalid request body: {error}"))
    }
}

impl From<ReadError> for Fault {
    fn from(error: ReadError) -> Self {
        let mut fault = Self::unprocessable(&error);
        (fault.error.line, fault.error.column) = (Some(error.line), error.column);
        fault
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        let status = match refusal {
            Refusal::Full { .. } | Refusal::Busy { .. } => StatusCode::SERVICE_UNAVAILABLE,
            // The message of the runtime about the thread is not sent to the client.
            Refusal::Panicked(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self::new(status, refusal.to_string())
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
    GeometryError,
    GridError,
    RuleError,
    RuleTextError,
    Unexpected,
    UnknownTechnique,
    WriteError,
    dlx_core::Unsupported,
    InstanceError
);
