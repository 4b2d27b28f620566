import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startLocalDatabase } from './local-database.ts'

/** Starts local mode in a new folder. @returns whether its PostgreSQL runs, and the module with the functions of local mode */
async function startLocalMode() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-mode-'))
  const lock = path.join(folder, 'postgres', 'cluster', 'postmaster.pid')
  const isRunning = () => readFile(lock).then(Boolean, () => false)
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL']) vi.stubEnv(name, '')
  vi.stubEnv('DATA_DIR', folder)
  vi.resetModules()
  const mode = await import('./local-mode.ts')
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    if (await isRunning()) await (await startLocalDatabase(path.join(folder, 'postgres'))).stop()
    await rm(folder, { recursive: true, force: true })
  })
  await mode.prepareLocalMode()
  expect(await isRunning()).toBe(true)
  return { mode, isRunning }
}

test('leaveLocalModeDuring stops PostgreSQL while other work hangs, and waits for that work', async () => {
  const { mode, isRunning } = await startLocalMode()
  let finish = () => {}
  let isLeft = false
  const left = mode
    .leaveLocalModeDuring(() => new Promise<void>((resolve) => (finish = resolve)))
    .then(() => (isLeft = true))
  await expect.poll(isRunning, { timeout: 4_000 }).toBe(false)
  expect(isLeft).toBe(false)
  finish()
  await left
}, 30_000)

test('leaveLocalModeDuring stops PostgreSQL if other work fails, and rethrows the error', async () => {
  const { mode, isRunning } = await startLocalMode()
  await expect(mode.leaveLocalModeDuring(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(await isRunning()).toBe(false)
}, 30_000)
