/**
 * Caches a value for each language: an Intl format takes a hundred times longer to create than to use, and lists use it in
 * each row.
 */
export function perLanguage<Made>(make: (locale: string) => Made): (language: string) => Made {
  const kept = new Map<string, Made>()
  return (language) => {
    const made = kept.get(language) ?? make(localeWithLatinDigits(language))
    kept.set(language, made)
    return made
  }
}

/** Returns a language's locale with the digits 0 to 9. Otherwise the digits of Arabic depend on the browser's version. */
export function localeWithLatinDigits(language: string): string {
  return `${language}-u-nu-latn`
}

/** Returns the number format of a language: '10,000'. */
export const numberIn = perLanguage((language) => new Intl.NumberFormat(language))

/** Creates a date format in UTC for each language. In French, the first of a month becomes “1er”, which Intl does not support. */
export function datesIn(options: Intl.DateTimeFormatOptions): (language: string) => (date: Date) => string {
  return perLanguage((locale) => {
    const dates = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    if (!locale.startsWith('fr')) return (date) => dates.format(date)
    return (date) => dates.format(date).replace(/(?<!\d)1(?= \p{L})/u, '1er')
  })
}

const longDayIn = datesIn({ dateStyle: 'long' })

/** Formats a date in long form: 'March 14, 2027'. @param at ISO 8601; formatted in UTC */
export function longDay(at: string, language: string): string {
  return longDayIn(language)(new Date(at))
}

/** Isolates a text of unknown direction, so that it does not reorder the sentence around it (U+2068 … U+2069). */
export function isolateDirection(text: string): string {
  return `\u2068${text}\u2069`
}
