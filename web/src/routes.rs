//! The routes: static files and API requests.

use std::convert::Infallible;
use std::sync::Arc;

use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use hyper::{Method, Request, StatusCode};
use tokio::time;

use crate::api;
use crate::assets;
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
type Answer = fn(&App, &[u8], &Stop) -> Result<Vec<u8>, Fault>;

/// The way in which a request is answered.
#[derive(Clone, Copy)]
pub(crate) enum Route {
    /// With the API description.
    Document,
    /// With the numbers of running and waiting searches.
    Status,
    /// With work limited by the size of the request.
    Quick(Answer),
    /// With work that may take long.
    Search(Answer),
    /// With the techniques.
    Techniques,
    /// With lines of numbers until the count is finished.
    Count,
    /// With a line of steps for each technique.
    Steps,
}

/// All routes of the API.
pub(crate) const ROUTES: &[(&str, Route)] = &[
    ("/api/openapi.json", Route::Document),
    ("/api/status", Route::Status),
    ("/api/techniques", Route::Techniques),
    ("/api/board", Route::Quick(api::board::board)),
    ("/api/check", Route::Quick(api::board::check)),
    ("/api/candidates", Route::Quick(api::board::candidates)),
    ("/api/parse", Route::Quick(api::parse::parse)),
    ("/api/export", Route::Quick(api::parse::export)),
    ("/api/solve", Route::Search(api::solve::solve)),
    ("/api/hint", Route::Search(api::explain::hint)),
    ("/api/steps", Route::Steps),
    ("/api/explain", Route::Search(api::explain::explain)),
    ("/api/rate", Route::Search(api::explain::rate)),
    ("/api/problem", Route::Search(api::problem::problem)),
    ("/api/generate", Route::Search(api::generate::generate)),
    ("/api/count", Route::Count),
];

/// The description of the API.
pub(crate) const DOCUMENT: &str = include_str!("openapi.json");

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
fn find(path: &str) -> Option<Route> {
    ROUTES.iter().find(|(known, _)| *known == path).map(|&(_, route)| route)
}

/// Returns the methods allowed for this path, or `None` if it does not exist.
fn allowed(path: &str) -> Option<&'static str> {
    match find(path) {
        Some(Route::Document | Route::Status | Route::Techniques) => Some("GET, HEAD"),
        Some(Route::Quick(_) | Route::Search(_) | Route::Count | Route::Steps) => Some("POST"),
        None => assets::find(path).map(|_| "GET, HEAD"),
    }
}

async fn route(app: &Arc<App>, request: Request<Incoming>) -> Result<Reply, Fault> {
    app.hosts.check(&request)?;
    let path = request.uri().path();
    let allowed = allowed(path).ok_or_else(|| {
        let message = format!(
            "expected a path of this server, found `{path}`; /api/openapi.json lists the paths of the API"
        );
        Fault::new(StatusCode::NOT_FOUND, message)
    })?;
    let is_get = matches!(*request.method(), Method::GET | Method::HEAD);
    if is_get != allowed.starts_with("GET") || (!is_get && request.method() != Method::POST) {
        let found = format!("`{}`", request.method());
        return Err(Fault::expected(StatusCode::METHOD_NOT_ALLOWED, allowed, found));
    }
    match find(path) {
        None => Ok(asset(path)),
        Some(Route::Document) => Ok(reply::complete("application/json", DOCUMENT)),
        Some(Route::Status) => Ok(reply::complete("application/json", api::status(app))),
        Some(Route::Techniques) => Ok(reply::complete("application/json", api::techniques::techniques())),
        Some(Route::Quick(work)) => run(app, &app.quick, work, request).await,
        Some(Route::Search(work)) => run(app, &app.searches, work, request).await,
        Some(Route::Count) => api::count::count(app, body(app, request).await?).await,
        Some(Route::Steps) => api::steps::steps(app, body(app, request).await?).await,
    }
}

fn asset(path: &str) -> Reply {
    let asset = assets::find(path).expect("only a path that is allowed comes here");
    let mut reply = reply::complete(asset.kind, asset.text);
    // Another version of the program serves other pages at the same address.
    reply.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    reply
}

async fn run(app: &Arc<App>, jobs: &Jobs, work: Answer, request: Request<Incoming>) -> Result<Reply, Fault> {
    let body = body(app, request).await?;
    let shared = Arc::clone(app);
    let object = jobs.run(app.bounds.search, move |stop| work(&shared, &body, stop)).await??;
    Ok(reply::complete("application/json", object))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_has_every_question_and_no_other() {
        let document: serde_json::Value = serde_json::from_str(DOCUMENT).expect("it is JSON");
        let paths = document["paths"].as_object().expect("it has paths");
        let mut described: Vec<&str> = paths.keys().map(String::as_str).collect();
        let mut known: Vec<&str> = ROUTES.iter().map(|&(path, _)| path).collect();
        described.sort_unstable();
        known.sort_unstable();
        assert_eq!(described, known);
    }
}
