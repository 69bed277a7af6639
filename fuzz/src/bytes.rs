//! Choices taken from the bytes of a case. After the last byte every choice is 0, so each prefix of a case is
//! a case too.

pub(crate) struct Bytes<'d> {
    rest: &'d [u8],
}

impl<'d> Bytes<'d> {
    pub(crate) fn new(data: &'d [u8]) -> Self {
        Self { rest: data }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        first
    }

    /// Returns a number below the limit, which is 1 to 256.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        usize::from(self.byte()) % limit
    }

    /// Returns an element of a list that is not empty.
    pub(crate) fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    pub(crate) fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }
}
