import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { UNTRANSLATED } from '../../src/architecture/locales.ts'
import { serializeTexts, insertTexts } from './edit.ts'
import type { NewFeature, Switch } from './feature.ts'
import { labelFieldOf } from './fields.ts'
import { rename } from './rename.ts'
import { TEMPLATE_FOLDER } from './template.ts'
import { choiceLabels, fieldLabels, withoutUnusedTexts, type Texts } from './write-texts.ts'

/** Matches the plural in quotation marks, which some languages use because the gender of the name is unknown. */
const QUOTED_NAME = /(?<=[«“]\s?|\\u2068)Notes\b/g

/** The texts of a feature in one language, and the keys of its untranslated texts. */
interface OwnTexts {
  /** The contents of files, by their paths from the root. */
  files: Map<string, string>
  untranslated: string[]
}

/** The texts of a part in the locale files of the app, by their sections. */
type SwitchTexts = Partial<Record<Switch, Record<string, Record<string, Record<string, string>>>>>

interface SharedTexts {
  common: { nav: Record<string, string> }
  audit: { actions: Record<string, string> }
  history: { fields: Record<string, string>; actions: Record<string, string> }
}

/**
 * Builds the texts of a feature in a language. Other languages than English say "item", so that gender and plural are right.
 * A field gets its existing label from the texts of the history, otherwise an English label that has to be translated.
 */
export function textsOf(root: string, language: string, { names, fields, switches }: NewFeature): OwnTexts {
  const { many } = names
  const folder = templateIn(root, language)
  const isTranslated = folder.endsWith(`/${language}`)
  const read = (name: string) => {
    const text = readFileSync(path.join(root, folder, `${name}.json`), 'utf8')
    return JSON.parse(rename(text.replaceAll(QUOTED_NAME, many.sentence), names)) as unknown
  }
  const shared = read('shared') as SharedTexts
  const { sort, fields: _fields, choices: _choices, ...rest } = read('notes') as Texts & { sort: Texts }
  const history = localeFile(root, language, 'history')
  const known = (JSON.parse(history.text) as SharedTexts['history']).fields
  const labels = fieldLabels(fields)
  const own: Texts = {
    ...withoutUnusedTexts(rest, fields),
    sort: { newest: sort.newest ?? '', [labelFieldOf(fields).column]: sort.headline ?? '' },
    fields: Object.fromEntries(Object.entries(labels).map(([name, label]) => [name, known[name] ?? label])),
    ...(Object.keys(choiceLabels(fields)).length > 0 && { choices: choiceLabels(fields) }),
  }
  const unknown = Object.fromEntries(Object.entries(labels).filter(([name]) => !(name in known)))
  const named = new Set(namedIn(root)[language])
  const common = localeFile(root, language, 'common')
  // An app without the feature history has no file audit.json.
  const audit = existsSync(path.join(root, `locales/${language}/audit.json`)) && localeFile(root, language, 'audit')
  const withFields = { ...history, text: insertTexts(history, 'fields', unknown) }
  const label = Object.values(shared.common.nav)[0] ?? ''
  const nav = { [many.camel]: label }
  const group = { [names.one.kebab]: label }
  const ofSwitches = read('switches') as SwitchTexts
  const added = switches.flatMap((one) =>
    Object.entries(ofSwitches[one] ?? {}).flatMap(([namespace, sections]) =>
      (namespace === 'audit' && !audit ? [] : Object.entries(sections)).map(([section, texts]) => ({
        namespace,
        section,
        texts,
      })),
    ),
  )
  const untranslated = isTranslated
    ? [
        ...Object.keys(labels).flatMap((name) =>
          name in unknown || named.has(`history:fields.${name}`)
            ? [`${many.camel}:fields.${name}`, `history:fields.${name}`]
            : [],
        ),
        ...keysOf({ choices: choiceLabels(fields) }).map((key) => `${many.camel}:${key}`),
      ]
    : [
        ...keysOf(own).map((key) => `${many.camel}:${key}`),
        ...Object.keys(unknown).map((name) => `history:fields.${name}`),
        ...Object.keys(shared.history.actions).flatMap((key) =>
          audit ? [`history:actions.${key}`, `audit:actions.${key}`] : [`history:actions.${key}`],
        ),
        `common:nav.${many.camel}`,
        ...(audit ? keysOf(group, 'audit:groups.') : []),
        ...added.flatMap(({ namespace, section, texts }) => keysOf(texts, `${namespace}:${section}.`)),
      ]
  const files = new Map<string, string>([
    [`locales/${language}/${many.camel}.json`, `${serializeTexts(own)}\n`],
    [common.file, insertTexts(common, 'nav', nav)],
    [history.file, insertTexts(withFields, 'actions', shared.history.actions)],
    ...(audit
      ? [
          [
            audit.file,
            insertTexts({ ...audit, text: insertTexts(audit, 'groups', group) }, 'actions', shared.audit.actions),
          ] as const,
        ]
      : []),
  ])
  for (const { namespace, section, texts } of added) {
    const { file, text } = localeFile(root, language, namespace)
    files.set(file, insertTexts({ file, text: files.get(file) ?? text }, section, texts))
  }
  return {
    files,
    untranslated: language === 'en' ? [] : untranslated,
  }
}

/** Adds keys to the texts that are still English, except for languages in which `*` stands for all texts. */
export function withUntranslated(root: string, more: Record<string, string[]>): string {
  const known = namedIn(root)
  const languages = [...new Set([...Object.keys(known), ...Object.keys(more)])].toSorted()
  const all = languages.map((language) => [
    language,
    known[language]?.includes('*')
      ? known[language]
      : [...new Set([...(known[language] ?? []), ...(more[language] ?? [])])].toSorted(),
  ])
  return `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`
}

function namedIn(root: string): Partial<Record<string, string[]>> {
  const given = path.join(root, UNTRANSLATED)
  return existsSync(given) ? (JSON.parse(readFileSync(given, 'utf8')) as Record<string, string[]>) : {}
}

function templateIn(root: string, language: string): string {
  const folder = `${TEMPLATE_FOLDER}/locales/${language}`
  return existsSync(path.join(root, folder)) ? folder : `${TEMPLATE_FOLDER}/locales/en`
}

function localeFile(root: string, language: string, namespace: string) {
  const name = `locales/${language}/${namespace}.json`
  return { file: name, text: readFileSync(path.join(root, name), 'utf8') }
}

function keysOf(texts: Texts, before = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${before}${key}`] : keysOf(value, `${before}${key}.`),
  )
}
