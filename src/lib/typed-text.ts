import { isDay } from './days.ts'
import { perLanguage } from './intl.ts'

/** Converts between texts that users type in their language and the schema's format. */
export interface TextFormat {
  /** Converts a typed text to the schema's format; returns an unreadable text unchanged, so that the schema refuses it. */
  parse: (typed: string, language: string) => string
  /** Converts the schema's format to a text that a user would type. */
  format: (text: string, language: string) => string
}

interface Separators {
  group: string
  decimal: string
}

const separatorsIn = perLanguage((locale): Separators => {
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345.6)
  const valueOf = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  return { group: valueOf('group'), decimal: valueOf('decimal') }
})

type DatePart = 'day' | 'month' | 'year'

/** Returns the order of day, month and year in a language. */
const dayOrderIn = perLanguage((locale) =>
  new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric' })
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type): type is DatePart => type === 'day' || type === 'month' || type === 'year'),
)

/** Numbers, with the digits and separators of a language; the schema's format is '-1234.5'. */
export const numberFormat: TextFormat = {
  parse: (typed, language) => {
    const { group, decimal } = separatorsIn(language)
    const marked = withLatinDigits(typed)
      .replaceAll('−', '-')
      // Arabic keyboards have their own comma.
      .replaceAll('،', ',')
      .replaceAll(/[\s٬’'.,٫]/g, (sign) => {
        if (sign === group || /[\s٬’']/.test(sign)) return 'G'
        return sign === decimal || sign === '٫' || sign === '.' ? 'D' : 'X'
      })
    const [, sign, whole, part] = /^(-?)\+?(\d*|\d{1,3}(?:G\d{2,3})*G\d{3})(?:D(\d+))?$/.exec(marked) ?? []
    if (sign === undefined || whole === undefined || (whole === '' && part === undefined)) return typed.trim()
    return `${sign}${whole.replaceAll('G', '') || '0'}${part === undefined ? '' : `.${part}`}`
  },
  format: (text, language) => text.replace('.', separatorsIn(language).decimal),
}

/**
 * Amounts that can have their currency's symbol or code at either end. A symbol between digits is not removed (otherwise 12€50
 * would become 1250), and neither is another currency, so that the schema refuses such texts.
 * @param currency ISO 4217 code
 */
export function moneyFormat(currency: string): TextFormat {
  const signIn = perLanguage((locale) => {
    const signs = (['symbol', 'narrowSymbol', 'code'] as const).map((currencyDisplay) => {
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
      return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
    })
    const sign = [...new Set(signs)].map((each) => withLatinDigits(each).replaceAll(/[$.*+?^()|]/g, '\\$&')).join('|')
    return new RegExp(`(?<!\\p{Nd}\\s*)(?:${sign})|(?:${sign})(?!\\s*\\p{Nd})`, 'giu')
  })
  return {
    ...numberFormat,
    parse: (typed, language) => numberFormat.parse(withLatinDigits(typed).replaceAll(signIn(language), ''), language),
  }
}

/** Days in digits, in a language's order; the schema's format is '2027-03-14'. */
export const dayFormat: TextFormat = {
  parse: (typed, language) => {
    const text = withLatinDigits(typed)
    const figures = /^(\d{1,2})[./\-\s](\d{1,2})[./\-\s](\d{4})$/.exec(text)?.slice(1)
    if (!figures) return text
    const of = Object.fromEntries(dayOrderIn(language).map((part, place) => [part, figures[place]?.padStart(2, '0')]))
    const day = `${of.year}-${of.month}-${of.day}`
    return isDay(day) ? day : text
  },
  format: (text) => text,
}

const YES = /^(on|true|yes|oui|نعم|ndiyo|1)$/i
const NO = /^(off|false|no|non|لا|hapana|0)$/i

/** Yes and no in any of the app's languages, for columns of files. The schema's format is that of checkboxes: 'on' or empty. */
export const booleanFormat: TextFormat = {
  parse: (typed) => {
    const text = withLatinDigits(typed)
    return YES.test(text) ? 'on' : NO.test(text) ? '' : text
  },
  format: (text) => text,
}

/** Converts Arabic and Persian digits to Latin ones and removes invisible direction marks. */
function withLatinDigits(typed: string): string {
  return typed
    .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x06_60))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06_f0))
    .trim()
}
