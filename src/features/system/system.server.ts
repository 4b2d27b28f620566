import { desc, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { mainDatabase, type Database } from '#db/client.ts'
import { nameOfMigration } from '#db/migrations.ts'
import { findSandbox } from '#db/sandbox.ts'
import { build } from '#env/build.server.ts'
import { environment } from '#env/environment.server.ts'
import { readQueueState } from '#queue/queue-state.server.ts'
import { AppError } from '#lib/app-error.ts'
import { withIsoTimes } from '#lib/iso-times.ts'
import type { ServiceContext } from '#service/service-context.server.ts'
import { listExhaustedLimits } from './exhausted-limits.server.ts'
import { listDeadMailJobs } from './system-jobs.server.ts'
import { serverProcess } from './system.tables.server.ts'
import type { DatabaseState, ServerProcess, SystemState } from './system.schema.ts'

const { pageSize } = appConfig.lists
/** Maximum age in seconds of the last heartbeat of a process that counts as up: it can miss two heartbeats, not three. */
const MAX_HEARTBEAT_AGE_SECONDS = 30
/** Maximum number of processes that are listed. */
const MAX_PROCESSES = 100

/** Returns the state of the system: processes, job queue, exhausted limits and database. */
export async function readSystem({ db }: ServiceContext): Promise<SystemState> {
  const [processes, queue, deadJobs, limits, database] = await Promise.all([
    // Read the main database, because a sandbox has no server processes of its own.
    listProcesses(findSandbox() ? mainDatabase() : db),
    readQueueState(db),
    listDeadMailJobs(db, pageSize),
    listExhaustedLimits(db, pageSize),
    readDatabase(db),
  ])
  const state = { build, processes, queue, deadJobs, limits, database }
  return environment().demoMode ? withoutMachines(state) : state
}

/** Removes host names, process IDs, commits and the database's version, because all visitors of a demo are administrators. */
function withoutMachines(state: SystemState): SystemState {
  const { build, processes, database } = state
  return {
    ...state,
    build: { ...build, commit: null },
    processes: processes.map((one, index) => ({
      ...one,
      host: 'demo',
      pid: index + 1,
      commit: null,
      startedAt: null,
    })),
    database: {
      ...database,
      version: null,
      replicas: database.replicas.map((one, index) => ({ ...one, pid: index + 1, name: 'standby' })),
    },
  }
}

async function listProcesses(db: Database): Promise<ServerProcess[]> {
  const isUp = sql<boolean>`${serverProcess.seenAt} > now() - make_interval(secs => ${MAX_HEARTBEAT_AGE_SECONDS})`
  const rows = await db
    .select({ row: serverProcess, isUp })
    .from(serverProcess)
    .orderBy(desc(isUp), serverProcess.host, serverProcess.startedAt, serverProcess.pid)
    .limit(MAX_PROCESSES)
  return rows.map(({ row, isUp }) => ({ ...withIsoTimes(row), isUp }))
}

async function readDatabase(db: Database): Promise<DatabaseState> {
  const [found] = await db.execute<Omit<DatabaseState, 'migrations'> & { applied: number; newest: string | null }>(sql`
    select current_setting('server_version') as version,
           pg_database_size(current_database())::float as bytes,
           (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
           current_setting('max_connections')::int as "maxConnections",
           (select coalesce(json_agg(json_build_object(
              'pid', pid, 'name', application_name, 'state', state, 'lagSeconds', extract(epoch from replay_lag)
            ) order by application_name), '[]') from pg_stat_replication) as replicas,
           (select count(*)::int from drizzle.__drizzle_migrations) as applied,
           (select max(created_at)::text from drizzle.__drizzle_migrations) as newest`)
  if (!found) throw new AppError('UNKNOWN_ERROR')
  const { applied, newest, ...state } = found
  return { ...state, migrations: { count: applied, latest: nameOfMigration(Number(newest ?? 0)) } }
}
