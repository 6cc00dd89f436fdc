//! Panels in rows, like words in a paragraph, but evenly filled: five panels that need two rows stand three and two,
//! not four and one.

use super::{Panel, Point};

/// Rows are not broken before this width.
const SHORTEST: f64 = 16.0;

/// Lays panels in rows, about `aspect` times as wide as high and filled evenly; returns the places and the size.
pub(super) fn flow(panels: &[Panel], gap: f64, aspect: f64) -> (Vec<Point>, f64, f64) {
    let widest = panels.iter().map(|panel| panel.width).fold(0.0, f64::max);
    let total: f64 = panels.iter().map(|panel| panel.width + gap).sum();
    let area: f64 = panels.iter().map(|panel| (panel.width + gap) * (panel.height + gap)).sum();
    let limit = widest.max((area * aspect).sqrt()).max(SHORTEST);
    let rows = count_rows(panels, gap, limit);
    let even = (20..40).map(|step| (total / rows as f64 - gap) * f64::from(step) / 20.0);
    let limit =
        even.map(|limit| limit.max(widest)).find(|limit| count_rows(panels, gap, *limit) <= rows);
    let limit = limit.unwrap_or(f64::INFINITY);
    let (mut x, mut y, mut row_height, mut width) = (0.0, 0.0, 0.0_f64, 0.0_f64);
    let mut places = Vec::with_capacity(panels.len());
    for panel in panels {
        if overflows(x, panel, limit) {
            x = 0.0;
            y += row_height + gap;
            row_height = 0.0;
        }
        places.push([x, y]);
        width = width.max(x + panel.width);
        row_height = row_height.max(panel.height);
        x += panel.width + gap;
    }
    (places, width, y + row_height)
}

fn count_rows(panels: &[Panel], gap: f64, limit: f64) -> usize {
    let (mut x, mut rows) = (0.0, 1);
    for panel in panels {
        if overflows(x, panel, limit) {
            x = 0.0;
            rows += 1;
        }
        x += panel.width + gap;
    }
    rows
}

/// Whether a panel must start a new row; the first of a row never does.
fn overflows(x: f64, panel: &Panel, limit: f64) -> bool {
    x > 0.0 && x + panel.width > limit + 1e-6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_filled_evenly() {
        let panel = Panel { width: 6.0, height: 10.0, primitives: Vec::new() };
        let (places, width, height) = flow(&vec![panel; 5], 1.0, 2.0);
        let rows = |y: f64| places.iter().filter(|place| place[1] == y).count();
        assert_eq!((rows(0.0), rows(11.0)), (3, 2));
        assert_eq!((width, height), (20.0, 21.0));
    }

    #[test]
    fn nothing_takes_no_room() {
        assert_eq!(flow(&[], 1.0, 1.0), (Vec::new(), 0.0, 0.0));
    }
}
