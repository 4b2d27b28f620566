import { type Git, gitIn } from '../upgrade/git.ts'
import { SOURCE_LANGUAGE } from './change.ts'

const FORM = /_(zero|one|two|few|many|other)$/
const FOLDER = `locales/${SOURCE_LANGUAGE}`
const TEXT = /"((?:[^"\\]|\\.)*)": ("(?:[^"\\]|\\.)*")/g

/**
 * Returns a function that checks whether a text was earlier, according to Git, the English text of this name in this file. The name
 * is the last part of the key, with or without a plural form. A folder without a Git repository has no earlier texts.
 */
export function earlierTextsIn(root: string): (file: string, name: string, text: string) => boolean {
  const texts = new Set<string>()
  const idOf = (file: string, name: string, text: string) => JSON.stringify([file, name.replace(FORM, ''), text])
  let file = ''
  for (const line of removedLinesIn(gitIn(root))) {
    if (line.startsWith('--- ')) file = line.slice(line.lastIndexOf('/') + 1)
    else
      for (const [, name = '', text = ''] of line.matchAll(TEXT))
        texts.add(idOf(file, name, JSON.parse(text) as string))
  }
  return (...wanted) => texts.has(idOf(...wanted))
}

function removedLinesIn(git: Git): string[] {
  if (git.fails('rev-parse', '--verify', '--quiet', 'HEAD')) return []
  const options = ['--unified=0', '--no-renames', '--no-color', '--no-ext-diff', '--relative'] as const
  const changes = [
    git('log', '--patch', '--format=', ...options, '--', FOLDER),
    git('diff', 'HEAD', ...options, '--', FOLDER),
  ]
  return changes.flatMap((change) => change.split('\n')).filter((line) => line.startsWith('-'))
}
