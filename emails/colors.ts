// Email clients don't support CSS variables, so the accent colors of src/ui/styles.css are repeated here. A test compares them.
export const ACCENT = '#8a2d6d'
export const ACCENT_ON_DARK = '#e08fc4'
