import { appConfig } from '#app.config'
import type { Language } from '#i18n/languages.ts'

/** Whether everything is looked at, as `npm run test:all` does and `npm run e2e -- name` for the tests it names. */
export const isWholeMatrix = process.env.TEST_SPEED === 'all'

/** The languages that pages are looked at in: one from left to right and one from right to left, or all. */
export const LANGUAGES_LOOKED_AT: readonly Language[] = isWholeMatrix ? appConfig.languages : ['en', 'ar']

/** Details of a test that `npm test` leaves to `npm run test:all`. */
export const ONLY_IN_ALL = { tag: '@all' }

/** Details of one of many tests alike, of which `npm test` runs a few. */
export const inQuick = (isChosen: boolean) => (isChosen ? {} : ONLY_IN_ALL)
