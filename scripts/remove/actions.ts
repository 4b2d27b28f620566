import { isTest, type Source } from '../../src/architecture/source.ts'

const MANIFEST = /^src\/features\/[\w-]+\/feature\.ts$/
const DECLARED = /(?<=^  audit: \[)[^\]]*/m

/** Finds audit actions that remaining manifests declare, but that only the removed code records. */
export function actionsOnlyRecordedBy(gone: ReadonlySet<string>, sources: Source[]): string[] {
  const code = sources.filter((source) => !isTest(source) && !MANIFEST.test(source.path))
  const isNamed = (action: string, isGone: boolean) =>
    code.some(({ path, text }) => gone.has(path) === isGone && text.includes(`'${action}'`))
  return sources
    .filter(({ path }) => MANIFEST.test(path) && !gone.has(path))
    .flatMap(({ text }) => [...(DECLARED.exec(text)?.[0] ?? '').matchAll(/'([\w-]+)'/g)])
    .map(([, action = '']) => action)
    .filter((action) => isNamed(action, true) && !isNamed(action, false))
}

/** Returns the text of a manifest without these actions. */
export function withoutActions(text: string, actions: readonly string[]): string {
  if (actions.length === 0) return text
  return text
    .replace(DECLARED, (list) => list.replaceAll(new RegExp(`'(?:${actions.join('|')})',?(?: *//.*)?\\s*`, 'g'), ''))
    .replace(/^  audit: \[[\s,]*\],\n/m, '')
}
