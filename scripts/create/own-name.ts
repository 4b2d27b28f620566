import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The settings of the new app, validated by answers.mjs. */
export interface Answers {
  name: string
  slug: string
  packageName: string
  team: string
  sender: string
  /** An email address or an https URL. */
  security: string
  /** The version and the commit from which the app is created, as text. */
  origin: string
  /** The repository, version and commit for `npm run upgrade`. An app that is created from a download has no commit. */
  starter: { repository?: string; version: string; commit?: string }
}

const UNCHANGED_FILES = new Set(['node_modules', '.env', 'package-lock.json', 'LICENSE'])

/** Replaces this project's name with the new app's name in all files of the app. */
export function replaceProjectName(root: string, { name, slug, sender, security }: Answers): void {
  const title = slug.replace(/^./, (letter) => letter.toUpperCase())
  const contact = security.startsWith('https:') ? security : `mailto:${security}`
  const rules: [RegExp, string][] = [
    [/(?<=^ {2}name: )'Latchkey'/gm, `'${name}'`],
    [/(?<=^ {2}securityContact: )'[^']*'/gm, `'${contact}'`],
    [/(?<=^ {2}starter: )\{[^}]*\}(?= as )/gm, 'undefined'],
    [
      /by email to security@latchkey\.example/g,
      security.startsWith('https:') ? `at ${security}` : `by email to ${security}`,
    ],
    [/^contact_links:\n(?: .*\n)+/gm, ''],
    [/(?<=^ {2}docsUrl: )'[^']*'(?= as )/gm, 'undefined'],
    [/LATCHKEY/g, slug.toUpperCase()],
    [/Latchkey(?=[A-Z[])/g, title],
    [/Latchkey/g, name],
    [/latchkey-app\/latchkey/g, `${slug}/${slug}`],
    [/latchkey/g, slug],
    [/\blk_/g, `${slug.slice(0, 3)}_`],
  ]
  for (const file of filesOf(root)) {
    const place = path.join(root, file)
    const bytes = readFileSync(place)
    if (!bytes.includes(0)) {
      const isOfOperators = /^(?:deploy|\.env\.example$|docker-compose)/.test(file)
      const text = bytes.toString()
      const sent = isOfOperators ? text.replaceAll('Latchkey <no-reply@example.com>', () => sender) : text
      const renamed = rules.reduce((rest, [pattern, own]) => rest.replaceAll(pattern, () => own), sent)
      if (renamed !== text) writeFileSync(place, renamed)
    }
    const ownName = path.basename(file).replaceAll('latchkey', slug)
    if (ownName !== path.basename(file)) renameSync(place, path.join(path.dirname(place), ownName))
  }
}

function filesOf(root: string, folder = ''): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (UNCHANGED_FILES.has(entry.name)) return []
    const file = path.posix.join(folder, entry.name)
    return entry.isDirectory() ? filesOf(root, file) : [file]
  })
}
