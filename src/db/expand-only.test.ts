import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** The schema after a migration, as drizzle-kit stores it. */
interface Snapshot {
  tables: Record<string, { columns: Record<string, Column> }>
}

interface Column {
  type: string
  notNull: boolean
  default?: unknown
  generated?: unknown
  identity?: unknown
}

const MIGRATIONS = path.resolve(import.meta.dirname, 'migrations')
const META = path.join(MIGRATIONS, 'meta')
/** Whether the app began with a single migration that creates all tables (the baseline). */
const HAS_BASELINE = existsSync(path.join(MIGRATIONS, '0000_baseline.sql'))
/** The snapshot of the newest migration that renamed something, with a view for the previous release. */
const NEWEST_RENAMING = HAS_BASELINE ? '0000_snapshot.json' : '0006_snapshot.json'
/** The last migration of the first release. No node serves requests while the migrations up to this one run. */
const LAST_OF_FIRST_RELEASE = HAS_BASELINE ? '0000_baseline.sql' : '0004_folded_names.sql'

const snapshots = readdirSync(META)
  .filter((file) => file.endsWith('_snapshot.json') && file >= NEWEST_RENAMING)
  .toSorted()
  .map((file) => ({ file, ...(JSON.parse(readFileSync(path.join(META, file), 'utf8')) as Snapshot) }))

const TABLE_IS_GONE = /^public\.\w+ is gone$/

/** Whether `npm run remove` made the migration of a snapshot. Nodes of the previous release must be stopped before it runs. */
function removesFeature(snapshot: string): boolean {
  const [number = ''] = snapshot.split('_')
  const file = readdirSync(MIGRATIONS).find((name) => name.startsWith(`${number}_`)) ?? ''
  return /^-- takes out the feature [\w-]+\n/.test(readFileSync(path.join(MIGRATIONS, file), 'utf8'))
}

test('migrations of tables and columns keep nodes of the previous release working', () => {
  const broken = snapshots.slice(1).flatMap((after, index) =>
    findBreakingChanges(snapshots[index] ?? after, after)
      .filter((change) => !(TABLE_IS_GONE.test(change) && removesFeature(after.file)))
      .map((change) => `${after.file}: ${change}`),
  )
  expect(broken, 'a migration that removes a feature begins with "-- takes out the feature <name>"').toEqual([])
})

test('findBreakingChanges reports a column that is removed, changes its type, or becomes required', () => {
  const text = { type: 'text', notNull: false }
  const schema = (columns: Record<string, Column>) => ({ tables: { a: { columns } } })
  const before = schema({ gone: text, other: text, strict: text })
  const after = schema({
    other: { ...text, type: 'integer' },
    strict: { ...text, notNull: true },
    new: { ...text, notNull: true },
  })
  expect(findBreakingChanges(before, after)).toEqual([
    'a.gone is gone',
    'a.other has another type',
    'a.strict is now required',
    'a.new is now required',
  ])
  expect(
    findBreakingChanges(before, schema({ ...before.tables.a.columns, new: { ...text, notNull: true, default: `''` } })),
  ).toEqual([])
  expect(findBreakingChanges(before, { tables: {} })).toEqual(['a is gone'])
})

test('no migration locks a table for a time that depends on its size, and each can be repeated after an interruption', () => {
  const files = readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(path.join(MIGRATIONS, file), 'utf8') }))
  expect(findUnsafeStatements(files)).toEqual([])
})

