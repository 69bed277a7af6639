//! The number of covers that contain each option: one pass up, which counts the covers below each node, and
//! one pass down, which counts the paths to it.

use num_bigint::BigUint;

use super::{Diagram, NodeId, NodeKind};
use crate::count::number::{Number, Overflow};

impl Diagram {
    /// Returns for each option the number of covers that contain it.
    ///
    /// ```
    /// use dlx_core::{Diagram, Givens, Limits};
    /// use dlx_instances::{dominoes, region::Region};
    ///
    /// // Four dominoes fit into a square of 2 by 2 cells, each of them into one of the two coverings.
    /// let problem = dominoes::problem(&Region::rectangle(2, 2)?)?;
    /// let diagram = Diagram::compile(&problem, Givens::none(), &mut Limits::none())?;
    /// assert_eq!(diagram.marginals(), [1u32.into(), 1u32.into(), 1u32.into(), 1u32.into()]);
    /// assert_eq!(diagram.probabilities(), [0.5; 4]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Complexity
    /// Linear in the nodes; holds a number for each of them, as wide as that of [`count`](Self::count).
    #[must_use]
    pub fn marginals(&self) -> Vec<BigUint> {
        self.counts().marginals(self)
    }

    /// Returns for each option the probability that a cover contains it, if all covers are equally likely; 0
    /// for all options if there is no cover. Exact to 2^-53.
    ///
    /// # Complexity
    /// That of [`marginals`](Self::marginals), and a division for each option.
    #[must_use]
    pub fn probabilities(&self) -> Vec<f64> {
        let all = self.count();
        let part = |marginal: BigUint| {
            if marginal < all {
                digits_to_f64(marginal.share(&all))
            } else {
                f64::from(u8::from(all != BigUint::ZERO))
            }
        };
        self.marginals().into_iter().map(part).collect()
    }
}

/// Returns the number below 1 with these 64 binary digits.
fn digits_to_f64(digits: u64) -> f64 {
    let half = |word: u64| f64::from(u32::try_from(word).expect("half of 64 bits"));
    let scale = f64::from(u32::MAX) + 1.0;
    (half(digits >> 32) + half(digits & u64::from(u32::MAX)) / scale) / scale
}

/// Returns the marginals in numbers of the width of the counts.
///
/// They fit, as none exceeds the number of all covers, nor does any intermediate number: below a node, the
/// covers times the paths to it are distinct covers of the whole.
pub(super) fn marginals<N: Number>(diagram: &Diagram, counts: &[N]) -> Vec<BigUint> {
    let widened = |Overflow| {
        // Only a diagram from a forged file gets here.
        let counts: Vec<BigUint> = counts.iter().map(Number::to_big).collect();
        try_marginals(diagram, &counts).unwrap_or_default()
    };
    match try_marginals(diagram, counts) {
        Ok(marginals) => marginals.iter().map(Number::to_big).collect(),
        Err(overflow) => widened(overflow),
    }
}

fn try_marginals<N: Number>(diagram: &Diagram, counts: &[N]) -> Result<Vec<N>, Overflow> {
    let mut marginals = vec![N::default(); diagram.problem.option_count()];
    let mut ways = vec![N::default(); diagram.nodes.len()];
    ways[diagram.root.index()] = N::from_word(1);
    for (node, kind) in diagram.inner().rev() {
        let above = std::mem::take(&mut ways[node.index()]);
        let mut come = |child: NodeId, more: &N| -> Result<(), Overflow> {
            // The terminals are reached more often than there are covers, and nothing needs their number.
            if !child.is_terminal() {
                ways[child.index()] = ways[child.index()].plus(more)?;
            }
            Ok(())
        };
        match kind {
            NodeKind::Branch { option, lo, hi } => {
                come(lo, &above)?;
                come(hi, &above)?;
                let marginal = &mut marginals[option.index()];
                *marginal = marginal.plus(&above.times(&counts[hi.index()])?)?;
            }
            NodeKind::Product(one, other) => {
                come(one, &above.times(&counts[other.index()])?)?;
                come(other, &above.times(&counts[one.index()])?)?;
            }
        }
    }
    Ok(marginals)
}
