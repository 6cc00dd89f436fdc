//! Kinds of puzzles: how each is written, checked, lowered and drawn
