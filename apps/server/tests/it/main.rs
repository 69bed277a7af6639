//! The server, by its answers to requests over HTTP. apps/page tests it in browsers.

mod api;
mod openapi;
#[path = "../support/mod.rs"]
mod support;
