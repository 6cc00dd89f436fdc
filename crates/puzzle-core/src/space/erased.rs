//! Spaces of any width, and what is found in them.

use std::fmt;
use std::sync::Arc;

use super::StateSpace;

macro_rules! widths {
    ($($width:ident $key:ty, $bits:literal;)*) => {
        /// A state space in words of one of a few widths.
        #[derive(Clone)]
        pub enum Space {
            $(
                #[doc = concat!("Keys of ", $bits, " bits.")]
                $width(Arc<dyn StateSpace<Key = $key>>),
            )*
        }

        impl Space {
            /// How many bits a key has.
            pub fn bits(&self) -> usize {
                match self {
                    $(Space::$width(_) => $bits,)*
                }
            }
        }
    };
}

widths! {
    W64 u64, 64;
    W96 [u32; 3], 96;
    W128 u128, 128;
    W512 [u64; 8], 512;
    W1024 [u64; 16], 1024;
    W4096 [u64; 64], 4096;
    W65536 [u64; 1024], 65536;
}

/// Evaluates an expression with a [`StateSpace`], whatever its width.
#[macro_export]
macro_rules! with_space {
    ($erased:expr, $space:ident => $body:expr) => {
        $crate::with_space!(@ $erased, $space => $body, W64 W96 W128 W512 W1024 W4096 W65536)
    };
    (@ $erased:expr, $space:ident => $body:expr, $($width:ident)*) => {
        match $erased {
            $($crate::Space::$width(space) => {
                let $space = &**space;
                $body
            })*
        }
    };
}

impl fmt::Debug for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fingerprint = with_space!(self, space => space.fingerprint());
        write!(f, "Space({} bits, {fingerprint:016x})", self.bits())
    }
}

/// What a search found beside a path.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explored {
    /// How many states have each distance from the start, as far as levels are complete.
    pub levels: Vec<u64>,
    /// The same from the goals, if the search began there too.
    pub levels_back: Vec<u64>,
    /// A state that is furthest from the start, as [`StateSpace::describe`] tells it, if that was
    /// asked and all were seen.
    pub furthest: Option<Vec<u32>>,
    /// The most bytes that the tables took.
    pub peak: u64,
    /// The most bytes that the tables of three levels took, without what is only remembered.
    pub peak_window: u64,
    /// Whether levels went to disk.
    pub spilled: bool,
}

impl Explored {
    /// All states in complete levels.
    pub fn states(&self) -> u64 {
        self.levels.iter().sum()
    }
}
