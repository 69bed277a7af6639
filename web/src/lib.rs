//! Sudoku as a page in the browser: a server on the loopback address, and everything that it serves.
//!
//! ```no_run
//! let server = dlx_web::Server::bind(8729)?;
//! println!("http://{}/", server.address());
//! server.run(|| false)?;
//! # Ok::<(), dlx_web::ServeError>(())
//! ```
//!
//! The page holds no rule of Sudoku and the server no algorithm: the page asks, the server calls `sudoku-cover` and
//! `dlx-core`. Nothing is fetched from elsewhere, nothing is stored here, and only requests of
//! this machine are answered. `/api/openapi.json` says what can be asked.
//!
//! A search runs on a thread of its own, as many as the machine has cores at once; others wait, some more are turned
//! away. It stops when its client goes, when its time is over, and when the server stops.

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
mod fault;
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
