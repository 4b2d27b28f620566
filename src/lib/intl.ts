/**
 * Makes something for a language at its first use, and keeps it: formats of Intl take a hundred times longer to make than to
 * use, and a list uses one in each row.
 */
export function perLanguage<Made>(make: (locale: string) => Made): (language: string) => Made {
  const kept = new Map<string, Made>()
  return (language) => {
    const made = kept.get(language) ?? make(localeOf(language))
    kept.set(language, made)
    return made
  }
}

/** The locale of a language with digits from 0 to 9, as our texts have: for Arabic the default depends on the browser's age. */
export function localeOf(language: string): string {
  return `${language}-u-nu-latn`
}

/** The number format of a language: '10,000'. */
export const numberIn = perLanguage((language) => new Intl.NumberFormat(language))

/** Of each format: a list has some forty, and whoever looks at it next has the same. */
const TEXTS_KEPT = 2_000

/** Makes a way to write that keeps what it wrote: Intl takes ten times longer than looking it up. @param keyOf what a text depends on */
export function keepTexts<Input>(
  write: (input: Input) => string,
  keyOf: (input: Input) => number | string,
): (input: Input) => string {
  const kept = new Map<number | string, string>()
  return (input) => {
    const key = keyOf(input)
    const known = kept.get(key)
    if (known !== undefined) return known
    const text = write(input)
    if (kept.size >= TEXTS_KEPT) kept.clear()
    kept.set(key, text)
    return text
  }
}

/**
 * Makes a way to write dates, to the minute at most and by the clock of UTC, in each language; in French the first of a month is
 * “1er”, which Intl does not know.
 */
export function datesIn(options: Intl.DateTimeFormatOptions): (language: string) => (date: Date) => string {
  return perLanguage((locale) => {
    const dates = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    const write = (date: Date) =>
      locale.startsWith('fr') ? dates.format(date).replace(/(?<!\d)1(?= \p{L})/u, '1er') : dates.format(date)
    return keepTexts(write, (date) => Math.floor(date.getTime() / 60_000))
  })
}

const longDayIn = datesIn({ dateStyle: 'long' })

/** A day in words, as a language writes it: 'March 14, 2027'. @param at ISO 8601; the day is that of UTC */
export function longDay(at: string, language: string): string {
  return longDayIn(language)(new Date(at))
}

/** Keeps a text of unknown direction from reordering the sentence around it (U+2068 … U+2069). */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`
}
