import { perLanguage } from './per-language.ts'

/** How a language writes numbers: '10,000'. */
export const numberIn = perLanguage((language) => new Intl.NumberFormat(language))
