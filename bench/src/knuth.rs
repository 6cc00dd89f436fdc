//! Knuth's exact-cover text: a line of items, with `|` before the secondary ones, then a line for
//! each option. His programs take names of at most eight characters.

use std::fmt::Write;

use crate::puzzles::Rows;

/// The puzzle as Knuth's programs read it.
pub(crate) fn write(rows: &Rows) -> String {
    let name = |item: usize| match item < rows.primary {
        true => format!("p{item}"),
        false => format!("s{item}"),
    };
    let join =
        |items: &mut dyn Iterator<Item = usize>| items.map(name).collect::<Vec<_>>().join(" ");
    let mut text = join(&mut (0..rows.primary));
    if rows.secondary > 0 {
        text += " | ";
        text += &join(&mut (rows.primary..rows.primary + rows.secondary));
    }
    text.push('\n');
    for row in &rows.rows {
        writeln!(text, "{}", join(&mut row.iter().copied())).expect("strings take all text");
    }
    text
}

/// The number that stands before a word in what a program printed, the last if there are several:
/// 2339 of `Altogether 2339 solutions, 5 nodes` for `solution`.
pub(crate) fn number_before(word: &str, text: &str) -> Option<u64> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let stands = |pair: &&[&str]| pair[1].starts_with(word);
    words.windows(2).filter(stands).filter_map(|pair| pair[0].parse().ok()).next_back()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secondary_items_stand_after_a_bar() {
        let rows = Rows { primary: 2, secondary: 1, rows: vec![vec![0, 2], vec![1]] };
        assert_eq!(write(&rows), "p0 p1 | s2\np0 s2\np1\n");
    }

    #[test]
    fn the_last_number_before_the_word_counts() {
        let text = "1: 7 solutions\nAltogether 2339 solutions, 1+2 mems, 11 nodes, ccost 0%.";
        assert_eq!(number_before("solution", text), Some(2339));
        assert_eq!(number_before("node", text), Some(11));
        assert_eq!(number_before("state", text), None);
    }
}
