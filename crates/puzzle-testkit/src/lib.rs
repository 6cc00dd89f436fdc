//! One corpus and one suite that every engine must pass
