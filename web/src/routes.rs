//! The routes: static files and API requests.
//!
//! A route of the API has the types of its request and its answer, of which [`document`](crate::document) describes
//! it.

use std::convert::Infallible;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use hyper::{Method, Request, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::mpsc::{self, Sender};
use tokio::time;
use utoipa::ToSchema;

use crate::api;
use crate::assets;
use crate::document::{DOCUMENT, Schemas, reference};
use crate::fault::Fault;
use crate::jobs::{Jobs, Stop};
use crate::origin::{self, OwnHosts};
use crate::reply::{self, Reply};
use crate::server::Bounds;
use crate::solvers::Solvers;

/// The state shared by all requests.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) hosts: OwnHosts,
    /// Jobs that may take long.
    pub(crate) searches: Jobs,
    /// Jobs whose work is limited by the size of the request, so that the page works while searches run.
    pub(crate) quick: Jobs,
    pub(crate) solvers: Solvers,
    pub(crate) bounds: Bounds,
}

/// Answers the body of a request with a JSON object.
type Answer = Box<dyn Fn(&App, &[u8], &Stop) -> Result<Vec<u8>, Fault> + Send + Sync>;

/// Reads the body of a request whose answer is lines.
type Begin = Box<dyn Fn(&App, &[u8]) -> Result<Lines, Fault> + Send + Sync>;

/// Sends lines until it is done.
type SendLines = Box<dyn FnOnce(&App, &Stop, &Sender<Bytes>) + Send>;

/// Work that sends lines of JSON.
pub(crate) struct Lines {
    /// The time limit.
    pub(crate) longest: Duration,
    /// The largest number of lines that wait for a client that does not read.
    pub(crate) places: usize,
    pub(crate) work: SendLines,
}

/// The way in which a request is answered.
pub(crate) enum Work {
    /// From the state of the server.
    Told(fn(&App) -> Vec<u8>),
    /// With work limited by the size of the request.
    Quick(Answer),
    /// With work that may take long.
    Search(Answer),
    /// With lines while the work runs.
    Lines(Begin),
}

/// Returns a reference to the description of a type, which it adds to the schemas.
type Description = fn(&mut Schemas) -> Value;

/// A request of the API.
pub(crate) struct Route {
    /// The path after [`PREFIX`].
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    /// The description of the body, and an example; `None` if there is no body.
    pub(crate) question: Option<(Description, Value)>,
    /// The description of the answer, or of each of its lines.
    pub(crate) answer: Description,
    pub(crate) work: Work,
}

/// The beginning of all paths of the API, with its version.
pub(crate) const PREFIX: &str = "/api/v1/";

/// All routes of the API.
pub(crate) static ROUTES: LazyLock<Vec<Route>> = LazyLock::new(api::routes);

/// Parses a request body.
fn read<Q: DeserializeOwned>(body: &[u8]) -> Result<Q, Fault> {
    Ok(serde_json::from_slice(body)?)
}

/// Calls a function with the question in a body, and writes its answer.
fn answer_by<Q, A>(work: fn(&App, Q, &Stop) -> Result<A, Fault>) -> Answer
where
    Q: DeserializeOwned + 'static,
    A: Serialize + 'static,
{
    Box::new(move |app, body, stop| Ok(reply::line(&work(app, read(body)?, stop)?)))
}

impl Route {
    pub(crate) fn told<A: ToSchema>(
        name: &'static str,
        summary: &'static str,
        work: fn(&App) -> Vec<u8>,
    ) -> Self {
        Self { name, summary, question: None, answer: reference::<A>, work: Work::Told(work) }
    }

    /// Returns the route of the description itself.
    pub(crate) fn document(name: &'static str) -> Self {
        let summary = "This document";
        let answer: Description = |_| serde_json::json!({ "type": "object" });
        Self { name, summary, question: None, answer, work: Work::Told(|_| DOCUMENT.clone().into_bytes()) }
    }

    pub(crate) fn quick<Q, A>(
        name: &'static str,
        summary: &'static str,
        example: Value,
        work: fn(&App, Q, &Stop) -> Result<A, Fault>,
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
        work: fn(&App, Q, &Stop) -> Result<A, Fault>,
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
        begin: fn(&App, Q) -> Result<Lines, Fault>,
    ) -> Self
    where
        Q: DeserializeOwned + ToSchema + 'static,
        A: ToSchema,
    {
        let question: Option<(Description, Value)> = Some((reference::<Q>, example));
        let work = Work::Lines(Box::new(move |app, body| begin(app, read(body)?)));
        Self { name, summary, question, answer: reference::<A>, work }
    }
}

