import { appConfig } from '#app.config'
import type { Language } from '#i18n/languages.ts'

/** Whether everything is looked at, as `npm run test:all` does: each page in each language, all pictures, all widths. */
export const isWholeMatrix = process.env.TEST_SPEED === 'all'

/** The languages that are looked at: one from left to right and one from right to left, or all. */
export const LANGUAGES_LOOKED_AT: readonly Language[] = isWholeMatrix ? appConfig.languages : ['en', 'ar']

/** Why a test is left out of `npm test`. */
export const ONLY_IN_WHOLE_MATRIX = 'part of npm run test:all'
