//! Sudoku as a web page: a server on the loopback address, with the pages and an API.
//!
//! ```no_run
//! let server = dlx_web::Server::bind(8729)?;
//! println!("http://{}/", server.address());
//! server.run(|| false)?;
//! # Ok::<(), dlx_web::ServeError>(())
//! ```
//!
//! The page does not implement the rules of Sudoku and the server no algorithms: the page sends requests, and
//! the server calls `sudoku-cover` and `dlx-core`. The page loads nothing from other hosts, the server stores
//! nothing, and only requests of this machine are answered. `/api/v1/openapi.json` describes the API.
//!
//! Each search runs on a thread of its own. As many searches as the machine has cores run at once, a limited
//! number waits, and further ones are rejected. A search stops when its client disconnects, at its time
//! limit, and when the server stops.

#![forbid(unsafe_code)]
#![warn(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::cast_possible_truncation
)]

mod api;
mod assets;
mod direct;
mod document;
mod fault;
mod forms;
mod jobs;
mod origin;
mod reply;
mod routes;
mod server;
mod solvers;
mod wire;

#[doc(hidden)]
pub use direct::Direct;
pub use server::{Bounds, ServeError, Server};

/// Returns the description of the API in the format of OpenAPI 3.1, which `/api/v1/openapi.json` answers.
#[must_use]
pub fn openapi() -> &'static str {
    &document::DOCUMENT
}
