import { readFileSync } from 'node:fs'
import { openClient } from '#db/connect.ts'
import { isInstalled, runProgram } from '#db/test-program.ts'
import type { Member, PatroniCluster } from './patroni.ts'

const PROGRAM = '/usr/sbin/haproxy'

/** Whether HAProxy is installed here. */
export const hasHaproxy = isInstalled(PROGRAM)

/** Starts HAProxy on this port in front of two nodes, with the configuration that operators copy. */
export function startHaproxy(port: number, nodes: { url: string }[]): Promise<AsyncDisposable> {
  const places = nodes.map(({ url }) => `127.0.0.1:${new URL(url).port}`)
  const here = deployed('haproxy.cfg')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace('node-1:3000', places[0] ?? '')
    .replace('node-2:3000', places[1] ?? '')
  return run(here, async () => (await fetch(`http://localhost:${port}/readyz`)).ok)
}

/** Starts HAProxy in front of Patroni's members, as operators configure it: a port for the leader, and one for replicas. */
export function startDatabaseHaproxy(
  { members, url }: PatroniCluster,
  ports: { leader: number; replicas: number },
): Promise<AsyncDisposable> {
  const placeOf = ({ port, restPort }: Member) => `127.0.0.1:${port} port ${restPort}`
  const here = deployed('patroni/haproxy.cfg')
    .replace('bind :5432', `bind 127.0.0.1:${ports.leader}`)
    .replace('bind :5433', `bind 127.0.0.1:${ports.replicas}`)
    .replaceAll(/member-(\d):5432/g, (_, number: string) => placeOf(members[Number(number) - 1] as Member))
  const { username, password } = new URL(url.replace(/@[^/]*/, '@localhost'))
  return run(here, async () => {
    const client = openClient(`postgres://${username}:${password}@127.0.0.1:${ports.leader}/postgres`, { max: 1 })
    await client.unsafe('select 1').finally(() => void client.end({ timeout: 0 }))
    return true
  })
}

/** Returns a file of `deploy/compose` without the settings that resolve names through Docker. */
function deployed(file: string): string {
  return readFileSync(new URL(`../../deploy/compose/${file}`, import.meta.url), 'utf8')
    .replace(/\n# [^\n]*looked up[^#]*?hold valid 5s\n/, '')
    .replace(' init-addr last,libc,none resolvers docker', '')
}

function run(configuration: string, answers: () => Promise<boolean>): Promise<AsyncDisposable> {
  return runProgram({
    file: PROGRAM,
    args: () => ['-db', '-q', '-f', 'haproxy.cfg'],
    files: { 'haproxy.cfg': () => configuration },
    answers,
  })
}
