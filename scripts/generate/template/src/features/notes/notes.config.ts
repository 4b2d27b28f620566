/** The limits of notes. */
export const notesConfig = {
  /** Maximum number of notes per owner. */
  most: 1_000,
  textMaxLength: 100,
  longTextMaxLength: 2_000,
  /** Days during which a deletion can be undone. */
  undoDays: 1,
} as const
