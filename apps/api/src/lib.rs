//! The requests of the Sudoku page: each one is a body of JSON and has an answer of JSON.
//!
//! ```
//! let api = dlx_api::Api::default();
//! let body = br#"{ "board": { "side": 4 }, "givens": [1,0,0,0, 0,0,2,0, 0,3,0,0, 0,0,0,4] }"#;
//! let answer = api.answer("solve", body, &|_| ()).expect("the puzzle is valid");
//! assert!(answer.starts_with(br#"{"status":"unique""#));
//! ```
//!
//! This crate knows no network and no threads: `dlx-web` answers requests over HTTP, and `dlx-wasm` in a browser.
//! [`openapi`] describes all requests.

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
mod decoration;
mod document;
mod fault;
mod forms;
mod requests;
mod route;
mod routes;
pub mod schemas;
mod solvers;
mod stop;
mod wire;

pub use api::{Activity, Api, TimeLimits};
pub use fault::Fault;
pub use http::StatusCode;
pub use route::{Answer, Begin, Line, Lines, Route, SendLines, Work};
pub use routes::{find, openapi, routes};
pub use stop::Stop;
