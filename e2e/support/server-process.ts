import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10

/** User and system time of a server, all its processes and threads together, since they started, in milliseconds. */
export function processorMs(pid: number | undefined): number {
  return sum(
    processesOf(pid).map((one) => {
      const stat = readFileSync(`/proc/${one}/stat`, 'utf8')
      // The name of the program, in brackets, may hold spaces.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
    }),
  )
}

/** Memory of a server that is resident; the program and its libraries, which its processes share, count once. */
export function residentMegabytes(pid: number | undefined): number {
  const processes = processesOf(pid)
  const shared = Math.max(...processes.map((one) => megabytes(one, 'RssFile')))
  return sum(processes.map((one) => megabytes(one, 'RssAnon'))) + shared
}

/** The process that was started, and those that it has started. */
function processesOf(pid: number | undefined): string[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  )
  return [String(pid), ...children]
}

function megabytes(pid: string, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(status)?.[1]) / 1_024
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
