import { appConfig } from '#app.config'
import { translatorFor } from '#i18n/translators.server.ts'
import { untranslatedTexts } from '../../../src/architecture/untranslated.ts'
import { doubtful, fine, type Finding } from './finding.ts'

const FORM = /_(zero|one|two|few|many|other)$/

/** Counts the texts of each language that are still English. */
export function examineTexts(): Finding[] {
  const texts = appConfig.languages.flatMap((language) =>
    Object.entries(translatorFor(language).getDataByLanguage(language) ?? {}).flatMap(([namespace, content]) =>
      valuesIn(content).map(([key, value]) => ({ language, namespace, key, value })),
    ),
  )
  // `Map.groupBy` is missing in Node 20, which the doctor reports as too old.
  const untranslated = untranslatedTexts(texts)
  const found = appConfig.languages
    .map((language) => ({ language, count: untranslated.filter((text) => text.language === language).length }))
    .filter(({ count }) => count > 0)
  if (found.length === 0) return [fine('texts', `complete in ${appConfig.languages.join(', ')}`)]
  return found.map(({ language, count }) =>
    doubtful(
      'texts',
      `texts of ${language} that are still English: ${count}`,
      `translate them in locales/${language} (docs/languages.md)`,
    ),
  )
}

function valuesIn(content: object, before = ''): [key: string, value: string][] {
  return Object.entries(content).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? valuesIn(value, `${before}${name}.`)
      : [[`${before}${name.replace(FORM, '')}`, String(value)] as [string, string]],
  )
}
