import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { openClient } from '#db/connect.ts'

/** The scripts that run from the sources, because they are only useful together with the sources. */
const NOT_BUILT = new Set(['create.mjs', 'dev.ts'])
const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** A script of this project that was started in a folder without a `.env`. */
export interface RunningScript {
  process: ChildProcess
  /** The text that the script has printed so far. */
  output: () => string
  /** The exit code, once the script ends, or the name of the signal that ended it. */
  ended: Promise<number | string>
}

/**
 * Starts `scripts/<name>` in its built form, with these settings and no others.
 * @param root the project, or a folder with the same layout
 */
export function startScript(
  name: string,
  env: Record<string, string>,
  args: string[] = [],
  cwd = os.tmpdir(),
  root = ROOT,
): RunningScript {
  const program = NOT_BUILT.has(name) ? `scripts/${name}` : `dist/server/${name.replace(/ts$/, 'js')}`
  const child = spawn(process.execPath, [path.join(root, program), ...args], {
    cwd,
    env: { PATH: process.env.PATH, LATCHKEY_FAST_DATABASE: 'yes', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  child.stdout.on('data', (chunk) => printed.push(String(chunk)))
  child.stderr.on('data', (chunk) => printed.push(String(chunk)))
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string)
  return { process: child, output: () => printed.join(''), ended }
}

/** Runs `scripts/<name>` to its end, like `startScript`. */
export async function runScript(
  name: string,
  env: Record<string, string>,
  args: string[] = [],
  cwd = os.tmpdir(),
  root = ROOT,
) {
  const startedAt = performance.now()
  const script = startScript(name, env, args, cwd, root)
  const code = await script.ended
  return { code, output: script.output(), ms: performance.now() - startedAt }
}

/** Waits until the script has printed these words. */
export async function untilPrinted(script: RunningScript, words: string): Promise<void> {
  while (!script.output().includes(words)) {
    const code = await Promise.race([
      script.ended,
      new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 50)),
    ])
    if (code !== undefined && !script.output().includes(words))
      throw new Error(`ended with ${code} before it printed "${words}":\n${script.output()}`)
  }
}

/** Creates an empty database. @returns its URL with a role that owns it and has no other rights */
export async function createEmptyDatabase(): Promise<string> {
  const server = postgres(process.env.E2E_DATABASE_SERVER ?? '', { max: 1, onnotice: () => undefined })
  const url = new URL(process.env.E2E_OWNER_SERVER ?? '')
  const name = `empty_${randomBytes(6).toString('hex')}`
  await server.unsafe(`create database ${name} template template0 owner ${url.username}`)
  await server.end()
  url.pathname = `/${name}`
  return url.href
}

/** Runs one query and closes the connection. */
export async function query<Row>(databaseUrl: string, text: string): Promise<Row[]> {
  const sql = openClient(databaseUrl, { max: 1 })
  try {
    return [...(await sql.unsafe(text))] as Row[]
  } finally {
    await sql.end()
  }
}

/** Production settings with a database and a mail server that do not respond. */
export const PRODUCTION_SETTINGS = {
  DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:9/nowhere',
  APP_URL: 'http://localhost:3999',
  BETTER_AUTH_SECRET: 'a-secret-for-tests-0123456789-abcdefghij',
  SMTP_URL: 'smtp://127.0.0.1:9',
  EMAIL_FROM: 'Latchkey <no-reply@example.com>',
}
