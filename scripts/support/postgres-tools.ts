import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { getCACertificates } from 'node:tls'
import { parseDatabaseUrl, type DatabaseAddress } from '#env/database-url.server.ts'
import { PlainFailure } from './plain-failure.ts'

/**
 * Runs one of PostgreSQL's own programs on the database of a URL, and waits for its end.
 * @param databaseUrl is handed over where no list of processes shows it
 * @throws {PlainFailure} with what the program said, when it is not there or fails
 */
export async function runPostgresTool(name: string, args: string[], databaseUrl: string): Promise<void> {
  const address = parseDatabaseUrl(databaseUrl)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-certificates-'))
  try {
    const knownFile = path.join(folder, 'known.pem')
    if (address.sslMode === 'verify-full') await writeFile(knownFile, getCACertificates('default').join('\n'))
    await run(name, args, { ...process.env, ...toolSettings(address, knownFile) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Says a database's address in the variables that PostgreSQL's programs read, with the same meaning as `openClient` gives it.
 * Undefined are those of whoever runs the script that would lead elsewhere.
 * @param knownFile the certificates that Node knows: `system` would be others, and is a mere file before PostgreSQL 16
 */
export function toolSettings(address: DatabaseAddress, knownFile: string): Record<string, string | undefined> {
  const { hosts, user, password, database, sslMode, sslRootCertificate } = address
  return {
    PGHOST: hosts.map(({ host }) => host).join(','),
    PGPORT: hosts.map(({ port }) => port).join(','),
    ...(user && { PGUSER: user }),
    ...(password && { PGPASSWORD: password }),
    ...(database && { PGDATABASE: database }),
    PGSSLMODE: sslMode,
    PGSSLROOTCERT: sslMode === 'verify-full' ? (sslRootCertificate ?? knownFile) : undefined,
    PGTARGETSESSIONATTRS: hosts.length > 1 ? 'read-write' : undefined,
    PGHOSTADDR: undefined,
    PGSERVICE: undefined,
  }
}

async function run(name: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const tool = spawn(name, args, { stdio: ['ignore', 'inherit', 'pipe'], env })
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
