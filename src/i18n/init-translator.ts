import type { i18n, InitOptions } from 'i18next'
import { appConfig } from '#app.config'
import { localeWithLatinDigits, numberIn, perLanguage } from '#lib/intl.ts'

const RIGHT_TO_LEFT_LETTER = /\p{Script=Arabic}|\p{Script=Hebrew}/u

/** Matches the options of a number in a text: `{{share, number(style: percent; maximumFractionDigits: 1)}}`. */
const NUMBER_OPTION = /^(style|currency|unit|notation|signDisplay|useGrouping|(minimum|maximum)\w+Digits)$/

const unitIn = (unit: 'day' | 'hour' | 'minute') =>
  perLanguage((locale) => {
    const units = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
    // Intl has only the nominative of the Arabic dual, but durations follow prepositions in texts.
    return (count: number) => units.format(count).replace(/ان$/u, locale.startsWith('ar') ? 'ين' : '$&')
  })
const daysIn = unitIn('day')
const hoursIn = unitIn('hour')
const minutesIn = unitIn('minute')

/**
 * Starts a translator with the options that server and browser share. Every text can use the duration of an impersonation, and
 * the number of days that an administrator is protected after losing the role.
 * @param options i18next's options for this translator only
 */
export function initTranslator<BackendOptions = object>(translator: i18n, options: InitOptions<BackendOptions>): void {
  // Markup is not escaped here: React and the emails escape it. The marks (U+2068 … U+2069) keep a right-to-left name from
  // reordering a left-to-right sentence. Arabic texts contain the marks themselves.
  const isolate = (value: string) =>
    RIGHT_TO_LEFT_LETTER.test(value) && translator.dir() === 'ltr' ? `\u2068${value}\u2069` : value
  void translator.init<BackendOptions>({
    defaultNS: 'common',
    fallbackLng: false,
    // A language with a region, such as pt-BR, has all texts, so the texts of pt are not loaded.
    load: 'currentOnly',
    initAsync: false,
    // i18next's default, set explicitly: otherwise i18next checks for each key whether it is a sentence.
    keySeparator: '.',
    nsSeparator: ':',
    interpolation: {
      escapeValue: true,
      escape: isolate,
      defaultVariables: {
        impersonationMinutes: appConfig.session.impersonationMinutes,
        protectedDays: appConfig.administrator.protectedDays,
      },
    },
    // `Trans` parses its elements after values are inserted, so markup in a value must be escaped.
    react: { transDefaultProps: { tOptions: { interpolation: { escape: (value) => escapeMarkup(isolate(value)) } } } },
    ...options,
  })
  addFormats(translator)
}

function escapeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

/** Adds formats for texts: `{{count, number}}` gives 10,000, `{{days, days}}` 30 days, `{{minutes, duration}}` 1 hour. */
function addFormats({ services: { formatter } }: i18n): void {
  formatter?.add('number', (count: number, language = appConfig.defaultLanguage, options) => {
    // Check only the names of number options, because `options` also contains the values of the text.
    const isPlain = !Object.keys(options as object).some((name) => NUMBER_OPTION.test(name))
    return (isPlain ? numberIn(language) : new Intl.NumberFormat(localeWithLatinDigits(language), options)).format(
      count,
    )
  })
  formatter?.add('days', (days: number, language = appConfig.defaultLanguage) => daysIn(language)(days))
  formatter?.add('duration', (minutes: number, language = appConfig.defaultLanguage) =>
    minutes % 60 === 0 ? hoursIn(language)(minutes / 60) : minutesIn(language)(minutes),
  )
}
