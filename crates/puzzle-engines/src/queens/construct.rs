//! One solution for any board size at once, by construction.
//!
//! Pauls (1874): put the queens of the upper half on the even columns and those of the lower half
//! on the odd ones, each a knight's move from the last. That is a solution unless n leaves 2 or 3
//! when divided by 6; then a few queens of the sequence are moved. For n = 2 and 3 there is none.

/// The squares of a solution, from the top row down.
pub fn solution(n: u32) -> Option<Vec<u32>> {
    if n == 2 || n == 3 || n == 0 {
        return None;
    }
    // Columns from 1, as the rule is told.
    let mut even: Vec<u32> = (2..=n).step_by(2).collect();
    let mut odd: Vec<u32> = (1..=n).step_by(2).collect();
    match n % 6 {
        2 => {
            // 1 and 3 change places, 5 goes to the end.
            odd.swap(0, 1);
            let five = odd.remove(2);
            odd.push(five);
        }
        3 => {
            // 2 goes to the end of the even ones, 1 and 3 to the end of the odd ones.
            even.rotate_left(1);
            odd.rotate_left(2);
        }
        _ => {}
    }
    let columns = even.into_iter().chain(odd);
    Some((0..n).zip(columns).map(|(row, column)| row * n + column - 1).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_core::Queens;

    #[test]
    fn every_board_to_1000_rows_has_a_solution_but_those_of_2_and_3() {
        for n in 1..=Queens::LARGEST {
            match solution(n) {
                Some(squares) => assert_eq!(Queens::plain(n).unwrap().check(&squares), Ok(())),
                None => assert!(n == 2 || n == 3, "{n}"),
            }
        }
    }
}
