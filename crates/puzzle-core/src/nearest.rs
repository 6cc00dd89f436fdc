//! "Did you mean": the known names nearest to a mistyped one.

/// The number of insertions, deletions, replacements and swaps of neighbours that lead from `a`
/// to `b`.
pub fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i];
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (row[j] + 1).min(next[j - 1] + 1).min(row[j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

/// Up to three names that are near, or share a beginning with `name`; nearest first.
pub fn names<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    if name.len() > 100 {
        return Vec::new();
    }
    let name = name.to_lowercase();
    let reach = name.chars().count() / 3 + 1;
    let stem = name.split('-').next().unwrap_or_default();
    let score = |candidate: &str| {
        let near = distance(&name, &candidate.to_lowercase());
        let other = candidate.split('-').next().unwrap_or_default();
        let related = stem.len() > 2 && distance(stem, other) <= stem.chars().count() / 4;
        (near <= reach || related).then_some(near)
    };
    let mut scored: Vec<(usize, &str)> =
        known.filter_map(|candidate| Some((score(candidate)?, candidate))).collect();
    scored.sort_unstable();
    scored.into_iter().map(|(_, candidate)| candidate).take(3).collect()
}

/// The nearest names behind a complaint: ` (near: a or b)`; empty if none is near.
pub fn near<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    match names(name, known).join(" or ") {
        near if near.is_empty() => near,
        near => format!(" (near: {near})"),
    }
}

/// A hint: the nearest names, or else all of them.
pub fn hint<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.collect();
    let near = names(name, known.iter().copied());
    match near.is_empty() {
        true => format!("one of {}", known.join(", ")),
        false => format!("did you mean {}?", near.join(" or ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swap_is_one_step_and_so_is_a_missing_letter() {
        assert_eq!(distance("sqaure", "square"), 1);
        assert_eq!(distance("sqare", "square"), 1);
        assert_eq!(distance("", "abc"), 3);
    }

    #[test]
    fn the_nearest_names_come_first_and_strangers_do_not_come() {
        let known = ["pentominoes-6x10", "pentominoes-5x12", "soma", "meteor"];
        assert_eq!(names("somma", known.into_iter()), ["soma"]);
        assert_eq!(names("pentominos", known.into_iter()).len(), 2);
        assert_eq!(names("pentominoes-6x1", known.into_iter())[0], "pentominoes-6x10");
        assert!(names("zebra", known.into_iter()).is_empty());
    }
}
