import { EventEmitter } from 'node:events'
import { Logger, parseCronItems, run, type Runner, type WorkerEvents } from 'graphile-worker'
import { database } from '#db/client.ts'
import { environment } from '#env/environment.server.ts'
import { log } from '#lib/log.server.ts'
import { fromReleaseBefore, type CodeMailJob, type OlderCodeMailJob } from '#one-time-code/code-mail.server.ts'
import { purgeExpired } from './purge.server.ts'
import type { NoticeJob } from './queue.server.ts'
import { sendCodeMail } from './send-code-mail.server.ts'
import { sendNotice } from './send-notice.server.ts'
import { holdWorkerLock } from './worker-lock.server.ts'

const RESTART_AFTER_MS = 2_000

/**
 * Works off the queue in this process until told to stop. The library gives up when the database stays away; the worker
 * is then started again, for as long as it takes.
 * @returns what stops it after the jobs under way
 */
export function startWorker(): () => Promise<void> {
  let runner: Runner | undefined
  let isStopping = false
  let wake: () => void = () => undefined

  async function work() {
    while (!isStopping) {
      let giveLockBack: (() => Promise<void>) | undefined
      const events: WorkerEvents = new EventEmitter()
      events.once('pool:create', ({ workerPool }) => {
        giveLockBack = holdWorkerLock({ databaseUrl: environment().databaseUrl, workerId: workerPool.id })
      })
      try {
        runner = await run({
          connectionString: environment().databaseUrl,
          concurrency: 5,
          maxPoolSize: 6,
          pollInterval: 2_000,
          noHandleSignals: true,
          logger: quietLogger,
          events,
          taskList: {
            'send-code-mail': (payload) => sendCodeMail(payload as CodeMailJob),
            'send-login-code': (payload) => sendCodeMail(fromReleaseBefore(payload as OlderCodeMailJob)),
            'send-notice': (payload) => sendNotice(payload as NoticeJob),
            'purge-expired': () => purgeExpired(database()),
          },
          parsedCronItems: parseCronItems([{ task: 'purge-expired', match: '17 * * * *' }]),
        })
        // Told to stop while it was still connecting: there was nothing to stop yet.
        if (isStopping) await runner.stop()
        await runner.promise
      } catch (error) {
        log.warn(
          { event: 'worker.stopped', reason: error instanceof Error ? error.name : 'unknown' },
          'the job worker stopped; it will be started again',
        )
      }
      await giveLockBack?.()
      runner = undefined
      if (!isStopping)
        await new Promise<void>((resolve) => {
          wake = resolve
          setTimeout(resolve, RESTART_AFTER_MS)
        })
    }
  }

  const worked = work()
  return async () => {
    isStopping = true
    wake()
    await runner?.stop().catch(() => undefined)
    await worked
  }
}

// The library's messages can quote payloads: only their level and scope are kept.
const quietLogger = new Logger((scope) => (level, message) => {
  if (level === 'error' || level === 'warning')
    log.warn(
      { event: 'worker.message', task: scope.taskIdentifier, jobId: scope.jobId },
      message.startsWith('Failed task') ? 'a job failed and will be tried again' : 'the job worker reports trouble',
    )
})
