import { sameAsEnglish } from '../../src/architecture/untranslated.ts'
import { hashesOfTexts } from '../../src/architecture/checked-texts.ts'
import type { Text, Untranslated } from '../../src/architecture/locales.ts'

type TextsByLanguage = Record<string, string[]>

/** Removes from same-texts.json the texts that no longer equal an English text. @param texts all texts that are left */
export function withoutStaleSameTexts(json: string, texts: Text[]): string {
  const same = new Set(sameAsEnglish(texts).map(({ language, value }) => `${language}/${value}`))
  return withEntries(json, (language, value) => same.has(`${language}/${value}`))
}

/** Removes from untranslated.json the keys that no longer exist. `*` stands for all keys. @param texts all texts that are left */
export function withoutStaleKeys(json: string, texts: Text[]): string {
  const existing = new Set(texts.map(({ language, namespace, key }) => `${language}/${namespace}:${key}`))
  return withEntries(json, (language, key) => key === '*' || existing.has(`${language}/${key}`))
}

/** Removes from checked-texts.json the hashes of removed texts. @param before all texts @param texts all texts that are left */
export function withoutCheckedTexts(json: string, before: Text[], texts: Text[]): string {
  const left = new Set(hashesOfTexts(texts))
  const removed = new Set(hashesOfTexts(before).filter((hash) => !left.has(hash)))
  const hashes = (JSON.parse(json) as string[]).filter((hash) => !removed.has(hash))
  return `${JSON.stringify(hashes, null, 2)}\n`
}

function withEntries(json: string, isKept: (language: string, entry: string) => boolean): string {
  const listed = Object.entries(JSON.parse(json) as Untranslated).map(([language, entries = []]) => [
    language,
    entries.filter((entry) => isKept(language, entry)),
  ])
  return `${JSON.stringify(Object.fromEntries(listed) as TextsByLanguage, null, 2)}\n`
}
