import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const DROPS_OF_CREATED: [statement: RegExp, drop: (...names: string[]) => string][] = [
  [/^create trigger (\w+) [^;]*? on ("?\w+"?)/gim, (name, table) => `drop trigger ${name} on ${table};`],
  [/^alter table ("?\w+"?) add constraint (\w+)/gim, (table, name) => `alter table ${table} drop constraint ${name};`],
  [/^create function (\w+)/gim, (name) => `drop function ${name};`],
]

/** Reads the SQL files of a feature, which create triggers, constraints and functions that drizzle does not manage. */
export function readFeatureSql(root: string, name: string): string[] {
  const folder = path.join(root, 'src/features', name)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
}

/** Returns statements that drop the triggers, constraints and functions that the SQL creates, dependents first. */
export function dropStatements(sql: string): string[] {
  return DROPS_OF_CREATED.flatMap(([statement, drop]) =>
    [...sql.matchAll(statement)].map(([, ...names]) => drop(...names)),
  )
}
