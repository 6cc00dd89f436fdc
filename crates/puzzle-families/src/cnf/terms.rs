//! Document 003's own form: clauses in parentheses, `(1 -2) (1 2 3) (-1 2 3)`.
//!
//! There are as many variables as the greatest number says.

use puzzle_core::{Budget, Cnf, Diagnostic, Pace};

use super::Formula;
use super::dimacs::number;

pub(super) fn read(text: &str, budget: &Budget) -> Result<Formula, Diagnostic> {
    let mut pace = Pace::new(budget);
    // How many variables there are is known at the end.
    let mut cnf = Cnf::empty(Cnf::MOST_VARIABLES);
    let mut used = vec![false; 1 + Cnf::MOST_VARIABLES as usize];
    let mut open: Option<(usize, Vec<i32>)> = None;
    let mut empty = None;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let here = at..at + letter.len_utf8();
        pace.take(1).map_err(Diagnostic::stopped)?;
        match (letter, &mut open) {
            _ if letter.is_whitespace() => {}
            ('(', None) => open = Some((at, Vec::new())),
            ('(', Some(_)) => {
                return Err(Diagnostic::error("the clause before is still open")
                    .at(here)
                    .hint("every `(` needs its `)` first"));
            }
            (')', Some((start, literals))) => {
                if literals.is_empty() && empty.is_none() {
                    empty = Some(*start..at + 1);
                }
                cnf.add(literals);
                open = None;
            }
            (')', None) => return Err(Diagnostic::error("there is no clause to close").at(here)),
            (_, None) => {
                return Err(Diagnostic::error("a clause begins with `(`")
                    .at(here)
                    .hint("for instance  (1 -2) (1 2 3)"));
            }
            (_, Some((_, literals))) => {
                let mut end = here.end;
                let ends = |c: char| c.is_whitespace() || c == '(' || c == ')';
                while let Some((_, next)) = letters.next_if(|(_, c)| !ends(*c)) {
                    end += next.len_utf8();
                }
                let literal = number(&text[at..end], at..end)?;
                if literal == 0 {
                    return Err(Diagnostic::error("0 is no variable")
                        .at(at..end)
                        .hint("variables count from 1; a clause ends with `)`"));
                }
                if literal.unsigned_abs() > u64::from(Cnf::MOST_VARIABLES) {
                    let message = format!("variable {} is out of range", literal.unsigned_abs());
                    let hint = format!("variables go up to {}", Cnf::MOST_VARIABLES);
                    return Err(Diagnostic::error(message).at(at..end).hint(hint));
                }
                used[literal.unsigned_abs() as usize] = true;
                literals.push(literal as i32);
            }
        }
    }
    if let Some((start, _)) = open {
        return Err(Diagnostic::error("the last clause is not closed").at(start..start + 1));
    }
    let variables = used.iter().rposition(|used| *used).unwrap_or(0);
    let gap = (1..=variables).find(|&variable| !used[variable]).map(|variable| variable as u32);
    Ok(Formula { cnf: cnf.narrow(variables as u32), empty, gap })
}
