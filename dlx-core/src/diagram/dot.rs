//! A drawing of a diagram, for Graphviz.

use std::io::{self, Write};

use super::{Diagram, NodeId, NodeKind};

impl Diagram {
    /// Writes the diagram as a graph in the DOT language of Graphviz: a branch is its option, with a solid
    /// line to the covers with it and a dashed one to those without; a product is a box; the empty cover is
    /// `1`; lines to "no cover" are left out.
    ///
    /// The text has about 60 bytes and the items of an option for each node. `dot` draws a few hundred nodes
    /// well, and does not finish with a hundred thousand.
    ///
    /// # Errors
    /// An output that fails.
    pub fn write_dot(&self, mut output: impl Write) -> io::Result<()> {
        writeln!(output, "digraph covers {{")?;
        writeln!(
            output,
            "  {} [shape=plaintext, label=\"{}\"];",
            self.root.0.min(1),
            u8::from(!self.is_empty())
        )?;
        for (NodeId(node), kind) in self.inner() {
            match kind {
                NodeKind::Branch { option, lo, hi } => {
                    let label = quoted(&self.problem.display_option(option).to_string());
                    writeln!(output, "  {node} [label=\"{label}\"];")?;
                    writeln!(output, "  {node} -> {};", hi.0)?;
                    if lo != NodeId::NONE {
                        writeln!(output, "  {node} -> {} [style=dashed];", lo.0)?;
                    }
                }
                NodeKind::Product(one, other) => {
                    writeln!(output, "  {node} [shape=box, label=\"\u{d7}\"];")?;
                    writeln!(output, "  {node} -> {{ {} {} }};", one.0, other.0)?;
                }
            }
        }
        writeln!(output, "}}")?;
        output.flush()
    }
}

/// Returns the text as it is written between the quotes of a label.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
