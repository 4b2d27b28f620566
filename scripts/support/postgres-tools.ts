import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { getCACertificates } from 'node:tls'
import { parseDatabaseUrl, type DatabaseAddress } from '#env/database-url.server.ts'
import { PlainFailure } from './plain-failure.ts'

/**
 * Runs one of PostgreSQL's own programs on the database of a URL, and waits until it exits.
 * @param databaseUrl passed in environment variables, because process lists show arguments
 * @throws {PlainFailure} if the program is not installed, or with its error output if it fails
 */
export async function runPostgresTool(name: string, args: string[], databaseUrl: string): Promise<void> {
  const address = parseDatabaseUrl(databaseUrl)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-certificates-'))
  try {
    const knownFile = path.join(folder, 'known.pem')
    if (address.sslMode === 'verify-full') await writeFile(knownFile, getCACertificates('default').join('\n'))
    await run(name, args, { ...process.env, ...toolEnvironment(address, knownFile) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Returns a database's address as environment variables of PostgreSQL's programs, with the same meaning as in `openClient`.
 * Variables of the user's own environment that would lead to another database are undefined.
 * @param knownFile file with Node's CA certificates, because `system` means other certificates and needs PostgreSQL 16
 */
export function toolEnvironment(address: DatabaseAddress, knownFile: string): Record<string, string | undefined> {
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
      `The program ${name} wasn't found. Install PostgreSQL's client programs, in the database's version or newer.`,
      { cause },
    )
  })) as [number | null]
  if (code !== 0) throw new PlainFailure(`${name} failed. ${said.join('').trim()}`)
}
