//! All requests of the API by name, their description, and their answers on the calling thread.

use std::sync::LazyLock;

use http::StatusCode;

use crate::api::{Activity, Api};
use crate::document::document;
use crate::fault::Fault;
use crate::requests;
use crate::route::{Line, Route, Work};
use crate::stop::Stop;

static ROUTES: LazyLock<Vec<Route>> = LazyLock::new(|| {
    let own = Route::document("openapi.json", |_| openapi().as_bytes().to_vec());
    [vec![own], requests::routes()].into_iter().flatten().collect()
});

static DOCUMENT: LazyLock<String> = LazyLock::new(|| document(&ROUTES));

/// Returns the description of the API in the format of OpenAPI 3.1.
#[must_use]
pub fn openapi() -> &'static str {
    &DOCUMENT
}

/// Returns all requests of the API.
#[must_use]
pub fn routes() -> &'static [Route] {
    &ROUTES
}

/// Returns the request with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Route> {
    ROUTES.iter().find(|route| route.name == name)
}

impl Api {
    /// Returns the answer to a request on the calling thread. An answer of lines is empty: its lines are passed to
    /// `send` while the work runs.
    ///
    /// # Errors
    /// A [`Fault`] with status 404 if no request has this name; otherwise with the reason why it is not answered.
    pub fn answer(&self, name: &str, body: &[u8], send: &dyn Fn(Line)) -> Result<Vec<u8>, Fault> {
        let Some(route) = find(name) else {
            let message = format!("expected the name of a request, found `{}`", name.escape_debug());
            return Err(Fault::new(StatusCode::NOT_FOUND, message));
        };
        match &route.work {
            Work::WithoutQuestion(work) => Ok(work(Activity::default())),
            Work::Quick(work) | Work::Search(work) => work(self, body, &Stop::after(self.limits.search)),
            Work::Lines(begin) => {
                let lines = begin(self, body)?;
                (lines.work)(self, &Stop::after(lines.longest), send);
                Ok(Vec::new())
            }
        }
    }
}
