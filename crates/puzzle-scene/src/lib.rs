//! A display list and its printers: text, ANSI, SVG, PNG, JSON
