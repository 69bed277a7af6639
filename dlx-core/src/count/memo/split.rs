//! Whether a node is looked at for parts: always at the first one that branches, and further down while it pays.

/// Looks after which it is decided whether they pay.
const LOOKS: u32 = 256;
/// Every so many nodes are looked at where it does not pay, and this many looks are then enough.
const SELDOM: u32 = 64;
const FEW_LOOKS: u32 = 32;
/// Looks pay if one of so many finds parts.
const ONE_OF: u32 = 20;

#[derive(Clone, Debug)]
pub(super) struct Splitting {
    pays: bool,
    looks: u32,
    found: u32,
    passed: u32,
}

impl Splitting {
    pub(super) fn new() -> Self {
        Self { pays: true, looks: 0, found: 0, passed: 0 }
    }

    /// Whether this node is to be looked at.
    #[inline(always)]
    pub(super) fn is_due(&mut self) -> bool {
        self.passed += u32::from(!self.pays);
        self.pays || self.passed >= SELDOM
    }

    /// Notes what a look has found.
    pub(super) fn note(&mut self, has_parts: bool) {
        self.passed = 0;
        self.looks += 1;
        self.found += u32::from(has_parts);
        if self.looks >= if self.pays { LOOKS } else { FEW_LOOKS } {
            self.pays = self.found * ONE_OF > self.looks;
            (self.looks, self.found) = (0, 0);
        }
    }
}
