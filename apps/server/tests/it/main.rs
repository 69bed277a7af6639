//! The server, by its answers to requests over HTTP. `browser` and `paint` are programs of their own.

mod api;
mod openapi;
#[path = "../support/mod.rs"]
mod support;
