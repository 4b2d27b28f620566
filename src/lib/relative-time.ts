import { perLanguage } from './per-language.ts'

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

const formatIn = perLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))

/** '3 days ago', in a language. The largest unit that fits, rounded down. */
export function inRelativeTime(moment: Date, language: string, now: Date = new Date()): string {
  const seconds = (moment.getTime() - now.getTime()) / 1000
  const [unit, size] = STEPS.find(([, unitSeconds]) => Math.abs(seconds) >= unitSeconds) ?? ['minute', 60]
  return formatIn(language).format(Math.trunc(seconds / size), unit)
}
