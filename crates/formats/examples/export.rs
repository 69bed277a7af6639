//! Writing a problem for other solvers: the seven-item example as a CNF for SAT solvers, for pseudo-Boolean solvers,
//! and for integer programming, and in Knuth's format, which this library and the command `dlx` read.
//!
//! Run it with `cargo run --release -p dlx-formats --example export`.

use dlx_core::Problem;
use dlx_core::text::knuth;
use dlx_formats::cnf::{self, AtMostOne};
use dlx_formats::{lp, mps, opb};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let problem = Problem::builder()
        .primary(["a", "b", "c", "d", "e", "f", "g"])
        .option(["c", "e"])
        .option(["a", "d", "g"])
        .option(["b", "c", "f"])
        .option(["a", "d", "f"])
        .option(["b", "g"])
        .option(["d", "e", "g"])
        .build()?;
    let mut output = std::io::stdout().lock();
    knuth::write(&problem, &mut output)?;
    cnf::write(&problem, AtMostOne::Pairwise, 1000, &mut output)?;
    opb::write(&problem, &mut output)?;
    lp::write(&problem, &mut output)?;
    mps::write(&problem, &mut output)?;
    Ok(())
}
