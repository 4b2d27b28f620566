// Control characters, those that turn the direction of the text around them, and lone halves of a pair.
const INVISIBLE = /[\p{Cc}\p{Co}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/u

/** Whether a name shows as what it is: at least one letter or digit, and nothing that hides or reorders. */
export function isVisibleText(text: string): boolean {
  return !INVISIBLE.test(text) && /[\p{L}\p{N}]/u.test(text)
}
