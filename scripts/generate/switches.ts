import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { filesBelow } from '../remove/list.ts'
import { PlainFailure } from '../support/plain-failure.ts'
import { SWITCHES, type Files, type NewFeature, type Switch } from './feature.ts'
import { insertInto, insertSorted } from './edit.ts'
import type { SharedFile } from './shared-files.ts'
import { apiFiles, schemaNames } from './write-api.ts'
import { csvFiles } from './write-csv.ts'
import { webhookFiles } from './write-webhooks.ts'
import { filtersOf } from './write-server.ts'
import { rename } from './rename.ts'

interface SwitchablePart {
  /** The name of the part in error messages. */
  name: string
  /** The feature that the part needs, and a file that is removed with it. */
  needs: { feature: string; file: string }
}

const PARTS: Record<Switch, SwitchablePart> = {
  csv: { name: 'an export of the list', needs: { feature: 'imports', file: 'src/slots/export.server.ts' } },
  api: { name: 'API operations', needs: { feature: 'api-keys', file: 'src/slots/api.server.ts' } },
  webhooks: { name: 'events for webhooks', needs: { feature: 'webhooks', file: 'src/features/webhooks/feature.ts' } },
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
  csv: [
    {
      file: 'src/slots/export.server.ts',
      edit: (text, { names: { many } }) => {
        const file = 'src/slots/export.server.ts'
        const from = `#features/${many.kebab}/${many.kebab}.export.server.ts`
        const line = `import { ${many.camel}Export } from '${from}'`
        const imported = insertSorted({ file, text }, /^import .* from '(#features\/[^']+)'$/, from, line)
        const list = /^(export const listExports: .*= \[)([^\]]*)\]/m
        return imported.replace(list, (_found, start: string, others: string) => {
          const before = others.replace(/,?\s*$/, '')
          return `${start}${before === '' ? '' : `${before}, `}${many.camel}Export]`
        })
      },
    },
  ],
  // The manifest of the feature declares its events.
  webhooks: [],
}

/** Returns the parts whose features an app has. */
export function availableSwitches(root: string): Switch[] {
  return SWITCHES.filter((one) => existsSync(path.join(root, PARTS[one].needs.file)))
}

/** Returns the lists of the app that get an entry for the requested parts. */
export function sharedFilesOf({ switches }: Pick<NewFeature, 'switches'>): SharedFile[] {
  return switches.flatMap((one) => SHARED[one])
}

interface AddedLine {
  file: string
  place: RegExp
  text: string
}

/** The lines that a part adds to files of the template. */
const LINES: Record<Switch, (feature: NewFeature) => AddedLine[]> = {
  api: ({ names: { one, many } }) => {
    const folder = `src/features/${many.kebab}`
    const rules = `${folder}/${many.kebab}.server.ts`
    const scopes = ['read', 'create', 'update', 'delete'].map((act) => `'${one.camel}:${act}'`).join(', ')
    return [
      {
        file: `${folder}/feature.ts`,
        place: /^ {2}audit: /m,
        text: `  forPrograms: {\n    ${many.camel}: [${scopes}],\n  },\n$&`,
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
  csv: ({ names, fields }) => {
    const { one, many } = names
    const folder = `src/features/${many.kebab}`
    const rules = `${folder}/${many.kebab}.server.ts`
    const page = `${folder}/pages/${many.kebab}-page.tsx`
    const route = `src/routes/app/${many.kebab}/index.tsx`
    const parameters = ['searchTerm', ...filtersOf(fields).map(({ column }) => column), 'sort']
    return [
      {
        file: `${folder}/feature.ts`,
        place: /^ {2}permissions: /m,
        text: `  lists: {\n    '${many.kebab}': { permission: '${one.camel}:read', parameters: [${parameters.map((name) => `'${name}'`).join(', ')}] },\n  },\n$&`,
      },
      { file: `${folder}/feature.ts`, place: /-restored'\]/, text: `-restored', '${one.kebab}-list-exported']` },
      ...Object.entries({
        isActive: rename('Whether a note is not deleted.', names),
        SEARCHABLE: `The columns in which ${many.spaced} are searched.`,
        orders: `The orders of the list of ${many.spaced}.`,
      }).map(([name, purpose]) => ({
        file: rules,
        place: new RegExp(`^const ${name}\\b`, 'm'),
        text: `/** ${purpose} */\nexport $&`,
      })),
      { file: page, place: /^import \{ useTranslation \}/m, text: "import type { ReactNode } from 'react'\n$&" },
      {
        file: page,
        place: /^ {2}\/\*\* Absent for viewers who cannot add rows/m,
        text: '  /** The tools that features add to the list. */\n  tools: ReactNode\n$&',
      },
      { file: page, place: /\{ search, creation \}/, text: '{ search, tools, creation }' },
      { file: page, place: / filters=\{filters\}>/, text: ' filters={filters} tools={tools}>' },
      {
        file: route,
        place: /^import \{ loadList \}/m,
        text: "import { renderToolsOf } from '../../-list-tools.tsx'\n$&",
      },
      {
        file: route,
        place: /return (<\w+) (search=\{search\}) (creation=.*) \/>/,
        text: `return (\n    $1\n      $2\n      tools={renderToolsOf('${many.kebab}', search, { exportPath: '/app/${many.kebab}/export' })}\n      $3\n    />\n  )`,
      },
    ]
  },
  webhooks: ({ names: { one, many } }) => {
    const events = ['created', 'updated', 'deleted', 'restored'].map((change) => `'${one.kebab}.${change}'`).join(', ')
    return [
      {
        file: `src/features/${many.kebab}/feature.ts`,
        place: /^ {2}audit: /m,
        text: `  sentEvents: [${events}],\n$&`,
      },
    ]
  },
}

/**
 * Refuses parts that the app or the owner of the rows doesn't allow.
 * @throws {PlainFailure} with the reason
 */
export function refuseSwitches(root: string, { switches, names, owner }: NewFeature): void {
  const allowed = availableSwitches(root)
  const refused = switches.find((one) => !allowed.includes(one))
  if (refused !== undefined)
    throw new PlainFailure(
      `--${refused} adds ${PARTS[refused].name}, but this app has no feature ${PARTS[refused].needs.feature}. Leave out --${refused}. Nothing was written.`,
    )
  if (switches.includes('webhooks') && owner === 'user')
    throw new PlainFailure(
      '--webhooks sends rows to addresses that administrators choose, but with --owner user, only the user who added a row can see it. Leave out --webhooks, or choose another owner. Nothing was written.',
    )
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
  return {
    ...(has('api') && apiFiles(feature)),
    ...(has('csv') && csvFiles(feature)),
    ...(has('webhooks') && webhookFiles(feature)),
  }
}

/** Returns the files of a feature with the lines that the requested parts need. @throws {Error} if a line has no place */
export function withSwitches(files: Files, feature: NewFeature): Files {
  const changed = { ...files }
  for (const { file, place, text } of feature.switches.flatMap((one) => LINES[one](feature))) {
    const before = changed[file] ?? ''
    if (!place.test(before)) throw new Error(`${file} has no line after which this can be inserted: ${text}`)
    changed[file] = before.replace(place, text)
  }
  return changed
}
