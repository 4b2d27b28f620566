import { readFileSync } from 'node:fs'
import { isInstalled, runProgram } from '#db/test-program.ts'

const PROGRAM = '/usr/sbin/haproxy'

/** Whether HAProxy is installed here. */
export const hasHaproxy = isInstalled(PROGRAM)

/** Starts HAProxy on this port in front of two nodes, with the configuration that operators copy. */
export function startHaproxy(port: number, nodes: { url: string }[]): Promise<AsyncDisposable> {
  const places = nodes.map(({ url }) => `127.0.0.1:${new URL(url).port}`)
  const here = readDeployedFile('haproxy.cfg')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace('node-1:3000', places[0] ?? '')
    .replace('node-2:3000', places[1] ?? '')
  return runHaproxy(here, async () => (await fetch(`http://localhost:${port}/readyz`)).ok)
}

/** Returns a file of `deploy/compose` without the settings that resolve names through Docker. */
export function readDeployedFile(file: string): string {
  return readFileSync(new URL(`../../deploy/compose/${file}`, import.meta.url), 'utf8')
    .replace(/\n# [^\n]*looked up[^#]*?hold valid 5s\n/, '')
    .replace(' init-addr last,libc,none resolvers docker', '')
}

/** Starts HAProxy with a configuration. @param answers whether it serves */
export function runHaproxy(configuration: string, answers: () => Promise<boolean>): Promise<AsyncDisposable> {
  return runProgram({
    file: PROGRAM,
    args: () => ['-db', '-q', '-f', 'haproxy.cfg'],
    files: { 'haproxy.cfg': () => configuration },
    answers,
  })
}
