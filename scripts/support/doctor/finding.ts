/** A result of one check: fine, doubtful (works, perhaps not as intended) or wrong (does not work, or not safely). */
export interface Finding {
  state: 'fine' | 'doubtful' | 'wrong'
  /** The subject of the check, in one or two words. */
  about: string
  /** The result. Contains no secrets such as passwords in URLs or keys. */
  text: string
  /** The action that fixes the problem; undefined if there is no problem. */
  remedy?: string
}

/** Returns a finding without a problem. */
export function fine(about: string, text: string): Finding {
  return { state: 'fine', about, text }
}

/** Returns a finding with which the app runs, perhaps not as intended. */
export function doubtful(about: string, text: string, remedy: string): Finding {
  return { state: 'doubtful', about, text, remedy }
}

/** Returns a finding with which the app does not run, or not safely. */
export function wrong(about: string, text: string, remedy: string): Finding {
  return { state: 'wrong', about, text, remedy }
}

const SIGNS = { fine: '✓', doubtful: '!', wrong: '✗' }

/** Formats a finding as one line of text. */
export function lineOf({ state, about, text, remedy }: Finding): string {
  return `${SIGNS[state]} ${about}: ${text}${remedy === undefined ? '' : `. → ${remedy}`}`
}
