import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { filesBelow } from '../remove/list.ts'
import { PlainFailure } from '../support/plain-failure.ts'
import type { Files, NewFeature, Switch } from './feature.ts'
import type { Names } from './names.ts'
import { insertInto, insertSorted } from './edit.ts'
import type { SharedFile } from './shared-files.ts'
import { apiFiles, schemaNames } from './write-api.ts'

interface Part {
  /** The part in the words of a message. */
  name: string
  /** The feature that the part needs, and a file that is removed with it. */
  needs: { feature: string; file: string }
}

const PARTS: Record<Switch, Part> = {
  api: { name: 'operations of the API', needs: { feature: 'api-keys', file: 'src/slots/api.server.ts' } },
}

/** The lists of the app that have an entry for the part of a feature. */
const SHARED: Record<Switch, SharedFile[]> = {
  api: [
    {
      file: 'src/slots/api.server.ts',
      edit: (text, { names: { one, many } }) => {
        const file = 'src/slots/api.server.ts'
        const from = `#features/${many.kebab}/${many.kebab}.api.server.ts`
        const line = `import { ${one.camel}Operations } from '${from}'`
        const imported = insertSorted({ file, text }, /^import .* from '(#features\/[^']+)'$/, from, line)
        return insertInto(
          { file, text: imported },
          /^export const apiOperations: .*= \[$/,
          `  ...${one.camel}Operations,`,
        )
      },
    },
  ],
}

/** Returns the lists of the app that get an entry for the requested parts. */
export function sharedFilesOf({ switches }: Pick<NewFeature, 'switches'>): SharedFile[] {
  return switches.flatMap((one) => SHARED[one])
}

interface Line {
  file: string
  place: RegExp
  text: string
}

/** The lines that a part adds to files of the template. */
const LINES: Record<Switch, (names: Names) => Line[]> = {
  api: ({ one, many }) => {
    const folder = `src/features/${many.kebab}`
    const rules = `${folder}/${many.kebab}.server.ts`
    const scopes = ['read', 'create', 'update', 'delete'].map((act) => `'${one.camel}:${act}'`).join(', ')
    return [
      {
        file: `${folder}/feature.ts`,
        place: /^ {2}audit: /m,
        text: `  forPrograms: {\n    '${many.kebab}': [${scopes}],\n  },\n$&`,
      },
      {
        file: rules,
        place: /searchTerm(, \.\.\.filters)? \}: (\w+ListInput),/,
        text: 'searchTerm, limit = pageSize$1 }: $2 & { limit?: number },',
      },
      { file: rules, place: /limit: pageSize,/, text: 'limit,' },
      { file: rules, place: /pageOf\(found, pageSize,/, text: 'pageOf(found, limit,' },
    ]
  },
}

/**
 * Refuses parts that the app or the owner of the rows doesn't allow.
 * @throws {PlainFailure} with the reason
 */
export function refuseSwitches(root: string, { switches, names }: NewFeature): void {
  for (const one of switches) {
    const { name, needs } = PARTS[one]
    if (!existsSync(path.join(root, needs.file)))
      throw new PlainFailure(
        `--${one} adds ${name}, but this app has no feature ${needs.feature}. Leave out --${one}. Nothing was written.`,
      )
  }
  if (!switches.includes('api')) return
  const files = filesBelow(root, 'src').filter((file) => file.endsWith('.api.server.ts'))
  const text = files.map((file) => readFileSync(path.join(root, file), 'utf8')).join('')
  const taken = schemaNames(names).find((id) => id === 'Problem' || text.includes(`{ id: '${id}' }`))
  if (taken !== undefined)
    throw new PlainFailure(
      `"${names.many.kebab}" isn't a valid name with --api, because the API already has a schema "${taken}". Choose another name. Nothing was written.`,
    )
}

/** Returns the field-dependent files of the requested parts. */
export function switchFiles(feature: NewFeature): Files {
  const has = (one: Switch) => feature.switches.includes(one)
  return { ...(has('api') && apiFiles(feature)) }
}

/** Returns the files of a feature with the lines that the requested parts need. @throws {Error} if a line has no place */
export function withSwitches(files: Files, feature: NewFeature): Files {
  const changed = { ...files }
  for (const { file, place, text } of feature.switches.flatMap((one) => LINES[one](feature.names))) {
    const before = changed[file] ?? ''
    if (!place.test(before)) throw new Error(`${file} has no place for: ${text}`)
    changed[file] = before.replace(place, text)
  }
  return changed
}
