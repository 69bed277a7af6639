//! The numbers of items and options, as in dlx-core.

#[path = "../../src/problem/ids.rs"]
pub(crate) mod ids;

#[path = "../../src/problem/decimal.rs"]
pub(crate) mod decimal;
