/** Accents of Latin letters; vowel signs, hamzas and the lengthening stroke of Arabic. */
// oxlint-disable-next-line no-misleading-character-class -- marks that stand alone are meant
const MARKS = /[\u0300-\u036F\u0640\u064B-\u0655\u0670]/g

/** A text as searches compare it: "Émile" like "emile", "أحمد" like "احمد". The database's `foldForSearch` does the same. */
export function foldForSearch(text: string): string {
  return text.normalize('NFD').replace(MARKS, '').toLowerCase()
}
