// Email programs know no variables, so the accent of src/ui/styles.css is repeated here. A test compares them.
export const ACCENT = '#8a2d6d'
export const ACCENT_ON_DARK = '#e08fc4'
