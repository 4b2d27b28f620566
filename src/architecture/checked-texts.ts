import { createHash } from 'node:crypto'
import { appConfig } from '#app.config'
import type { Text } from './locales.ts'
import { finding } from './source.ts'

/** The file that lists, as hashes, the English texts whose translations have been checked. */
export const CHECKED_TEXTS = 'src/i18n/checked-texts.json'

/** Returns the hashes of all English texts with their keys, sorted. */
export function hashesOfTexts(texts: Text[]): string[] {
  return texts
    .filter(({ language }) => language === appConfig.defaultLanguage)
    .map(hashOf)
    .toSorted()
}

/**
 * Finds English texts that are new or have changed since their translations were checked. A changed English text
 * often has another meaning, which its translations would lack.
 */
export function uncheckedTexts(texts: Text[], checked: string[]): string[] {
  const known = new Set(checked)
  const others = [...new Set(texts.map(({ language }) => language))].filter((one) => one !== appConfig.defaultLanguage)
  if (others.length === 0) return []
  return texts
    .filter((text) => text.language === appConfig.defaultLanguage && !known.has(hashOf(text)))
    .map(({ source, offset, key }) =>
      finding(
        source,
        offset,
        `${key} is new or changed: check it in ${others.join(', ')}, then npm run texts:checked.`,
      ),
    )
}

function hashOf({ namespace, key, form, value }: Text): string {
  const text = JSON.stringify([namespace, key, form, value])
  return createHash('sha256').update(text).digest('hex').slice(0, 10)
}
