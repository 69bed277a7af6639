//! The routes: static files and API requests.

use std::convert::Infallible;
use std::sync::Arc;

use dlx_api::{Activity, Answer, Api, Fault, Line, Lines, Route, Work};
use dlx_page::Site;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{ALLOW, CONTENT_TYPE, HeaderValue};
use hyper::{Method, Request, StatusCode};
use tokio::sync::mpsc;
use tokio::time;

use crate::bounds::Bounds;
use crate::jobs::Jobs;
use crate::origin::{self, OwnHosts};
use crate::page;
use crate::reply::{self, Reply};

/// The state shared by all requests.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) hosts: OwnHosts,
    /// Jobs that may take long.
    pub(crate) searches: Jobs,
    /// Jobs whose work is limited by the size of the request, so that the page works while searches run.
    pub(crate) quick: Jobs,
    pub(crate) api: Api,
    pub(crate) bounds: Bounds,
}

/// The beginning of all paths of the API, with its version.
const PREFIX: &str = "/api/v1/";

/// What is at a path.
enum Place {
    /// An API request.
    Api(&'static Route),
    /// A file of the page.
    File(Arc<Site>),
}

impl Place {
    fn find(path: &str) -> Result<Self, Fault> {
        if let Some(route) = path.strip_prefix(PREFIX).and_then(dlx_api::find) {
            return Ok(Self::Api(route));
        }
        let site = dlx_page::served(path).map_err(|error| {
            let message = format!("internal error: cannot read the files of the page: {error}");
            Fault::new(StatusCode::INTERNAL_SERVER_ERROR, message)
        })?;
        if site.find(path).is_some() {
            return Ok(Self::File(site));
        }
        let message = format!(
            "expected a path of this server, found `{path}`; {PREFIX}openapi.json lists the paths of the API"
        );
        Err(Fault::new(StatusCode::NOT_FOUND, message))
    }

    /// Returns the methods it allows.
    fn allowed(&self) -> &'static str {
        match self {
            Self::Api(route) if route.has_body() => "POST",
            Self::Api(_) | Self::File(_) => "GET, HEAD",
        }
    }
}

/// Answers any request.
pub(crate) async fn answer(app: Arc<App>, request: Request<Incoming>) -> Result<Reply, Infallible> {
    let mut reply = match route(&app, request).await {
        Ok(reply) => reply,
        Err(fault) => reply::fault(&fault),
    };
    origin::add_headers(reply.headers_mut());
    Ok(reply)
}

async fn route(app: &Arc<App>, request: Request<Incoming>) -> Result<Reply, Fault> {
    app.hosts.check(&request)?;
    let path = request.uri().path();
    let place = Place::find(path)?;
    let allowed = place.allowed();
    let is_get = matches!(*request.method(), Method::GET | Method::HEAD);
    if is_get != allowed.starts_with("GET") || (!is_get && request.method() != Method::POST) {
        let found = format!("`{}`", request.method());
        let fault = Fault::expected(StatusCode::METHOD_NOT_ALLOWED, allowed, found);
        let mut reply = reply::fault(&fault);
        reply.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
        return Ok(reply);
    }
    let route = match place {
        Place::Api(route) => route,
        Place::File(site) => {
            let asset = site.find(path).expect("the place was found by its path");
            return Ok(page::answer(&site, asset, request.headers()));
        }
    };
    match &route.work {
        Work::WithoutQuestion(work) => Ok(page::without_question(work(activity(app)), request.headers())),
        Work::Quick(work) => run(app, &app.quick, work, body(app, request).await?).await,
        Work::Search(work) => run(app, &app.searches, work, body(app, request).await?).await,
        Work::Lines(begin) => {
            let body = body(app, request).await?;
            lines(app, begin(&app.api, &body)?).await
        }
    }
}

fn activity(app: &App) -> Activity {
    Activity { running: app.searches.running(), waiting: app.searches.waiting(), most: app.bounds.searches }
}

async fn run(app: &Arc<App>, jobs: &Jobs, work: &'static Answer, body: Bytes) -> Result<Reply, Fault> {
    let shared = Arc::clone(app);
    let object = jobs.run(app.bounds.search, move |stop| work(&shared.api, &body, stop)).await??;
    Ok(reply::complete("application/json", object))
}

/// Begins work that sends lines.
async fn lines(app: &Arc<App>, lines: Lines) -> Result<Reply, Fault> {
    let Lines { longest, places, work } = lines;
    let (begun, stop_on_drop) = app.searches.begin(longest).await?;
    let (sender, receiver) = mpsc::channel(places);
    let shared = Arc::clone(app);
    // The result is sent through the channel. A panic closes the channel, so that the last line is missing.
    drop(begun.spawn(move |stop| {
        work(&shared.api, stop, &|line| send(&sender, line));
    }));
    Ok(reply::lines(receiver, stop_on_drop))
}

/// Queues a line. It never waits, because a client that does not read would block the worker: progress is dropped
/// unless a place is left for the last line.
fn send(lines: &mpsc::Sender<Bytes>, line: Line) {
    let bytes = match line {
        Line::Progress(_) if lines.capacity() <= 1 => return,
        Line::Progress(bytes) | Line::Result(bytes) => bytes,
    };
    // This fails only if the client has gone.
    lines.try_send(bytes.into()).ok();
}

/// Returns the body of a request. It must be JSON: a form on another site cannot send JSON without a preflight request.
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
