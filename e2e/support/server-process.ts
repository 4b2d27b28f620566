import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isProcessRunning } from '../../scripts/support/probes.ts'

/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10

/** Returns the processor time of a server since its start, in milliseconds: user and system, of all processes and threads. */
export function processorMs(pid: number | undefined): number {
  return sum(
    processAndChildren(pid).map((one) => {
      const stat = readFileSync(`/proc/${one}/stat`, 'utf8')
      // The name of the program, in brackets, can contain spaces.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
    }),
  )
}

/** Returns a server's resident memory. Counts the program and its libraries only once, because the processes share them. */
export function residentMegabytes(pid: number | undefined): number {
  const processes = processAndChildren(pid)
  const shared = Math.max(...processes.map((one) => megabytes(one, 'RssFile')))
  return sum(processes.map((one) => megabytes(one, 'RssAnon'))) + shared
}

/** Returns the ID of a process and the IDs of its children, without their children. */
export function processAndChildren(pid: number | undefined): string[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  )
  return [String(pid), ...children]
}

/** Ends all processes of the PostgreSQL with this data with kill -9, if it runs. Returns once they are gone. */
export async function killPostgres(dataFolder: string): Promise<void> {
  const lock = await readFile(path.join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => '')
  const server = Number(lock.split('\n')[0])
  if (!server || !isProcessRunning(server)) return
  const processes = processAndChildren(server).map(Number)
  for (const pid of processes)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Ignore the error, because the process has already ended.
    }
  while (processes.some(isProcessRunning)) await pause(10)
}

function megabytes(pid: string, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(status)?.[1]) / 1_024
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
