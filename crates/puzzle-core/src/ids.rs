//! Ids are newtypes over `u32`, so that an aspect is never taken for an embedding.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
        pub struct $name(pub u32);

        impl $name {
            /// The id of the thing at `index`; tables are bounded far below `u32::MAX`.
            #[inline]
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("tables hold fewer than 2^32 entries"))
            }

            /// The position in a table.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// An aspect: something to be covered, such as a cell or a piece (also: item, column).
    AspectId
}
id! {
    /// An embedding: a set of aspects that can be covered together, such as a placement of a
    /// piece (also: option, row). Ids are positions in one puzzle; see
    /// [`AbstractPuzzle::number`](crate::AbstractPuzzle::number) for the number shown to users.
    EmbeddingId
}
