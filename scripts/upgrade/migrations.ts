import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Git } from './git.ts'
import { mergeJson } from './merge-json.ts'
import type { Releases } from './releases.ts'

/** The folder of migrations, in the app and in the starter. */
export const MIGRATIONS = 'src/db/migrations'
const BREAKPOINT = '--> statement-breakpoint'
const JOURNAL = 'meta/_journal.json'

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[]
}

interface Snapshot {
  id: string
  prevId: string
  tables: Record<string, { name: string }>
}

/** A file in the folder of migrations. */
export interface MigrationFile {
  name: string
  text: string
}

interface MigrationSources {
  /** Runs Git in the app. */
  git: Git
  releases: Releases
  /** Folders of the app as created from the two releases. */
  before: string
  after: string
}

/**
 * Returns the starter's migrations between two releases as the next migrations of the app. The app's databases already
 * have the structure of the old release, and the returned migrations change that to the structure of the new release.
 * @returns the files to add, and the statements that were left out because they concern tables the app doesn't have
 */
export function newMigrations({ git, releases, before, after }: MigrationSources): {
  files: MigrationFile[]
  leftOut: string[]
} {
  const show = (file: string) => releases.git('show', `${releases.to.commit}:${MIGRATIONS}/${file}`)
  const known = new Set(journalOf(releases.git, releases.from.commit).entries.map(({ tag }) => tag))
  const added = journalOf(releases.git, releases.to.commit).entries.filter(({ tag }) => !known.has(tag))
  if (added.length === 0) return { files: [], leftOut: [] }

  const journal = journalOf(git, 'HEAD')
  const snapshots = { own: lastSnapshot(git), before: snapshotOf(before), after: snapshotOf(after) }
  const foreign = tablesOnlyIn(lastSnapshot(releases.git, releases.to.commit), snapshots.after)
  const last = journal.entries.at(-1) ?? { idx: -1, when: 0 }
  const start = Math.max(last.when, ...added.map(({ when }) => when))
  const migrations = added.map(({ tag, ...entry }, index) => {
    const idx = last.idx + 1 + index
    const named = `${String(idx).padStart(4, '0')}_${tag.replace(/^\d+_/, '')}`
    const { kept, leftOut } = withoutTables(show(`${tag}.sql`), foreign)
    return { entry: { ...entry, idx, when: start + 1 + index, tag: named }, kept, leftOut }
  })
  const merged = mergeJson(snapshots.before, snapshots.after, snapshots.own) as Snapshot
  const snapshot = { ...merged, id: randomUUID(), prevId: snapshots.own.id }
  const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  return {
    files: [
      ...migrations.map(({ entry, kept }) => ({ name: `${entry.tag}.sql`, text: kept })),
      { name: `meta/${migrations.at(-1)?.entry.tag.slice(0, 4)}_snapshot.json`, text: asJson(snapshot) },
      {
        name: JOURNAL,
        text: asJson({ ...journal, entries: [...journal.entries, ...migrations.map(({ entry }) => entry)] }),
      },
    ],
    leftOut: migrations.flatMap(({ leftOut }) => leftOut),
  }
}

/** Returns a migration without the statements that name one of the tables. */
export function withoutTables(migration: string, tables: string[]): { kept: string; leftOut: string[] } {
  if (tables.length === 0) return { kept: migration, leftOut: [] }
  const named = new RegExp(String.raw`\b(?:${tables.join('|')})\b`)
  const [header = ''] = /^(?:--(?!>).*\n)*/.exec(migration) ?? []
  const statements = migration.slice(header.length).split(BREAKPOINT)
  const kept = statements.filter((statement) => !named.test(statement)).map((statement) => statement.trim())
  const leftOut = statements.filter((statement) => named.test(statement)).map((statement) => firstLine(statement))
  // An empty migration would fail, so write a statement that does nothing.
  const body = kept.length === 0 ? 'select 1;' : kept.join(`\n${BREAKPOINT}\n`)
  return { kept: `${header}${body}\n`, leftOut }
}

function firstLine(statement: string): string {
  const line = statement.split('\n').find((one) => one.trim() !== '' && !one.trim().startsWith('--'))
  return (line ?? '').trim()
}

function tablesOnlyIn(whole: Snapshot, part: Snapshot): string[] {
  return Object.entries(whole.tables).flatMap(([key, { name }]) => (key in part.tables ? [] : name))
}

function journalOf(git: Git, commit: string): Journal {
  return JSON.parse(git('show', `${commit}:${MIGRATIONS}/${JOURNAL}`)) as Journal
}

function lastSnapshot(git: Git, commit = 'HEAD'): Snapshot {
  const files = git('ls-tree', '--name-only', commit, `${MIGRATIONS}/meta/`).split('\n')
  const newest = files
    .filter((file) => file.endsWith('_snapshot.json'))
    .toSorted()
    .at(-1)
  return JSON.parse(git('show', `${commit}:${newest}`)) as Snapshot
}

function snapshotOf(app: string): Snapshot {
  const folder = path.join(app, MIGRATIONS, 'meta')
  const newest =
    readdirSync(folder)
      .filter((file) => file.endsWith('_snapshot.json'))
      .toSorted()
      .at(-1) ?? ''
  return JSON.parse(readFileSync(path.join(folder, newest), 'utf8')) as Snapshot
}
