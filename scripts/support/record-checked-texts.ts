import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { appConfig } from '#app.config'
import { CHECKED_TEXTS, hashesOfTexts } from '../../src/architecture/checked-texts.ts'
import { textsIn } from '../../src/architecture/locales.ts'

/** Returns the hashes of an app's English texts. */
export function englishTexts(root: string): string[] {
  const folder = `locales/${appConfig.defaultLanguage}`
  const sources = readdirSync(path.join(root, folder)).map((name) => {
    const file = `${folder}/${name}`
    return { path: file, text: readFileSync(path.join(root, file), 'utf8') }
  })
  return hashesOfTexts(textsIn(sources))
}

/** Records that the translations of all English texts of an app have been checked. @returns the number of texts */
export function recordCheckedTexts(root: string): number {
  const texts = englishTexts(root)
  write(root, texts)
  return texts.length
}

/** Records the English texts that are not in `before` as checked. The state of all other texts does not change. */
export function recordAddedTexts(root: string, before: string[]): void {
  const old = new Set(before)
  const checked = JSON.parse(readFileSync(path.join(root, CHECKED_TEXTS), 'utf8')) as string[]
  write(root, [...new Set([...checked, ...englishTexts(root).filter((text) => !old.has(text))])].toSorted())
}

function write(root: string, texts: string[]) {
  writeFileSync(path.join(root, CHECKED_TEXTS), `${JSON.stringify(texts, null, 2)}\n`)
}
