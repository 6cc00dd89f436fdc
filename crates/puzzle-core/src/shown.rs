//! One line a message: how values with a few cases are shown.

/// Implements `Display` from a table of cases and their messages.
macro_rules! shown {
    ($type:ty { $($case:pat $(if $when:expr)? => $message:literal $(, $value:expr)*;)+ }) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $($case $(if $when)? => write!(f, $message $(, $value)*),)+
                }
            }
        }
    };
}

pub(crate) use shown;
