import { createServer } from 'vite'
import { environment } from '#env/environment.server.ts'
import { toListenError } from './support/listen-failure.ts'
import { leaveLocalMode, readSettings } from './support/local-mode.ts'
import { runScript } from './support/run-script.ts'
import { migrateBeforeServing } from './support/script-database.ts'
import { onStopSignal } from './support/stop-signals.ts'

await runScript(async () => {
  await readSettings()
  process.env.LOG_LEVEL ||= 'warn'
  await migrateBeforeServing()
  const { port, host } = environment()

  const vite = await createServer({ server: { port, host, strictPort: true } })
  try {
    await vite.listen()
  } catch (error) {
    throw toListenError(error, host, port)
  }
  vite.printUrls()
  onStopSignal(async () => {
    await vite.close()
    // src/server.ts creates `appServer` when the first request loads that module.
    await (globalThis as { appServer?: { stop: () => Promise<void> } }).appServer?.stop()
    await leaveLocalMode()
  })
})
