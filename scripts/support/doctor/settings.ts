import { EnvironmentError, readEnvironment, variableNames, type Environment } from '#env/environment.server.ts'
import { isLoopback } from '#env/formats.server.ts'
import { doubtful, fine, wrong, type Finding } from './finding.ts'

type Given = Partial<Record<string, string>>

const KNOWN = variableNames()
/** Shorter names are like too many others. */
const SHORTEST_NAME = 6
const MOST_SLIPS = 2
/** They believe whatever anybody writes into X-Forwarded-For. */
const EVERYBODY = new Set(['0.0.0.0/0', '::/0'])

/** Looks at the settings: each of them, what they mean together, and names that are almost one of ours. */
export function examineSettings(given: Given): { findings: Finding[]; environment: Environment | undefined } {
  const misspelt = Object.keys(given).flatMap((name) => misspeltOf(name, given))
  try {
    const environment = readEnvironment(given)
    const where = environment.isLocal
      ? 'local mode: there is no DATABASE_URL'
      : 'all that is needed is there, and in order'
    return {
      environment,
      findings: [
        fine('settings', where),
        ...misspelt,
        ...ofSecret(environment),
        ...ofAddress(environment),
        ...ofSmtp(environment),
      ],
    }
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    const problems = error.problems.map((problem) =>
      wrong('settings', problem, 'see the table "Settings" in the README, and .env.example'),
    )
    return { environment: undefined, findings: [...problems, ...misspelt] }
  }
}

function misspeltOf(name: string, given: Given): Finding[] {
  if (KNOWN.includes(name) || !given[name]) return []
  const meant = KNOWN.find((known) => isAlmost(name, known))
  if (meant === undefined || given[meant]) return []
  return [doubtful('settings', `${name} is not read`, `${meant} is: rename it if that is what is meant`)]
}

function isAlmost(name: string, known: string): boolean {
  if (name.toUpperCase() === known) return true
  if (Math.min(name.length, known.length) < SHORTEST_NAME) return false
  return slipsBetween(name.toUpperCase().replaceAll('-', '_'), known) <= MOST_SLIPS
}

/** How many letters have to be put in, left out or changed to make one text of the other. */
function slipsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [column, wanted] of [...other].entries())
      next.push(
        Math.min((next[column] ?? 0) + 1, (row[column + 1] ?? 0) + 1, (row[column] ?? 0) + (letter === wanted ? 0 : 1)),
      )
    row = next
  }
  return row.at(-1) ?? 0
}

function ofSecret({ isLocal, secret, previousSecrets }: Environment): Finding[] {
  if (isLocal && secret === '') return []
  const previous = previousSecrets.length === 0 ? '' : `, and ${previousSecrets.length} more that is still taken`
  return [fine('secret', `${secret.length} characters that look random${previous}`)]
}

function ofAddress({ isLocal, appUrl, isHttps, host, trustedProxies }: Environment): Finding[] {
  if (isLocal) return []
  const isHere = isLoopback(new URL(appUrl).hostname)
  const findings: Finding[] = []
  if (!isHttps && !isHere)
    findings.push(
      doubtful(
        'address',
        `${appUrl} is plain http: whoever is on the way reads codes and cookies`,
        'set APP_URL to the https address, and put a proxy in front that speaks TLS',
      ),
    )
  if (isHttps && trustedProxies.length === 0)
    findings.push(
      doubtful(
        'proxy',
        'https is spoken by a proxy in front, and TRUSTED_PROXIES names none: all visitors share its address, and the limits of one',
        'name its address in TRUSTED_PROXIES',
      ),
    )
  if (trustedProxies.some((network) => EVERYBODY.has(network)))
    findings.push(
      wrong(
        'proxy',
        'TRUSTED_PROXIES believes everybody: any visitor can pretend to be any other',
        'name the proxies alone',
      ),
    )
  if (!isLoopback(host) && !isHttps && !isHere)
    findings.push(
      doubtful(
        'address',
        `HOST ${host} takes calls from the network without a proxy`,
        'set HOST to 127.0.0.1 where the proxy is on this computer',
      ),
    )
  return findings.length === 0
    ? [fine('address', `${appUrl}${trustedProxies.length > 0 ? `, behind ${trustedProxies.join(', ')}` : ''}`)]
    : findings
}

function ofSmtp({ smtpUrl }: Environment): Finding[] {
  if (smtpUrl === undefined) return []
  const { protocol, hostname, searchParams } = new URL(smtpUrl)
  if (protocol === 'smtps:' || isLoopback(hostname) || searchParams.get('requireTLS') !== 'false') return []
  return [
    doubtful(
      'mail',
      'SMTP_URL may go without TLS (requireTLS=false): whoever is on the way reads the codes',
      'take requireTLS=false away, or use smtps://',
    ),
  ]
}
