import type { Anchor } from './edit.ts'
import type { Names } from './names.ts'

/** The owners that rows of a feature may have: an organization, or everybody who is signed in. */
export const OWNERS = ['organization', 'everybody'] as const
export type Owner = (typeof OWNERS)[number]

/** Places of a shared file whose lines about repositories are followed by the same lines about the new feature. */
export interface SharedFile {
  file: string
  anchors: Anchor[]
  /** Single lines that are changed; `file` is the whole text as it was before. */
  edits?: [line: RegExp, edit: (found: string, names: Names, file: string) => string][]
  /** What is not only renamed in the new lines. @param file as it was before */
  also?: (lines: string, file: string, owner: Owner) => string
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
  { file: 'src/auth/permissions.test.ts', anchors: [{ line: /^ {2}'repository:\w+': \['(admin|owner)'/, times: 8 }] },
  { file: 'src/features.ts', anchors: [{ line: /\brepositories\b/, times: 2 }] },
  { file: 'src/features.ui.ts', anchors: [{ line: /\brepositories\b/, times: 2 }] },
  { file: 'src/features.server.ts', anchors: [{ line: /\brepositories\b/, times: 2 }] },
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

/**
 * Files about repositories that are no part of a new feature: what they alone have, the journeys and pictures of that, the API,
 * bulk work, files of rows, and the page that finds one; and migrations, which drizzle-kit makes.
 */
export const NOT_COPIED =
  /^(e2e\/fixtures|src\/db\/migrations|src\/feature)\/|^src\/slots\/|^e2e\/(repositories\/(owners|repositories-(list|worth-opening))\.e2e\.ts|screenshots\/)|^src\/features\/(home\/|repositories\/.*(languages?|topics|marks|discovery|neighbours?|owners?|many-repositories|export|import|\.bulk|\.api|\.file-endpoints)\b)|\/import\.tsx$/

/** Files that copies have whose rows have an owner. */
export const COPIED_IF_OWNED = /-of-others\.e2e\.ts$|\/use-repositories-room\.ts$/

/** Texts about what repositories alone have. */
export const TEXTS_NOT_COPIED = /^ +"(?:(?:language|topics)\w*|import)": .*\n|^ {2}"health": \{[^}]*\},\n/gm

/** What no copy has: lines that end with a comment that says so, and those from one such comment to another. */
const OF_REPOSITORIES_ALONE =
  /^.*of repositories alone, from here.*\n(?:.*\n)*?.*of repositories alone, to here.*\n|^.*\/\/ of repositories alone\n/gm

/** The text that is searched, which a table that is new can make by itself: nobody waits for its rows to be written. */
const KEPT_BY_TRIGGER = / {4}\/\*\* What a search looks through: a trigger[^]*?searchText: text\(\),/
const GENERATED = `    /** What a search looks through. */
    searchText: text().generatedAlwaysAs((): SQL =>
      sql\`folded(\${repository.name} || ' ' || \${repository.link} || ' ' || coalesce(\${repository.description}, ''))\`,
    ),`

/** What copies have whose rows have an owner. */
const OF_OWNED_ROWS =
  /^.*of owned rows, from here.*\n(?:.*\n)*?.*of owned rows, to here.*\n|^.*\/\/ of owned rows(?:\n|$)/gm
const OWNER_MARKS = /^.*of owned rows, (?:from|to) here.*\n| \/\/ of owned rows$/gm

/** The text of a file without what repositories alone have: languages, topics, and the owner where rows are everybody's. */
export function withoutOwn(text: string, owner: Owner): string {
  const shared = text
    .replaceAll(OF_REPOSITORIES_ALONE, '')
    .replace(KEPT_BY_TRIGGER, GENERATED)
    .replace(' extends MarksInUrl {', ' {')
  if (owner === 'organization') return shared.replaceAll(OWNER_MARKS, '')
  return shared
    .replaceAll(OF_OWNED_ROWS, '')
    .replaceAll("owner: 'organization'", "owner: 'everybody'")
    .replaceAll('requireScopedPermission', 'requirePermission')
}

/** The folders of the files that are wholly about repositories, told by their paths. */
export const COPIED_FROM = ['src', 'e2e']

function alsoImported(found: string, names: Names): string {
  return found.replace(/\brepository\b/, `$&, ${names.one.camel}`)
}

/**
 * The links of the new feature, with an icon and a key of their own: the first letter of its name that leads to no other place
 * yet, or any other one.
 * @param others the manifests that have all other keys
 */
export function withLinksOfItsOwn(manifest: string, others: string): string {
  const taken = new Set([...others.matchAll(/key: '(\w)'/g)].map(([, key]) => key))
  const [, label = ''] = /label: '(\w+)'/.exec(manifest) ?? []
  const free = [...label.toLowerCase(), ...'abcdefghijklmnopqrstuvwxyz'].find((letter) => !taken.has(letter))
  return manifest.replaceAll('BookMarked', 'Layers').replaceAll(/key: '\w'/g, `key: '${free}'`)
}
