import { createInstance, type i18n, type ResourceLanguage } from 'i18next'
import { addFormats, interpolationOf } from './fill-in.ts'
import type { Language } from './languages.ts'
import { NAMESPACES, type Namespace } from './namespaces.ts'
import { textsInJson } from './translators.server.ts'

/** Gives all texts of a language, by their namespaces. */
export function allTexts(language: Language): ResourceLanguage {
  return JSON.parse(textsInJson(language, [...NAMESPACES])) as ResourceLanguage
}

/** Makes the library's own translator, which remembers nothing, with all texts and some more. */
export function libraryTranslator(language: Language, more: ResourceLanguage = {}): i18n {
  const translator = createInstance()
  void translator.init({
    lng: language,
    resources: { [language]: { ...allTexts(language), ...more } },
    defaultNS: 'common',
    fallbackLng: false,
    initAsync: false,
    interpolation: interpolationOf(translator),
  })
  addFormats(translator)
  return translator
}

/** Lists the keys of all texts of a namespace. */
export function keysOf(language: Language, namespace: Namespace): string[] {
  return pathsOf(allTexts(language)[namespace] as object)
}

function pathsOf(texts: object, before = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]: [string, unknown]) =>
    typeof text === 'string' ? [`${before}${key}`] : pathsOf(text as object, `${before}${key}.`),
  )
}
