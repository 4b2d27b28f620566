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

/**
 * Makes a way to write dates, by the clock of UTC, in each language; in French the first of a month is “1er”, which Intl does
 * not know.
 */
export function datesIn(options: Intl.DateTimeFormatOptions): (language: string) => (date: Date) => string {
  return perLanguage((locale) => {
    const dates = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    if (!locale.startsWith('fr')) return (date) => dates.format(date)
    return (date) => dates.format(date).replace(/(?<!\d)1(?= \p{L})/u, '1er')
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
