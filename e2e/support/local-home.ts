import { cp, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { test as base } from '@playwright/test'
import { startLocalDatabase } from '../../scripts/support/local-database.ts'
import { freePort } from './app.ts'
import { startScript, untilPrinted, type RunningScript } from './script.ts'

/** A folder for the data of local mode. Every process that uses the folder is stopped after the test. */
export interface Home {
  dataDir: string
  /** Returns the URL of the home's database, which must be running. */
  databaseUrl: () => Promise<string>
  start: (settings?: Record<string, string>) => Promise<RunningApp>
  /** Copies the current contents of this home to another one. */
  copy: () => Promise<Home>
  /** Moves the contents of this home to another one. */
  move: () => Promise<Home>
}

interface RunningApp extends RunningScript {
  url: string
  stop: (signal?: NodeJS.Signals) => Promise<number | string>
}

/** Playwright's `test` with a home. */
export const test = base.extend<{ home: Home }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture uses from this pattern
  home: async ({}, use) => {
    const started: RunningApp[] = []
    const folders: string[] = []
    await use(homeIn(await someFolder(folders), started, folders))
    await Promise.all(started.map((one) => one.stop()))
    for (const folder of folders) {
      if (await postgresOf(folder)) await (await startLocalDatabase(path.join(folder, 'postgres'))).stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
})

/** Returns the process ID of the PostgreSQL that runs on this folder. */
export async function postgresOf(dataDir: string): Promise<number | undefined> {
  const [pid] = await lockOf(dataDir)
  return pid === undefined ? undefined : Number(pid)
}

function homeIn(dataDir: string, started: RunningApp[], folders: string[]): Home {
  return {
    dataDir,
    databaseUrl: async () => {
      const password = (await readFile(path.join(dataDir, 'postgres', 'password'), 'utf8')).trim()
      return `postgres://postgres:${password}@127.0.0.1:${(await lockOf(dataDir))[3]}/postgres`
    },
    start: async (settings = {}) => {
      const running = await startIn(dataDir, settings)
      started.push(running)
      await untilPrinted(running, 'Press Ctrl+C to stop')
      return running
    },
    copy: async () => {
      const copy = await someFolder(folders)
      // Like `cp -r`: the user who copies owns the copy.
      await cp(dataDir, copy, { recursive: true })
      return homeIn(copy, started, folders)
    },
    move: async () => {
      const place = await someFolder(folders)
      await rename(dataDir, place)
      return homeIn(place, started, folders)
    },
  }
}

async function startIn(dataDir: string, settings: Record<string, string>): Promise<RunningApp> {
  const port = String(await freePort())
  const script = startScript('start.ts', { DATA_DIR: dataDir, PORT: port, ...settings })
  return {
    ...script,
    url: `http://localhost:${port}`,
    stop: (signal = 'SIGTERM') => {
      script.process.kill(signal)
      return script.ended
    },
  }
}

async function someFolder(folders: string[]): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-local-'))
  folders.push(folder)
  return folder
}

async function lockOf(dataDir: string): Promise<string[]> {
  const file = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => '')
  return text === '' ? [] : text.split('\n').map((line) => line.trim())
}
