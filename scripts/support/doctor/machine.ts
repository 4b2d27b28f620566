import { once } from 'node:events'
import { access, constants, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { toListenError } from '../listen-failure.ts'
import { PlainFailure } from '../plain-failure.ts'
import { fileExists } from '../probes.ts'
import type { Environment } from '#env/environment.server.ts'
import { doubtful, fine, wrong, type Finding } from './finding.ts'

const MIN_NODE_VERSION = 24
/** The date when this code was written. A clock that shows an earlier date is wrong. */
const EARLIEST_PLAUSIBLE_TIME = Date.UTC(2026, 0)
const MEGABYTE = 1_048_576
/** Free disk space in bytes. Below the first number local mode's database soon lacks space, below the second immediately. */
const [LITTLE_SPACE, NO_SPACE] = [1_000 * MEGABYTE, 200 * MEGABYTE]
const ANSWER_TIMEOUT_MS = 2_000

/**
 * Checks this computer: Node, the clock, the ports, and the data folder of local mode.
 * @param ports the ports that features listen on
 */
export async function examineMachine(
  environment: Environment | undefined,
  ports: { variable: string; port: number; host: string }[],
): Promise<Finding[]> {
  const found = [checkNode(), checkClock()]
  if (environment === undefined) return found
  const { host, port, isLocal, dataDir } = environment
  found.push(await checkPort('PORT', host, port))
  for (const one of ports) found.push(await checkPort(one.variable, one.host, one.port))
  if (isLocal) found.push(await checkFolder(dataDir))
  return found
}

/** Checks a version of Node in the format of `process.versions.node`. */
export function checkNode(version = process.versions.node): Finding {
  return Number.parseInt(version, 10) < MIN_NODE_VERSION
    ? wrong(
        'node',
        `this is Node ${version}`,
        `use Node ${MIN_NODE_VERSION} or later; npm start and npm run use the project's own`,
      )
    : fine('node', version)
}

function checkClock(): Finding {
  const now = new Date()
  return now.getTime() < EARLIEST_PLAUSIBLE_TIME
    ? wrong(
        'clock',
        `this computer's date is ${now.toISOString().slice(0, 10)}`,
        'set its clock, and synchronize it with NTP',
      )
    : fine('clock', now.toISOString())
}

async function checkPort(variable: string, host: string, port: number): Promise<Finding> {
  const about = variable.toLowerCase().replaceAll('_', ' ')
  try {
    const server = createServer().listen(port, host)
    await once(server, 'listening')
    await new Promise((resolve) => server.close(resolve))
    return fine(about, `${port} on ${host} is free`)
  } catch (error) {
    if (variable === 'PORT' && (await isUsedByThisApp(host, port)))
      return fine(about, `${port} on ${host} is used by a running server of this app`)
    const failure = toListenError(error, host, port, variable)
    const [text = '', remedy = 'set it to another value'] =
      failure instanceof PlainFailure
        ? failure.message.replace(/\.$/, '').split(': ')
        : [`${variable} ${port} can't be used (${(error as NodeJS.ErrnoException).code})`]
    return wrong(about, text, remedy)
  }
}

/** Whether a server of this product already uses the port, which is not a problem. */
async function isUsedByThisApp(host: string, port: number): Promise<boolean> {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  try {
    const answer = await fetch(`http://${name}:${port}/healthz`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) })
    return answer.ok && answer.headers.has('x-request-id')
  } catch {
    return false
  }
}

async function checkFolder(dataDir: string): Promise<Finding> {
  const folder = await nearestExistingFolder(dataDir)
  try {
    await access(folder, constants.W_OK)
  } catch {
    return wrong('data', `DATA_DIR ${dataDir} isn't writable`, 'give this user write permission, or set another folder')
  }
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const room = `${Math.round(free / MEGABYTE).toLocaleString('en')} MB free in ${dataDir}`
  if (free < NO_SPACE) return wrong('data', room, 'free up space, or set DATA_DIR to a folder on another disk')
  return free < LITTLE_SPACE ? doubtful('data', room, 'free up space soon') : fine('data', room)
}

async function nearestExistingFolder(folder: string): Promise<string> {
  return (await fileExists(folder)) || path.dirname(folder) === folder
    ? folder
    : nearestExistingFolder(path.dirname(folder))
}
