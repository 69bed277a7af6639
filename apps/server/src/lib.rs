//! Sudoku as a web page: a server on the loopback address, with the pages and an API.
//!
//! ```no_run
//! let server = dlx_web::Server::bind(8729)?;
//! println!("http://{}/", server.address());
//! server.run(|| false)?;
//! # Ok::<(), dlx_web::ServeError>(())
//! ```
//!
//! Neither the page nor the server has algorithms: the page sends requests, which `dlx-api` answers. The page itself
//! only compares the digits of a board within its houses, for which it asks once. The page loads nothing from other
//! hosts, the server stores nothing, and only requests of this machine are answered. `/api/v1/openapi.json` describes the API.
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

mod bounds;
mod jobs;
mod origin;
mod page;
mod reply;
mod routes;
mod server;

pub use bounds::Bounds;
pub use server::{ServeError, Server};
