import { appConfig } from '#app.config'
import { directionOf, type Language } from '#i18n/languages.ts'

/** Whether all cases are tested: in `npm run test:all`, and in `npm run e2e -- name`, which runs only the named tests. */
export const isFullRun = process.env.TEST_SPEED === 'all'

/** The default language, and the first language that is written from right to left. */
export const ONE_OF_EACH_DIRECTION: readonly Language[] = appConfig.languages.filter(
  (language, index, all) => index === 0 || all.findIndex((one) => directionOf(one) === 'rtl') === index,
)

/** The languages in which pages are tested: one from left to right and one from right to left, or all. */
export const TESTED_LANGUAGES: readonly Language[] = isFullRun ? appConfig.languages : ONE_OF_EACH_DIRECTION

/** Playwright's details for a test that runs in `npm run test:all` but not in `npm test`. */
export const ONLY_IN_FULL_RUN = { tag: '@all' }

/** Returns Playwright's details for a test. Only if it is chosen, it also runs in `npm test`. */
export const alsoInQuickRun = (isChosen: boolean) => (isChosen ? {} : ONLY_IN_FULL_RUN)
