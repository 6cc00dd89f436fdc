//! Engines that answer questions about abstract puzzles
