//! The public API of dlx-core: known answers, properties of random problems, faults, stopping.

mod best;
#[path = "../corpus/mod.rs"]
mod corpus;
mod estimates;
#[cfg(feature = "json")]
mod faults;
#[cfg(feature = "json")]
mod format_faults;
#[cfg(feature = "json")]
mod formats;
mod lint;
mod literature;
#[path = "../naive/mod.rs"]
mod naive;
mod peer_faults;
mod query;
#[path = "../random/mod.rs"]
mod random;
mod recount;
mod reduction;
mod stopping;
mod testdata;
mod why;
mod work;

// The shared modules take these names from their parent, as other programs include them too.
use dlx_core::text::knuth;
use dlx_core::{Bounds, Color, Cover, ItemKind, OptionId, Problem};