/// Answers any request.
pub(crate) async fn answer(app: Arc<App>, request: Request<Incoming>) -> Result<Reply, Infallible> {
    let allowed = allowed(request.uri().path());
    let mut reply = match route(&app, request).await {
        Ok(reply) => reply,
        Err(fault) => {
            let mut reply = reply::fault(&fault);
            if let (StatusCode::METHOD_NOT_ALLOWED, Some(allowed)) = (fault.status, allowed) {
                reply.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
            }
            reply
        }
    };
    origin::add_headers(reply.headers_mut());
    Ok(reply)
}

/// Returns the API route at this path.
pub(crate) fn find(path: &str) -> Option<&'static Route> {
    let name = path.strip_prefix(PREFIX)?;
    ROUTES.iter().find(|route| route.name == name)
}

/// Returns the methods allowed for this path, or `None` if it does not exist.
fn allowed(path: &str) -> Option<&'static str> {
    match find(path) {
        Some(route) if route.question.is_some() => Some("POST"),
        Some(_) => Some("GET, HEAD"),
        None => assets::find(path).map(|_| "GET, HEAD"),
    }
}

async fn route(app: &Arc<App>, request: Request<Incoming>) -> Result<Reply, Fault> {
    app.hosts.check(&request)?;
    let path = request.uri().path();
    let allowed = allowed(path).ok_or_else(|| {
        let message = format!(
            "expected a path of this server, found `{path}`; {PREFIX}openapi.json lists the paths of the API"
        );
        Fault::new(StatusCode::NOT_FOUND, message)
    })?;
    let is_get = matches!(*request.method(), Method::GET | Method::HEAD);
    if is_get != allowed.starts_with("GET") || (!is_get && request.method() != Method::POST) {
        let found = format!("`{}`", request.method());
        return Err(Fault::expected(StatusCode::METHOD_NOT_ALLOWED, allowed, found));
    }
    let Some(route) = find(path) else { return Ok(asset(path)) };
    match &route.work {
        Work::Told(work) => Ok(reply::complete("application/json", work(app))),
        Work::Quick(work) => run(app, &app.quick, work, request).await,
        Work::Search(work) => run(app, &app.searches, work, request).await,
        Work::Lines(begin) => lines(app, begin(app, &body(app, request).await?)?).await,
    }
}

fn asset(path: &str) -> Reply {
    let asset = assets::find(path).expect("only a path that is allowed comes here");
    let mut reply = reply::complete(asset.kind, asset.text);
    // Another version of the program serves other pages at the same address.
    reply.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    reply
}

async fn run(
    app: &Arc<App>,
    jobs: &Jobs,
    work: &'static Answer,
    request: Request<Incoming>,
) -> Result<Reply, Fault> {
    let body = body(app, request).await?;
    let shared = Arc::clone(app);
    let object = jobs.run(app.bounds.search, move |stop| work(&shared, &body, stop)).await??;
    Ok(reply::complete("application/json", object))
}

/// Begins work that sends lines.
async fn lines(app: &Arc<App>, lines: Lines) -> Result<Reply, Fault> {
    let Lines { longest, places, work } = lines;
    let (begun, stop_on_drop) = app.searches.begin(longest).await?;
    let (sender, receiver) = mpsc::channel(places);
    let shared = Arc::clone(app);
    // The result is sent through the channel. A panic closes the channel, so that the last line is missing.
    drop(begun.spawn(move |stop| work(&shared, stop, &sender)));
    Ok(reply::lines(receiver, stop_on_drop))
}
/// Returns the body of a request, which must be JSON: a form on another site cannot send JSON without a
/// preflight request.
async fn body(app: &App, request: Request<Incoming>) -> Result<Bytes, Fault> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json")) {
        let (expected, found) = ("`application/json`", "content of another type");
        return Err(Fault::expected(StatusCode::UNSUPPORTED_MEDIA_TYPE, expected, found));
    }
    let most = app.bounds.body;
    let body = Limited::new(request.into_body(), most).collect();
    match time::timeout(app.bounds.arrival, body).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => {
            let expected = format!("at most {most} bytes");
            Err(Fault::expected(StatusCode::PAYLOAD_TOO_LARGE, expected, "more"))
        }
        Ok(Err(_)) => Err(Fault::new(StatusCode::BAD_REQUEST, "the request was interrupted")),
        Err(_) => {
            let seconds = app.bounds.arrival.as_secs();
            let message = format!("the request took more than {seconds} s to arrive");
            Err(Fault::new(StatusCode::REQUEST_TIMEOUT, message))
        }
    }
}
