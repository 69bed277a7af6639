//! The options that are forced in one round, each once.

/// A list of live options that is filled again in each round.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    /// By option, the round in which it was listed last.
    listed: Vec<u64>,
    round: u64,
    /// The list, and room for what is not kept.
    numbers: Vec<u16>,
    length: usize,
}

impl Batch {
    /// An empty list, for a problem with so many live options.
    pub(super) fn for_options(count: usize) -> Self {
        Self { listed: vec![0; count], round: 0, numbers: vec![0; count + 1], length: 0 }
    }

    /// Empties the list.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.round += 1;
        self.length = 0;
    }

    /// Lists an option, if it is not listed. Without a branch, as none would be foreseen.
    #[inline(always)]
    pub(super) fn insert(&mut self, number: u16) {
        let listed = &mut self.listed[usize::from(number)];
        self.numbers[self.length] = number;
        self.length += usize::from(*listed != self.round);
        *listed = self.round;
    }

    #[inline(always)]
    pub(super) fn numbers(&self) -> &[u16] {
        &self.numbers[..self.length]
    }
}
