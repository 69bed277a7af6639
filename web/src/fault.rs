//! What is wrong with a request, and the status that says so.

use dlx_core::Stopped;
use hyper::StatusCode;
use serde::Serialize;
use sudoku_cover::text::{ReadError, WriteError};
use sudoku_cover::{GeometryError, GridError, RuleError, RuleTextError, UnknownFormat};

use crate::jobs::Refusal;

/// Why a request is not answered as it wishes.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    #[error("no `Host` found, expected the address of this server")]
    NoHost,
    #[error("found the host `{found}`, expected the address of this server")]
    OtherHost { found: String },
    #[error("found the origin `{found}`, expected the page of this server")]
    OtherOrigin { found: String },
    #[error("found a request of another site, expected the page of this server")]
    OtherSite,
    #[error("nothing is at `{path}`; /api/openapi.json says what is where")]
    NotFound { path: String },
    #[error("found `{found}`, expected {allowed}")]
    Method { found: String, allowed: &'static str },
    #[error("found content of another type, expected `application/json`")]
    ContentType,
    #[error("found more than {most} bytes, expected fewer")]
    TooLarge { most: usize },
    #[error("the request took longer than {seconds} seconds to arrive")]
    TooSlow { seconds: u64 },
    #[error("the request broke off")]
    BrokenOff,
    #[error("not the object that is expected here: {0}")]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    Text(#[from] ReadError),
    #[error("one puzzle expected, none found")]
    NoPuzzle,
    #[error("{found} cells found, expected {expected}")]
    Cells { found: usize, expected: usize },
    #[error("a digit in {cell}, which holds a clue")]
    OverClue { cell: String },
    #[error("a digit of 1 to {side} expected, {found} found")]
    Digit { found: u8, side: usize },
    #[error("{0}")]
    Puzzle(&'static str),
    #[error(transparent)]
    Geometry(#[from] GeometryError),
    #[error(transparent)]
    Grid(#[from] GridError),
    #[error(transparent)]
    RuleText(#[from] RuleTextError),
    #[error(transparent)]
    Rule(#[from] RuleError),
    #[error(transparent)]
    Format(#[from] UnknownFormat),
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error("{0}")]
    Generate(String),
    #[error("the time for one question is over before it was answered")]
    OutOfTime,
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// The limits of a request stop only when its time is over or its client has gone.
impl From<Stopped> for Fault {
    fn from(_: Stopped) -> Self {
        Self::OutOfTime
    }
}

/// A fault as it is sent.
#[derive(Serialize)]
struct FaultObject<'a> {
    error: Inner<'a>,
}

#[derive(Serialize)]
struct Inner<'a> {
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u64>,
}

impl Fault {
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Self::NoHost | Self::BrokenOff | Self::Json(_) => StatusCode::BAD_REQUEST,
            Self::OtherHost { .. } => StatusCode::MISDIRECTED_REQUEST,
            Self::OtherOrigin { .. } | Self::OtherSite => StatusCode::FORBIDDEN,
            Self::NotFound { .. } => StatusCode::NOT_FOUND,
            Self::Method { .. } => StatusCode::METHOD_NOT_ALLOWED,
            Self::ContentType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow { .. } => StatusCode::REQUEST_TIMEOUT,
            Self::OutOfTime | Self::Refused(Refusal::Full { .. } | Refusal::Busy { .. }) => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Self::Refused(Refusal::Panicked(_)) => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }

    /// The object that tells the client.
    pub(crate) fn to_json(&self) -> Vec<u8> {
        let (line, column) = match self {
            Self::Text(error) => (Some(error.line), error.column.map(|column| column as u64)),
            _ => (None, None),
        };
        let message = match self {
            // The runtime's words about the thread are nobody's business.
            Self::Refused(Refusal::Panicked(_)) => {
                "the work failed; this is a fault of the program".to_owned()
            }
            fault => fault.to_string(),
        };
        let object = FaultObject { error: Inner { message: &message, line, column } };
        serde_json::to_vec(&object).expect("a text and two numbers are JSON")
    }
}
