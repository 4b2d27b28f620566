import { execFile } from 'node:child_process'
import { mkdtemp, rm, rmdir, statfs, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expectAcknowledgedWrites, untilServed } from '../../support/crowd.ts'
import { query } from '../../support/script.ts'
import { expectThat, expectHealthy, waitUntil, watchResponses } from '../checks.ts'
import { NotPossibleHere, type Fault, type FaultWorld } from '../fault.ts'

const run = promisify(execFile)

/** Mounts a file system of this size in memory. @returns its folder */
async function smallDisk(world: FaultWorld, megabytes: number): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-disk-'))
  world.defer(() => rmdir(folder))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]).catch((error: unknown) => {
    throw new NotPossibleHere(`no file system can be mounted (${(error as Error).message.trim().split('\n').at(-1)})`)
  })
  world.defer(() => run('umount', ['-l', folder]))
  return folder
}

async function fillDisk(world: FaultWorld): Promise<string> {
  const disk = await smallDisk(world, 300)
  const database = await world.startDatabase(disk)
  const app = await world.startApp({}, { databaseUrl: database.url, ownerUrl: database.ownerUrl })
  const crowd = await world.gatherCrowd(app, 12)
  await untilServed(crowd, 5_000)
  const watching = watchResponses(app)
  const ballast = path.join(disk, 'ballast')
  for (let time = 0; time < world.shortOrLong(1, 5); time += 1) {
    const before = crowd.statuses.get(503) ?? 0
    const { bavail, bsize } = await statfs(disk)
    // Either this write or a write of the database fails, depending on which of them uses the last free page.
    await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => undefined)
    await query(
      database.ownerUrl,
      `create table if not exists filler as select repeat('x', 1000) as x from generate_series(1, 40000)`,
    ).catch(() => undefined)
    await waitUntil(() => (crowd.statuses.get(503) ?? 0) > before, 60_000, 'the disk did not become full')
    await pause(world.shortOrLong(2_000, 10_000))
    expectThat(app.process.exitCode === null, 'the node has exited')
    await rm(ballast)
    await database.bringBack()
    await untilServed(crowd, 5_000)
    await expectHealthy(app)
  }
  const slowest = await watching.stop(5_000)
  await crowd.leave()
  const kept = await expectAcknowledgedWrites(crowd, database.url)
  return `slowest response ${slowest} ms, ${kept}`
}

export const DISK_FAULTS: Fault[] = [
  {
    row: 23,
    title: 'The disk of the database is full',
    how: 'a file system of 300 MB is filled completely under load, once (five times), then space is freed',
    pass: 'only 200 and 503; no acknowledged write is lost; all users are served within 5 s after space is freed',
    run: fillDisk,
  },
]
