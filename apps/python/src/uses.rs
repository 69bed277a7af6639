//! The uses of options, read from the user's objects.

use dlx_core::ItemId;
use hashbrown::HashMap;
use pyo3::Borrowed;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

/// An item of an option, its color, and its weight.
pub(crate) type Use = (usize, Option<String>, u32);

/// Number of options that are read between two checks for Python signals.
const OPTIONS_BETWEEN_SIGNALS: usize = 1 << 14;

/// The uses of all options. Items are numbers.
#[pyclass(frozen, module = "excover._excover")]
#[derive(Default)]
pub(crate) struct Uses {
    /// The items of the options without colors and weights, one option after the other.
    items: Vec<ItemId>,
    /// By option: the end of its items.
    ends: Vec<usize>,
    /// The options with colors or weights, in ascending order.
    others: Vec<(usize, Vec<Use>)>,
}

#[pymethods]
impl Uses {
    /// Reads options from the user's objects. The index has the number of each item. The function returns the uses of an
    /// option that contains something else than items, or raises the exception for it.
    #[new]
    fn new(
        contents: &Bound<'_, PyList>,
        index: &Bound<'_, PyDict>,
        uses_of: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let items = Items::of(index)?;
        let mut uses = Self { ends: Vec::with_capacity(contents.len()), ..Self::default() };
        for (option, entries) in contents.iter().enumerate() {
            if option % OPTIONS_BETWEEN_SIGNALS == OPTIONS_BETWEEN_SIGNALS - 1 {
                contents.py().check_signals()?;
            }
            let start = uses.items.len();
            for entry in members(&entries)?.iter_borrowed() {
                if let Some(item) = items.find(entry)? {
                    uses.items.push(item);
                } else {
                    uses.items.truncate(start);
                    uses.others.push((option, uses_of.call1((option,))?.extract()?));
                    break;
                }
            }
            uses.ends.push(uses.items.len());
        }
        Ok(uses)
    }
}

impl Uses {
    /// Returns the uses of each option, divided into items and other uses, of which one is empty.
    pub(crate) fn options(&self) -> impl Iterator<Item = (&[ItemId], &[Use])> {
        let mut others = self.others.iter().peekable();
        let mut start = 0;
        self.ends.iter().enumerate().map(move |(option, &end)| {
            let items = &self.items[start..end];
            start = end;
            let uses = others.next_if(|&&(other, _)| other == option);
            (items, uses.map_or(&[][..], |(_, uses)| uses))
        })
    }
}

/// Returns the members of an option. A tuple lends them, while a list would hand out references that are counted.
fn members<'py>(option: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    if let Ok(tuple) = option.cast_exact::<PyTuple>() {
        Ok(tuple.clone())
    } else if let Ok(list) = option.cast_exact::<PyList>() {
        Ok(list.to_tuple())
    } else {
        Ok(option.py().get_type::<PyTuple>().call1((option,))?.cast_into()?)
    }
}

/// The items of a problem, to find the number of one of them.
struct Items<'a, 'py> {
    index: &'a Bound<'py, PyDict>,
    /// The numbers of the objects in the index by their addresses: most options repeat these objects, which need not be
    /// hashed and compared then.
    numbers: HashMap<usize, ItemId>,
}

impl<'a, 'py> Items<'a, 'py> {
    fn of(index: &'a Bound<'py, PyDict>) -> PyResult<Self> {
        let number = |(item, number): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            Ok((item.as_ptr().addr(), ItemId::new(number.extract()?)))
        };
        Ok(Self { index, numbers: index.iter().map(number).collect::<PyResult<_>>()? })
    }

    /// Returns the number of an item, or `None` if the object is not an item.
    fn find(&self, thing: Borrowed<'_, 'py, PyAny>) -> PyResult<Option<ItemId>> {
        if let Some(&item) = self.numbers.get(&thing.as_ptr().addr()) {
            return Ok(Some(item));
        }
        match self.index.get_item(thing) {
            Ok(number) => number.map(|number| Ok(ItemId::new(number.extract()?))).transpose(),
            // The object is not hashable.
            Err(error) if error.is_instance_of::<PyTypeError>(thing.py()) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
