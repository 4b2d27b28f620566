import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withoutEntries, withoutImports } from '../remove/cut.ts'
import { filesBelow } from '../remove/list.ts'

/**
 * Files of this project that a new app doesn't need: tests of upgrades from earlier releases and of Patroni, decision
 * records, benchmarks, the images of the README, and `npm run create`.
 */
const PROJECT_ONLY_FILES =
  /^(?:src\/db\/releases|e2e\/fixtures\/releases|docs\/decisions|docs\/images|bench|scripts\/create)\/|^(?:e2e\/faults\/rows\/(?:cluster|upgrades)|e2e\/support\/(?:changed-app|patroni)|e2e\/local\/(?:create|upgrade)\.e2e|scripts\/(?:screenshots|migrate\.slow\.test))\.ts$|^scripts\/create\.mjs$/
const FOLDERS = ['src', 'e2e', 'docs', 'scripts', 'bench']
const EDITED_FILES = ['CONTRIBUTING.md', 'Dockerfile', 'knip.json']
const DELETED_SCRIPTS = ['create', 'bench', 'screenshots']

/** References to these files in documents, comments and arrays: table rows, entries, and remarks in parentheses. */
const REFERENCES = [
  /, `src\/db\/releases\/[^`]*`/g,
  /^\| (?:29 \| An upgrade from|35 \| Patroni|Patroni.s leader dies).*\n/gm,
  /, row 35 of `docs\/reliability\.md`/g,
  /^\| `npm run (?:create|bench|screenshots)` \|.*\n/gm,
  /^- A new app can start without features: `npm run create.*\n/gm,
  /, and a new app \(`npm run create`\)|; the new app's files/g,
  /^bench\/ +the measurements .*\n/gm,
  /, `docs\/decisions\/[\w-]+\.md`/g,
  /\s+\(`?(?:docs\/decisions\/[\w-]+\.md|bench\/results\.md|npm run (?:create|bench))`?(?:,\s+`[^`]+`)*\)/g,
  /^ *'scripts\/create\/.*',\n/gm,
  /^ *"(?:scripts\/create\/finish\.ts|bench\/\*\.ts)",\n/gm,
  /,\n *"bench\/\*\.ts"(?=\n)/g,
  /"giget", /g,
  /'bench', /g,
  // Only tests of releases and of the first migration call this function.
  /^\/\*\* Fingerprints the structure of the database\..*\nexport async function structureOf\b[\s\S]*?\n\}\n\n/gm,
]

/** Deletes the files that only this project needs, and all references to these files, from a new app. */
export function deleteProjectOnlyFiles(root: string): void {
  const files = FOLDERS.flatMap((folder) => filesBelow(root, folder))
  const isGone = (file: string) => PROJECT_ONLY_FILES.test(file)
  for (const file of [...files.filter((one) => !isGone(one) && /\.(ts|tsx|md)$/.test(one)), ...EDITED_FILES]) {
    const place = path.join(root, file)
    const text = readFileSync(place, 'utf8')
    let shorter = REFERENCES.reduce((rest, mention) => rest.replaceAll(mention, ''), text)
    if (file.endsWith('.ts'))
      shorter = withoutEntries(withoutImports(file, shorter, isGone), /^ +\{ file: 'src\/db\/releases\//)
    if (shorter !== text) writeFileSync(place, shorter)
  }
  for (const file of files.filter((one) => isGone(one))) rmSync(path.join(root, file))
  for (const folder of [
    'src/db/releases',
    'e2e/fixtures/releases',
    'docs/decisions',
    'docs/images',
    'bench',
    'scripts/create',
  ])
    if (existsSync(path.join(root, folder))) rmSync(path.join(root, folder), { recursive: true })
}

/** Returns the text of package.json with the name of the app, and without the scripts and packages that it doesn't need. */
export function appManifest(text: string, packageName: string): string {
  const { repository: _, scripts, devDependencies, ...rest } = JSON.parse(text) as Manifest
  for (const name of DELETED_SCRIPTS.flatMap((one) => [one, `pre${one}`])) delete scripts[name]
  delete devDependencies.giget
  const manifest = { ...rest, scripts, devDependencies, name: packageName, version: '0.1.0' }
  // Keep the original order of the keys, so that npm doesn't reorder them at the next installation.
  const ordered = Object.keys(JSON.parse(text) as Manifest).map((key) => [key, manifest[key as keyof typeof manifest]])
  return `${JSON.stringify(Object.fromEntries(ordered), null, 2)}\n`
}

interface Manifest {
  repository?: unknown
  scripts: Record<string, string>
  devDependencies: Record<string, string>
}
