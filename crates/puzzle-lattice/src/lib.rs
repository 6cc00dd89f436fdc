//! Grids, their symmetries, shapes and placements
