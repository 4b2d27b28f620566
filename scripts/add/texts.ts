import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { insertTexts } from '../generate/edit.ts'
import { recipePath, type Recipe } from './recipe.ts'

interface Texts {
  [key: string]: string | Texts
}

/** Texts for shared namespaces, by namespace and section. The section '' is the top of the file. */
type SharedTexts = Record<string, Record<string, Texts>>

/** The texts of a recipe in one language. */
interface AddedTexts {
  /** The contents of files, by their paths from the root. */
  files: Map<string, string>
  /** The keys of texts that are still English, because the recipe lacks the language. */
  untranslated: string[]
}

/** Returns the texts of a recipe in a language of the app; in English if the recipe lacks the language. */
export function textsOf(root: string, { name, manifest }: Recipe, language: string): AddedTexts {
  const own = recipePath(name, `locales/${language}`)
  const folder = existsSync(path.join(root, own)) ? own : recipePath(name, 'locales/en')
  const files = new Map<string, string>()
  const keys: string[] = []
  for (const namespace of Object.keys(manifest.texts ?? {})) {
    const text = read(root, `${folder}/${namespace}.json`)
    files.set(`locales/${language}/${namespace}.json`, text)
    keys.push(...keysOf(JSON.parse(text) as Texts).map((key) => `${namespace}:${key}`))
  }
  const shared = JSON.parse(read(root, `${folder}/shared.json`)) as SharedTexts
  for (const [namespace, sections] of Object.entries(shared)) {
    const file = `locales/${language}/${namespace}.json`
    // An app without the feature of a namespace has no such file.
    if (!existsSync(path.join(root, file))) continue
    let texts = read(root, file)
    for (const [section, given] of Object.entries(sections)) {
      const missing = missingTexts(JSON.parse(texts) as Texts, section, given)
      if (Object.keys(missing).length > 0) texts = insertTexts({ file, text: texts }, section, missing)
      keys.push(...keysOf(missing).map((key) => `${namespace}:${section === '' ? '' : `${section}.`}${key}`))
    }
    if (texts !== read(root, file)) files.set(file, texts)
  }
  return { files, untranslated: folder === own || language === 'en' ? [] : keys }
}

/** Returns the texts that the app lacks. Texts that another feature uses too can be there already. */
function missingTexts(texts: Texts, section: string, given: Texts): Texts {
  const there = section
    .split('.')
    .reduce<string | Texts | undefined>(
      (inside, name) => (name === '' || typeof inside !== 'object' ? inside : inside[name]),
      texts,
    )
  return Object.fromEntries(Object.entries(given).filter(([key]) => typeof there !== 'object' || !(key in there)))
}

function keysOf(texts: Texts, before = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${before}${key}`] : keysOf(value, `${before}${key}.`),
  )
}

function read(root: string, file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}
