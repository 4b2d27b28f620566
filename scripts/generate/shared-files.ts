import type { Anchor } from './edit.ts'
import type { Names } from './names.ts'

/** Places of a shared file whose lines about repositories are followed by the same lines about the new feature. */
export interface SharedFile {
  file: string
  anchors: Anchor[]
  /** Single lines that are changed. */
  edits?: [line: RegExp, edit: (found: string, names: Names) => string][]
  /** What is not only renamed in the new lines. */
  also?: (lines: string) => string
}

/** Every list that a feature has a place in, by what its lines look like. The only knowledge of these files. */
export const SHARED_FILES: SharedFile[] = [
  { file: 'app.config.ts', anchors: [{ line: /^ {2}repository: \{/, to: /\},?$/ }] },
  { file: 'src/db/schema.ts', anchors: [{ line: /tables\/repositories\.ts/ }] },
  {
    file: 'src/db/search.ts',
    anchors: [{ line: /^\/\*\* Repositories, by/, to: /^\}/ }],
    edits: [[/^import .*schema\.ts/, alsoImported]],
  },
  {
    file: 'src/db/seed.ts',
    anchors: [{ line: /seed-repositories\.ts/ }, { line: /^ {2}repositories: \{/, to: /\},?$/ }],
  },
  {
    file: 'src/auth/permissions.ts',
    anchors: [{ line: /^ +repository: \[/, times: 3 }],
  },
  { file: 'src/auth/permissions.test.ts', anchors: [{ line: /^ {2}'repository:\w+': \[/, times: 4 }] },
  { file: 'src/db/tables/audit.ts', anchors: [{ line: /^ {2}'repository-\w+'/, times: 4 }] },
  { file: 'src/i18n/namespaces.ts', anchors: [{ line: /'repositories'/ }] },
  { file: 'src/i18n/i18next.d.ts', anchors: [{ line: /repositories/, times: 2 }] },
  {
    file: 'src/shell/navigation.ts',
    anchors: [{ line: /'\/(app|manager)\/repositories'/, times: 2 }],
    also: (lines) => lines.replaceAll('BookMarked', 'Layers'),
    edits: [[/lucide-react/, (found) => (found.includes('Layers') ? found : found.replace(' House,', '$& Layers,'))]],
  },
  { file: 'src/jobs/purge.server.ts', anchors: [{ line: /sql`repository`/ }] },
  { file: 'src/jobs/purge.server.test.ts', anchors: [{ line: /^ {2}'deleted repository': \{/, to: /^ {2}\},/ }] },
  {
    file: 'src/features/account/account-data.server.ts',
    anchors: [{ line: /^ {4}repositories: await / }],
    edits: [[/^import .*schema\.ts/, alsoImported]],
  },
  { file: 'e2e/support/endpoints.ts', anchors: [{ line: /^ {2}'repositories\./, times: 7 }] },
  { file: 'e2e/support/texts.ts', anchors: [{ line: /\brepositories\b/, times: 2 }] },
  { file: 'e2e/support/all-pages.ts', anchors: [{ line: /repositoryPages/, times: 2 }] },
  {
    file: 'e2e/support/world.ts',
    anchors: [{ line: /\/repositories\.ts'/ }, { line: /^ {2}repository: / }, { line: /^ {4}repository: / }],
  },
  {
    file: 'e2e/support/still-world.ts',
    anchors: [{ line: /\/repositories\.ts'/ }, { line: /^ {4}repository: / }],
  },
]

/** Files about repositories that are no part of a feature: a second journey, its pictures, the page that finds one. */
export const NOT_COPIED = /^e2e\/(repositories-list\.e2e\.ts|screenshots\/)|^src\/features\/home\//

/** The folders of the files that are wholly about repositories, told by their paths. */
export const COPIED_FROM = ['src', 'e2e']

function alsoImported(found: string, names: Names): string {
  return found.replace(/\brepository\b/, `$&, ${names.one.camel}`)
}
