//! Describe a combinatorial puzzle, get a solver compiled for it: the library
