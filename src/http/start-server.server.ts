import { closeDatabase } from '#db/client.ts'
import { environment } from '#env/environment.server.ts'
import { startWorker } from '#jobs/worker.server.ts'
import { log } from '#lib/log.server.ts'
import { startDraining } from './health.server.ts'
import { surviveDriverExceptions } from './stray-exceptions.server.ts'

/** A started server, as whoever runs it can end it. */
export interface RunningServer {
  /** Balancers are told to go elsewhere; requests are still answered. */
  drain: () => void
  /** Ends jobs and connections. To be called when no request is under way any more. */
  stop: () => Promise<void>
}

/** Starts what works beside the requests: the job worker. The environment is checked before. */
export function startServer(): RunningServer {
  log.level = environment().logLevel
  surviveDriverExceptions()
  const stopWorker = startWorker()
  return {
    drain: startDraining,
    stop: async () => {
      await stopWorker()
      await closeDatabase()
    },
  }
}
