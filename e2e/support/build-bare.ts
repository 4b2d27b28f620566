import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BARE = path.join(ROOT, 'e2e/fixtures/bare')

/**
 * Builds the bare page, unless it is already built from these sources and packages.
 * @returns the folder of the build
 */
export async function buildBare(): Promise<string> {
  const build = path.join(BARE, 'dist')
  const stamp = path.join(build, '.built')
  const wanted = await hashOfSources()
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return build
  const vite = spawn('vite', ['build', '--config', path.join(BARE, 'vite.config.ts'), '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
    shell: process.platform === 'win32',
  })
  const [code] = (await once(vite, 'exit')) as [number | null]
  if (code !== 0) throw new Error('the bare page could not be built')
  await writeFile(stamp, wanted)
  return build
}

async function hashOfSources(): Promise<string> {
  const routes = await readdir(path.join(BARE, 'src/routes'))
  const sources = ['vite.config.ts', 'src/router.tsx', ...routes.map((file) => `src/routes/${file}`)]
  const hash = createHash('sha256').update(await readFile(path.join(ROOT, 'package-lock.json')))
  for (const file of sources) hash.update(await readFile(path.join(BARE, file)))
  return hash.digest('hex')
}
