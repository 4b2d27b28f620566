/** A thing that a look at the environment found: fine, worth a thought, or in the way. */
export interface Finding {
  state: 'fine' | 'doubtful' | 'wrong'
  /** What was looked at, in a word or two. */
  about: string
  /** What is so. Holds no secret: no URL with a password, no key. */
  text: string
  /** What to do, where there is something to do. */
  remedy?: string
}

/** A finding that asks for nothing. */
export function fine(about: string, text: string): Finding {
  return { state: 'fine', about, text }
}

/** A finding with which it runs, perhaps not as meant. */
export function doubtful(about: string, text: string, remedy: string): Finding {
  return { state: 'doubtful', about, text, remedy }
}

/** A finding with which it does not run, or not safely. */
export function wrong(about: string, text: string, remedy: string): Finding {
  return { state: 'wrong', about, text, remedy }
}

const SIGNS = { fine: '✓', doubtful: '!', wrong: '✗' }

/** The line of a finding for a reader. */
export function lineOf({ state, about, text, remedy }: Finding): string {
  return `${SIGNS[state]} ${about}: ${text}${remedy === undefined ? '' : `. → ${remedy}`}`
}
