import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type postgres from 'postgres'
import { PlainFailure } from './plain-failure.ts'

/**
 * Runs one of PostgreSQL's own programs on the database of a client, and waits for its end.
 * @param client who is connected already: its settings are handed over where no list of processes shows them
 * @throws {PlainFailure} with what the program said, when it is not there or fails
 */
export async function runPostgresTool(name: string, args: string[], client: postgres.Sql): Promise<void> {
  const { host, port, user, pass, database, ssl } = client.options
  const tool = spawn(name, args, {
    stdio: ['ignore', 'inherit', 'pipe'],
    env: {
      ...process.env,
      PGHOST: host.join(','),
      PGPORT: port.join(','),
      PGUSER: user,
      PGDATABASE: database,
      ...(typeof pass === 'string' && { PGPASSWORD: pass }),
      ...(ssl !== false && { PGSSLMODE: typeof ssl === 'string' ? ssl : 'require' }),
    },
  })
  const said: string[] = []
  tool.stderr.on('data', (chunk) => said.push(String(chunk)))
  const [code] = (await once(tool, 'close').catch((cause: unknown) => {
    throw new PlainFailure(
      `${name} is not on this computer: install the client programs of PostgreSQL, of the database's version or newer.`,
      { cause },
    )
  })) as [number | null]
  if (code !== 0) throw new PlainFailure(`${name} failed. ${said.join('').trim()}`)
}
