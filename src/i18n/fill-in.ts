import type { i18n, InterpolationOptions } from 'i18next'
import { appConfig } from '#app.config'
import { numberIn } from '#lib/intl.ts'
import { perLanguage } from '#lib/intl.ts'

const RIGHT_TO_LEFT_LETTER = /\p{Script=Arabic}|\p{Script=Hebrew}/u

const unitIn = (unit: 'day' | 'hour' | 'minute') =>
  perLanguage((locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }))
const daysIn = unitIn('day')
const hoursIn = unitIn('hour')
const minutesIn = unitIn('minute')

/** The way a translator puts values into texts. Every text knows for how long an administrator
 * may act as somebody, and is protected after losing the role. */
export function interpolationOf(translator: i18n): InterpolationOptions {
  // React and the mails escape what is markup. What is left to do is to keep a name that runs from right to left from
  // reordering the sentence around it (U+2068 … U+2069). Arabic sentences do it themselves, for all values.
  const isolate = (value: string) =>
    RIGHT_TO_LEFT_LETTER.test(value) && translator.dir() === 'ltr' ? `\u2068${value}\u2069` : value
  return {
    escapeValue: true,
    escape: isolate,
    defaultVariables: {
      impersonationMinutes: appConfig.session.impersonationMinutes,
      protectedDays: appConfig.administrator.protectedDays,
    },
  }
}

/** Lets the texts of a translator write `{{count, number}}`: 10,000, `{{days, days}}`: 30 days, `{{minutes, duration}}`: 1 hour. */
export function addFormats({ services: { formatter } }: i18n): void {
  formatter?.add('number', (count: number, language = appConfig.defaultLanguage) => numberIn(language).format(count))
  formatter?.add('days', (days: number, language = appConfig.defaultLanguage) => daysIn(language).format(days))
  formatter?.add('duration', (minutes: number, language = appConfig.defaultLanguage) =>
    minutes % 60 === 0 ? hoursIn(language).format(minutes / 60) : minutesIn(language).format(minutes),
  )
}
