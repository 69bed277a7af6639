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

pub(super) const HELP: &str = "\
It listens on 127.0.0.1 alone: nobody else on the network can reach it. The page and all that it needs are in this
program; nothing is fetched from elsewhere, and no puzzle leaves this machine. The address is printed once it answers.
Ctrl-C stops it: searches end, answers under way are sent.

At most as many searches run at once as the machine has cores; closing the page ends its own. What can be asked
besides is described at /api/openapi.json.

Examples:
  dlx sudoku serve --open           the page in the browser
  dlx sudoku serve --port 0         any free port, which is printed
  curl -s 127.0.0.1:8729/api/candidates -H content-type:application/json \\
    -d '{\"board\":{\"side\":4},\"givens\":[1,0,0,0, 0,0,2,0, 0,3,0,0, 0,0,0,4]}'

Exit codes:
    0  stopped by Ctrl-C
    2  wrong usage
    3  the port cannot be had";
