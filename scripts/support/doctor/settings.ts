import { EnvironmentError, readEnvironment, variableNames, type Environment } from '#env/environment.server.ts'
import { isLoopback } from '#env/formats.server.ts'
import { isHostForgotten, SET_HOST } from '../unset-host.ts'
import { doubtful, fine, wrong, type Finding } from './finding.ts'

type RawEnv = Partial<Record<string, string>>

const KNOWN_VARIABLES = variableNames()
/** Minimum length of a name for the spelling check, because shorter names resemble too many others. */
const MIN_NAME = 6
const MAX_EDIT_DISTANCE = 2
/** Networks that contain every address, so that X-Forwarded-For from any client would be trusted. */
const ALL_NETWORKS = new Set(['0.0.0.0/0', '::/0'])

/** Checks each setting, their combinations, and unknown names that resemble a known one. */
export function examineSettings(given: RawEnv): { findings: Finding[]; environment: Environment | undefined } {
  const misspelt = Object.keys(given).flatMap((name) => checkSpelling(name, given))
  try {
    const environment = readEnvironment(given)
    const where = environment.isLocal ? "local mode, because DATABASE_URL isn't set" : 'all required settings are valid'
    return {
      environment,
      findings: [
        fine('settings', where),
        ...misspelt,
        ...checkSecret(environment),
        ...checkAddress(environment),
        ...checkHost(given, environment),
        ...checkSmtp(environment),
      ],
    }
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    const problems = error.problems.map((problem) => wrong('settings', problem, 'see docs/settings.md'))
    return { environment: undefined, findings: [...problems, ...misspelt] }
  }
}

function checkSpelling(name: string, given: RawEnv): Finding[] {
  if (KNOWN_VARIABLES.includes(name) || !given[name]) return []
  const meant = KNOWN_VARIABLES.find((known) => isMisspelling(name, known))
  if (meant === undefined || given[meant]) return []
  return [doubtful('settings', `${name} is unknown`, `did you mean ${meant}?`)]
}

function isMisspelling(name: string, known: string): boolean {
  if (name.toUpperCase() === known) return true
  if (Math.min(name.length, known.length) < MIN_NAME) return false
  return editDistance(name.toUpperCase().replaceAll('-', '_'), known) <= MAX_EDIT_DISTANCE
}

/** Returns the edit distance of two texts: the number of letters to insert, delete or replace. */
function editDistance(one: string, other: string): number {
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

function checkSecret({ isLocal, secret, previousSecrets }: Environment): Finding[] {
  if (isLocal && secret === '') return []
  const previous =
    previousSecrets.length === 0 ? '' : `, and previous secrets that are still accepted: ${previousSecrets.length}`
  return [fine('secret', `${secret.length} characters that look random${previous}`)]
}

function checkAddress({ isLocal, appUrl, isHttps, host, trustedProxies }: Environment): Finding[] {
  if (isLocal) return []
  const isHere = isLoopback(new URL(appUrl).hostname)
  const findings: Finding[] = []
  if (!isHttps && !isHere)
    findings.push(
      doubtful(
        'address',
        `${appUrl} is plain http, so others on the network can read codes and cookies`,
        'set APP_URL to an https address, and put a proxy with TLS in front',
      ),
    )
  if (isHttps && trustedProxies.length === 0)
    findings.push(
      doubtful(
        'proxy',
        "TRUSTED_PROXIES is empty, so all visitors appear to have the https proxy's address and share its rate limits",
        'add the address of the proxy to TRUSTED_PROXIES',
      ),
    )
  if (trustedProxies.some((network) => ALL_NETWORKS.has(network)))
    findings.push(
      wrong(
        'proxy',
        'TRUSTED_PROXIES trusts every address, so any visitor can fake their address',
        'list only the proxies',
      ),
    )
  if (!isLoopback(host) && !isHttps && !isHere)
    findings.push(
      doubtful(
        'address',
        `HOST ${host} accepts connections from the network without a proxy`,
        'set HOST to 127.0.0.1 if the proxy is on this computer',
      ),
    )
  return findings.length === 0
    ? [fine('address', `${appUrl}${trustedProxies.length > 0 ? `, behind ${trustedProxies.join(', ')}` : ''}`)]
    : findings
}

function checkHost(given: RawEnv, environment: Environment): Finding[] {
  if (!isHostForgotten(given, environment)) return []
  const text = `PORT is set and HOST isn't, so only this computer can connect to ${environment.host}:${environment.port}`
  return [doubtful('host', text, SET_HOST)]
}

function checkSmtp({ smtpUrl }: Environment): Finding[] {
  if (smtpUrl === undefined) return []
  const { protocol, hostname, searchParams } = new URL(smtpUrl)
  if (protocol === 'smtps:' || isLoopback(hostname) || searchParams.get('requireTLS') !== 'false') return []
  return [
    doubtful(
      'mail',
      'SMTP_URL allows connections without TLS (requireTLS=false), so others on the network can read the codes',
      'remove requireTLS=false, or use smtps://',
    ),
  ]
}
