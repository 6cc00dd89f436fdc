//! DIMACS: comments, `p cnf VARIABLES CLAUSES`, then clauses that end with 0.
//!
//! Comments of the form `c p show 1 2 0` (or the older `c ind 1 2 0`) name the variables of
//! interest, as in the model counting competitions. A `%` ends the text, as in some old libraries.

use puzzle_core::{Budget, Cnf, Diagnostic, Pace, Span};

use super::Formula;

/// What the problem line promises.
struct Promise {
    variables: u32,
    clauses: u64,
    span: Span,
}

pub(super) fn read(text: &str, budget: &Budget) -> Result<Formula, Diagnostic> {
    let mut pace = Pace::new(budget);
    let mut promise: Option<Promise> = None;
    let mut cnf = Cnf::empty(0);
    let mut clauses = 0_u64;
    let mut open: Vec<i32> = Vec::new();
    let mut opened: Span = 0..0;
    let mut shown: Option<Vec<(i64, Span)>> = None;
    let mut empty = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        pace.take(1).map_err(Diagnostic::stopped)?;
        let words = || words(line, start);
        match words().next() {
            None => {}
            Some(("%", _)) => break,
            Some((word, _)) if word.starts_with('c') && !word.starts_with("cnf") => {
                let parts: Vec<(&str, Span)> = words().collect();
                let numbers = match parts[..] {
                    [("c", _), ("p", _), ("show", _), ref rest @ ..] => rest,
                    [("c", _), ("ind", _), ref rest @ ..] => rest,
                    _ => continue,
                };
                let list = shown.get_or_insert_default();
                for (word, span) in numbers {
                    pace.take(word.len()).map_err(Diagnostic::stopped)?;
                    match number(word, span.clone())? {
                        0 => break,
                        variable => list.push((variable, span.clone())),
                    }
                }
            }
            Some(("p", span)) => {
                if promise.is_some() {
                    return Err(Diagnostic::error("there is a second `p` line").at(span));
                }
                let line = problem_line(&words().take(5).collect::<Vec<_>>(), span)?;
                cnf = Cnf::empty(line.variables);
                promise = Some(line);
            }
            Some((_, span)) => {
                let Some(promise) = &promise else {
                    return Err(Diagnostic::error("clauses come after the `p` line")
                        .at(span)
                        .hint("begin with  p cnf VARIABLES CLAUSES"));
                };
                for (word, span) in words() {
                    pace.take(word.len()).map_err(Diagnostic::stopped)?;
                    let literal = number(word, span.clone())?;
                    if literal == 0 {
                        if open.is_empty() && empty.is_none() {
                            empty = Some(span);
                        }
                        cnf.add(&open);
                        open.clear();
                        clauses += 1;
                        continue;
                    }
                    if literal.unsigned_abs() > u64::from(promise.variables) {
                        let message = format!("there is no variable {}", literal.unsigned_abs());
                        let hint = format!("the `p` line promises {} variables", promise.variables);
                        return Err(Diagnostic::error(message).at(span).hint(hint));
                    }
                    if open.is_empty() {
                        opened = span;
                    }
                    open.push(literal as i32);
                }
            }
        }
    }
    let Some(promise) = promise else {
        return Err(
            Diagnostic::error("there is no `p` line").hint("write  p cnf VARIABLES CLAUSES")
        );
    };
    if !open.is_empty() {
        return Err(Diagnostic::error("the last clause does not end")
            .at(opened)
            .hint("every clause ends with 0"));
    }
    if clauses != promise.clauses {
        let message = format!("{} clauses are promised, {clauses} are there", promise.clauses);
        return Err(Diagnostic::error(message)
            .at(promise.span)
            .hint("a file cut short gives wrong answers, so the number must be right"));
    }
    if let Some(shown) = shown {
        let mut onto = Vec::new();
        for (variable, span) in shown {
            match u32::try_from(variable).ok().filter(|v| (1..=promise.variables).contains(v)) {
                Some(variable) => onto.push(variable),
                None => {
                    let message = format!("there is no variable {variable}");
                    return Err(Diagnostic::error(message).at(span));
                }
            }
        }
        cnf = cnf.project(onto);
    }
    Ok(Formula { cnf, empty, gap: None })
}

fn problem_line(words: &[(&str, Span)], span: Span) -> Result<Promise, Diagnostic> {
    let wrong = |span: Span| {
        Diagnostic::error("this is no problem line").at(span).hint("p cnf VARIABLES CLAUSES")
    };
    let [(_, first), ("cnf", _), (variables, v), (clauses, c)] = words else {
        return Err(wrong(span));
    };
    let (variables, clauses) = (number(variables, v.clone())?, number(clauses, c.clone())?);
    let Some(few) = u32::try_from(variables).ok().filter(|&n| n <= Cnf::MOST_VARIABLES) else {
        let message = format!("{variables} variables cannot be");
        let hint = format!("from 0 to {}", Cnf::MOST_VARIABLES);
        return Err(Diagnostic::error(message).at(v.clone()).hint(hint));
    };
    let Ok(clauses) = u64::try_from(clauses) else { return Err(wrong(c.clone())) };
    Ok(Promise { variables: few, clauses, span: first.start..c.end })
}

/// The words of a line with their places.
fn words(line: &str, start: usize) -> impl Iterator<Item = (&str, Span)> {
    line.split_ascii_whitespace().map(move |word| {
        let at = start + (word.as_ptr() as usize - line.as_ptr() as usize);
        (word, at..at + word.len())
    })
}

/// A whole number.
pub(super) fn number(word: &str, span: Span) -> Result<i64, Diagnostic> {
    word.parse().ok().filter(|number: &i64| number.unsigned_abs() < 1 << 62).ok_or_else(|| {
        let shown: String = word.chars().take(20).collect();
        Diagnostic::error(format!("`{shown}` is no number"))
            .at(span)
            .hint("a literal is the number of a variable, negative if it is negated")
    })
}
