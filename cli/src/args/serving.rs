//! The arguments of the page in the browser.

use clap::Args;

/// The port if none is asked for.
const PORT: u16 = 8729;

/// Where the page is served.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct SudokuServe {
    /// The port to listen on, on 127.0.0.1; 0 takes any that is free
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    pub(crate) port: u16,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
}

pub(crate) const HELP: &str = "\
Examples:
  dlx sudoku serve --open           the page in the browser
  dlx sudoku serve --port 0         any free port, which is printed

Listening:
On 127.0.0.1 alone, so no other machine can reach it. The address is printed once it answers. The page and
all that it needs are in this program; nothing is fetched from elsewhere, and no puzzle leaves this machine. What
programs can ask besides is described at /api/openapi.json.

Stopping:
Ctrl-C stops it. Searches end, and answers that are under way are sent. At most as many searches run at once as the
machine has cores, and closing the page ends its own.

Exit codes:
    0  stopped by Ctrl-C
    2  wrong usage
    3  the port cannot be had";
