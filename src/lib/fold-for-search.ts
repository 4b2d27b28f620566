/** Accents, vowel signs, hamzas above and below letters, the Arabic tatweel, and invisible direction marks and joiners. */
// oxlint-disable-next-line no-misleading-character-class -- combining marks without a base letter are intended
const IGNORED_CHARACTERS = /[\u0300-\u036F\u061C\u0640\u064B-\u0655\u0670\u200B-\u200F\u202A-\u202E\u2066-\u2069]/g

/** Letters that users type for one another. `REPLACEMENTS` has the replacement of each at the same index. */
const REPLACED_LETTERS = '\u0629\u06C1\u06D5\u0649\u06CC\u06D2\u06A9\u0671\u03C2'
const REPLACEMENTS = '\u0647\u0647\u0647\u064A\u064A\u064A\u0643\u0627\u03C3'
const REPLACEMENT_OF = new Map([...REPLACED_LETTERS].map((letter, index) => [letter, REPLACEMENTS.charAt(index)]))
const LETTERS_AND_DIGITS = new RegExp(`[${REPLACED_LETTERS}\u0660-\u0669\u06F0-\u06F9]`, 'g')

/**
 * Normalizes a text for search and sorting: "Émile" like "emile", "أحمد" like "احمد", "فاطمة" like "فاطمه", "٢" like "2". The
 * database's `folded` does the same.
 */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFD')
    .replace(IGNORED_CHARACTERS, '')
    .toLowerCase()
    .replace(LETTERS_AND_DIGITS, (sign) => REPLACEMENT_OF.get(sign) ?? String(sign.charCodeAt(0) & 0xf))
}
