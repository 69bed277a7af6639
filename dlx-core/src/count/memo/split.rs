//! Whether a node is looked at for parts: always at the first one that branches, and further down while it pays.

/// When nodes are looked at for parts that share no option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Splits {
    /// Never.
    Never,
    /// At the first node that branches.
    Root,
    /// There, and below as long as parts are found often enough.
    WhilePaying,
}

/// Looks after which it is decided whether they pay.
const LOOKS: u32 = 256;
/// Every so many nodes are looked at where it does not pay, and this many looks are then enough.
const SELDOM: u32 = 64;
const FEW_LOOKS: u32 = 32;
/// Looks pay if one of so many finds parts.
const ONE_OF: u32 = 20;

#[derive(Clone, Debug)]
pub(super) struct Splitting {
    splits: Splits,
    has_begun: bool,
    pays: bool,
    looks: u32,
    found: u32,
    passed: u32,
}

impl Splitting {
    pub(super) fn new(splits: Splits) -> Self {
        Self { splits, has_begun: false, pays: true, looks: 0, found: 0, passed: 0 }
    }

    pub(super) fn splits(&self) -> Splits {
        self.splits
    }

    /// Whether this node is to be looked at.
    #[inline(always)]
    pub(super) fn is_due(&mut self) -> bool {
        match self.splits {
            Splits::Never => false,
            Splits::Root => !self.has_begun,
            Splits::WhilePaying if self.pays => true,
            Splits::WhilePaying => {
                self.passed += 1;
                self.passed >= SELDOM
            }
        }
    }

    /// Notes what a look has found.
    pub(super) fn note(&mut self, has_parts: bool) {
        self.has_begun = true;
        self.passed = 0;
        self.looks += 1;
        self.found += u32::from(has_parts);
        if self.looks >= if self.pays { LOOKS } else { FEW_LOOKS } {
            self.pays = self.found * ONE_OF > self.looks;
            (self.looks, self.found) = (0, 0);
        }
    }
}
