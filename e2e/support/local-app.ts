import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { freePort } from './app.ts'
import { startScript, untilPrinted } from './script.ts'

/** Starts the product in local mode, with a data folder of its own, which is deleted when the product is stopped. */
export async function startLocalApp(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'latchkey-local-'))
  const port = String(await freePort())
  const server = startScript('start.ts', { DATA_DIR: dataDir, PORT: port })
  await untilPrinted(server, 'Press Ctrl+C to stop')
  return {
    url: `http://localhost:${port}`,
    stop: async () => {
      server.process.kill('SIGTERM')
      await server.ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
