//! Readers, writers, drawings and every mistake an author can make.
