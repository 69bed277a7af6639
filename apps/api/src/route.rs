//! A request of the API, and the ways in which requests are answered.
//!
//! Each has the types of its request and its answer, of which [`document`](crate::document) describes it.

use std::fmt;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use utoipa::ToSchema;

use crate::api::{Activity, Api};
use crate::fault::Fault;
use crate::schemas::{Schemas, reference};
use crate::stop::Stop;
use crate::wire;

/// Answers the body of a request with a JSON object.
pub type Answer = Box<dyn Fn(&Api, &[u8], &Stop) -> Result<Vec<u8>, Fault> + Send + Sync>;

/// Reads the body of a request whose answer is lines.
pub type Begin = Box<dyn Fn(&Api, &[u8]) -> Result<Lines, Fault> + Send + Sync>;

/// Sends lines until it is done.
pub type SendLines = Box<dyn FnOnce(&Api, &Stop, &dyn Fn(Line)) + Send>;

/// A line of JSON, with its line break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Progress, which may be dropped for a client that does not read.
    Progress(Vec<u8>),
    /// A part of the answer.
    Result(Vec<u8>),
}

/// Work that sends lines of JSON.
pub struct Lines {
    /// The time limit.
    pub longest: Duration,
    /// The largest number of lines that wait for a client that does not read, including the last line.
    pub places: usize,
    /// The work.
    pub work: SendLines,
}

impl fmt::Debug for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines")
            .field("longest", &self.longest)
            .field("places", &self.places)
            .finish_non_exhaustive()
    }
}

/// The way in which a request is answered.
pub enum Work {
    /// From the state of the server.
    WithoutQuestion(fn(Activity) -> Vec<u8>),
    /// With work limited by the size of the request.
    Quick(Answer),
    /// With work that may take long.
    Search(Answer),
    /// With lines while the work runs.
    Lines(Begin),
}

impl fmt::Debug for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WithoutQuestion(_) => "WithoutQuestion",
            Self::Quick(_) => "Quick",
            Self::Search(_) => "Search",
            Self::Lines(_) => "Lines",
        })
    }
}

/// Returns a reference to the description of a type, which it adds to the schemas.
type Description = fn(&mut Schemas) -> Value;

/// A request of the API.
#[derive(Debug)]
pub struct Route {
    /// The path after `/api/v1/`.
    pub name: &'static str,
    pub(crate) summary: &'static str,
    /// The description of the body, and an example; `None` if there is no body.
    pub(crate) question: Option<(Description, Value)>,
    /// The description of the answer, or of each of its lines.
    pub(crate) answer: Description,
    /// How it is answered.
    pub work: Work,
}

/// Parses a request body.
fn read<Q: DeserializeOwned>(body: &[u8]) -> Result<Q, Fault> {
    Ok(serde_json::from_slice(body)?)
}

/// Calls a function with the question in a body, and writes its answer.
fn answer_by<Q, A>(work: fn(&Api, Q, &Stop) -> Result<A, Fault>) -> Answer
where
    Q: DeserializeOwned + 'static,
    A: Serialize + 'static,
{
    Box::new(move |api, body, stop| Ok(wire::line(&work(api, read(body)?, stop)?)))
}

impl Route {
    /// Returns true if the request has a body.
    #[must_use]
    pub fn has_body(&self) -> bool {
        self.question.is_some()
    }

    pub(crate) fn without_question<A: ToSchema>(
        name: &'static str,
        summary: &'static str,
        work: fn(Activity) -> Vec<u8>,
    ) -> Self {
        Self { name, summary, question: None, answer: reference::<A>, work: Work::WithoutQuestion(work) }
    }

    /// Returns the route of the description of all routes.
    pub(crate) fn document(name: &'static str, work: fn(Activity) -> Vec<u8>) -> Self {
        let summary = "This document";
        let answer: Description = |_| serde_json::json!({ "type": "object" });
        Self { name, summary, question: None, answer, work: Work::WithoutQuestion(work) }
    }

    pub(crate) fn quick<Q, A>(
        name: &'static str,
        summary: &'static str,
        example: Value,
        work: fn(&Api, Q, &Stop) -> Result<A, Fault>,
    ) -> Self
    where
        Q: DeserializeOwned + ToSchema + 'static,
        A: Serialize + ToSchema + 'static,
    {
        let question: Option<(Description, Value)> = Some((reference::<Q>, example));
        Self { name, summary, question, answer: reference::<A>, work: Work::Quick(answer_by(work)) }
    }

    pub(crate) fn search<Q, A>(
        name: &'static str,
        summary: &'static str,
        example: Value,
        work: fn(&Api, Q, &Stop) -> Result<A, Fault>,
    ) -> Self
    where
        Q: DeserializeOwned + ToSchema + 'static,
        A: Serialize + ToSchema + 'static,
    {
        Self { work: Work::Search(answer_by(work)), ..Self::quick(name, summary, example, work) }
    }

    /// Returns a route whose answer is lines of this type.
    pub(crate) fn lines<Q, A>(
        name: &'static str,
        summary: &'static str,
        example: Value,
        begin: fn(&Api, Q) -> Result<Lines, Fault>,
    ) -> Self
    where
        Q: DeserializeOwned + ToSchema + 'static,
        A: ToSchema,
    {
        let question: Option<(Description, Value)> = Some((reference::<Q>, example));
        let work = Work::Lines(Box::new(move |api, body| begin(api, read(body)?)));
        Self { name, summary, question, answer: reference::<A>, work }
    }
}