test.each([
  ['create unique index a_x on a (x)', 'an index that is not built concurrently'],
  ['alter table a add column y text generated always as (lower(x)) stored', 'a column that is written into every row'],
  ['alter table a add column y uuid default gen_random_uuid()', 'a column that is written into every row'],
  ['alter table a add column y uuid references b', 'a constraint that is not "not valid"'],
  ['alter table a alter column x type bigint', 'a column that changes its type'],
  ['alter table a add constraint a_x check (x > 0)', 'a constraint that is not "not valid"'],
  ['alter table a add constraint a_x unique (x)', 'a constraint that is not "not valid"'],
  ['alter table a alter column x set not null', '"set not null"'],
  ['-- a comment\nupdate a set x = 1', 'rows that are not written in batches'],
  ['do $$ begin delete from only a; end $$', 'rows that are not written in batches'],
  ['with gone as (delete from "a" returning 1) select 1', 'rows that are not written in batches'],
  ['lock table a in share mode', 'a lock that is kept to the end of a transaction'],
  ['vacuum full a', 'a table that is rewritten'],
  ['cluster a', 'a table that is rewritten'],
  ['reindex table a', 'a table that is rewritten'],
  [`set local lock_timeout = '3s'`, 'a lock timeout of its own'],
  ['create index concurrently if not exists a_x on a (x)', '"concurrently" in a transaction'],
  ['alter table a validate constraint a_x; alter table a add column y text', 'a validation beside other work'],
  ['-- outside of a transaction\ncreate index concurrently a_x on a (x)', 'a statement that cannot be repeated'],
  [
    '-- outside of a transaction\ncreate trigger a_t after insert on a execute function f()',
    'a statement that cannot be repeated',
  ],
  ['-- outside of a transaction\nalter table a add column y text', 'a statement that cannot be repeated'],
  [
    '-- outside of a transaction\nalter table a add constraint a_x check (x > 0) not valid',
    'a statement that cannot be repeated',
  ],
])('findUnsafeStatements reports a statement that blocks a table or cannot be repeated: %s', (text, problem) => {
  const before = { file: '0004.sql', text: 'create table a (x int); create table b (id uuid)' }
  const after = (more: string) => ({ file: '0005.sql', text: more })
  expect(findUnsafeStatements([before, after(text)])).toEqual([`0005.sql: ${problem}`])
})

test.each([
  `create table c (x int);
--> statement-breakpoint
create index c_x on c (x); alter table c add constraint c_x check (x > 0); update c set x = 1;`,
  `create function f() returns trigger language plpgsql as $$ begin update a set x = 1; return null; end $$`,
  'alter table a add column y text, add column z int default 1 not null',
  'alter table a add constraint a_x check (x > 0) not valid',
  'alter table a validate constraint a_x',
  `-- outside of a transaction
create unique index concurrently if not exists a_x on a (x);
--> statement-breakpoint
-- in batches of a
update a set x = 1 where id between $1 and $2;
--> statement-breakpoint
lock table a in share row exclusive mode;`,
])('findUnsafeStatements accepts a statement that blocks no table: %s', (text) => {
  expect(
    findUnsafeStatements([
      { file: '0004.sql', text: 'create table a (x int)' },
      { file: '0005.sql', text },
    ]),
  ).toEqual([])
})

test('the journal lists migrations in the order of their creation, because a database skips older ones', () => {
  const { entries } = JSON.parse(readFileSync(path.join(META, '_journal.json'), 'utf8')) as {
    entries: { when: number }[]
  }
  const moments = entries.map(({ when }) => when)
  expect(moments).toEqual(moments.toSorted((one, other) => one - other))
})

function findBreakingChanges({ tables }: Snapshot, after: Snapshot): string[] {
  return Object.entries(tables).flatMap(([table, { columns }]) => {
    const now = after.tables[table]?.columns
    if (!now) return [`${table} is gone`]
    const kept = Object.entries(columns).flatMap(([name, column]) => {
      const changed = now[name]
      if (!changed) return [`${table}.${name} is gone`]
      if (changed.type !== column.type) return [`${table}.${name} has another type`]
      return isRequired(changed) && !isRequired(column) ? [`${table}.${name} is now required`] : []
    })
    const added = Object.entries(now).filter(([name, column]) => !columns[name] && isRequired(column))
    return [...kept, ...added.map(([name]) => `${table}.${name} is now required`)]
  })
}

function isRequired(column: Column): boolean {
  return column.notNull && column.default === undefined && !column.generated && !column.identity
}

