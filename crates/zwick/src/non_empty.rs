//! A list with at least one item, so callers need not handle the empty case.

use std::ops::Deref;

use crate::game::Position;

/// A list that is never empty. It reads like a slice.
///
/// ```
/// use zwick::NonEmpty;
/// let moves = NonEmpty::new(vec![4, 3, 5]).expect("three are more than none");
/// assert_eq!((*moves.first(), moves.len()), (4, 3));
/// assert_eq!(NonEmpty::<u8>::new(Vec::new()), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NonEmpty<T>(Vec<T>);

impl<T> NonEmpty<T> {
    /// The list of these items; `None` if there are none.
    pub fn new(items: Vec<T>) -> Option<Self> {
        if items.is_empty() { None } else { Some(Self(items)) }
    }

    /// The first item, which always exists.
    pub fn first(&self) -> &T {
        &self.0[0]
    }

    /// Maps each item.
    #[must_use]
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> NonEmpty<U> {
        NonEmpty(self.0.into_iter().map(change).collect())
    }

    /// Maps each item by a function that can fail.
    ///
    /// # Errors
    /// The first failure.
    pub fn try_map<U, E>(self, change: impl FnMut(T) -> Result<U, E>) -> Result<NonEmpty<U>, E> {
        self.0.into_iter().map(change).collect::<Result<_, _>>().map(NonEmpty)
    }

    /// The same items sorted by key; equal ones keep their order.
    #[must_use]
    pub fn sorted_by_key<K: Ord>(mut self, key: impl FnMut(&T) -> K) -> Self {
        self.0.sort_by_key(key);
        self
    }

    /// The items as a plain list.
    pub fn into_vec(self) -> Vec<T> {
        self.0
    }
}

impl<M> NonEmpty<M> {
    /// The legal moves of a position; `None` if the game is over.
    pub fn moves_of<P: Position<Move = M>>(position: &P) -> Option<Self> {
        Self::new(position.legal_moves().collect())
    }
}

impl<T> Deref for NonEmpty<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}