/** Patterns of statements that block an existing table for too long. `TABLE` stands for the name of the table. */
const UNSAFE_ON_EXISTING_TABLE: [problem: string, pattern: string][] = [
  [
    'an index that is not built concurrently',
    String.raw`create (unique )?index (?!concurrently)(\S+ )?on (only )?TABLE\b`,
  ],
  [
    'a column that is written into every row',
    String.raw`alter table TABLE .*add column [^;]*(generated|default (gen_random_uuid|random|clock_timestamp|nextval))`,
  ],
  [
    'a constraint that is not "not valid"',
    String.raw`alter table TABLE .*add (constraint|foreign|check|unique|primary|column \w+ [^,;]*(references|check|unique))(?![^;]*(not valid|using index))`,
  ],
  ['a column that changes its type', String.raw`alter table TABLE .*alter column \w+ (set data )?type`],
  ['"set not null"', String.raw`alter table TABLE .*set not null`],
]
const CHANGED_ROWS = String.raw`(update|delete from) (only )?TABLE\b(?! (row|of|on)\b)`
const UNSAFE_ON_ANY_TABLE: [problem: string, pattern: RegExp][] = [
  ['a table that is rewritten', /\b(vacuum full|cluster|reindex (?!.*concurrently)|refresh materialized)/],
  ['a lock timeout of its own', /\bset (local )?lock_timeout/],
]
const UNSAFE_IN_TRANSACTION: [problem: string, pattern: RegExp][] = [
  ['"concurrently" in a transaction', /\bconcurrently\b/],
  ['a lock that is kept to the end of a transaction', /\block table\b/],
]
/** Statements that fail when they are run a second time. They must not be run outside of a transaction. */
const NOT_REPEATABLE =
  /create (unique )?index concurrently (?!if not exists)|create (function|trigger|view|procedure)|create table (?!if not exists)|drop \w+ (concurrently )?(?!concurrently|if exists|expression)|add column (?!if not exists)|add constraint/

/** Lists the statements of migrations after the first release that block existing tables or cannot be repeated, by file. */
function findUnsafeStatements(files: { file: string; text: string }[]): string[] {
  const tables = new Set<string>()
  return files.flatMap(({ file, text }) => {
    const isOutside = text.startsWith('-- outside of a transaction')
    const statements = text.split('--> statement-breakpoint').map((statement) => ({
      isInBatches: /^\s*-- in batches of "?\w+"?$/m.test(statement),
      sql: plain(statement),
    }))
    const whole = statements.map(({ sql }) => sql).join(' ; ')
    const found = file <= LAST_OF_FIRST_RELEASE ? [] : statements.flatMap(problemsOfStatement)
    if (!isOutside && /\bvalidate constraint\b/.test(whole) && /(?:^|;) ?(?!alter table \S+ validate|;)\w/.test(whole))
      found.push('a validation beside other work')
    for (const [, table = ''] of whole.matchAll(/(?:create table (?:if not exists )?|rename to )(\w+)/g))
      tables.add(table)
    return [...new Set(found)].map((problem) => `${file}: ${problem}`)

    function problemsOfStatement({ isInBatches, sql }: (typeof statements)[number]): string[] {
      const names = [...tables].join('|')
      const about = (pattern: string) =>
        new RegExp(String.raw`\b${pattern.replaceAll('TABLE', `(${names})`)}`).test(sql)
      const ofTables = UNSAFE_ON_EXISTING_TABLE.filter(([, pattern]) => names && about(pattern))
      return [
        ...[...ofTables, ...UNSAFE_ON_ANY_TABLE.filter(([, pattern]) => pattern.test(sql))].map(([problem]) => problem),
        ...UNSAFE_IN_TRANSACTION.filter(([, pattern]) => !isOutside && pattern.test(sql)).map(([problem]) => problem),
        ...(names && !isInBatches && about(CHANGED_ROWS) ? ['rows that are not written in batches'] : []),
        ...(isOutside && NOT_REPEATABLE.test(sql) ? ['a statement that cannot be repeated'] : []),
      ]
    }
  })
}

/** Returns a statement in lower case, without comments, bodies of functions and quotes. */
function plain(statement: string): string {
  return statement
    .replaceAll(/--.*$/gm, '')
    .replace(/(create (?:or replace )?(?:function|procedure)[^$]*)\$\$.*?\$\$/gis, '$1')
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('public.', '')
    .trim()
    .toLowerCase()
}
