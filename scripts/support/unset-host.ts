import { environment, type Environment } from '#env/environment.server.ts'
import { isLoopback } from '#env/formats.server.ts'
import { log } from '#lib/log.server.ts'

/** The remedy for a missing HOST, as a sentence without a period. */
export const SET_HOST =
  'set HOST to 0.0.0.0 if a hosting platform or another computer forwards requests, or to 127.0.0.1 if the proxy is on this computer'

/**
 * Whether a server in production mode listens only on loopback because HOST is not set, although a port was chosen and users
 * open an address other than localhost. Hosting platforms set PORT, and connect from outside of the server's container.
 * @param given the variables that were set
 */
export function isHostForgotten(
  given: Partial<Record<string, string>>,
  { isLocal, appUrl }: Pick<Environment, 'isLocal' | 'appUrl'>,
): boolean {
  return !isLocal && Boolean(given.PORT) && !given.HOST && !isLoopback(new URL(appUrl).hostname)
}

/** Logs that only this computer can connect, if the operator might not know it. */
export function warnOfForgottenHost(): void {
  const settings = environment()
  if (isHostForgotten(process.env, settings))
    log.warn(
      { event: 'server.only_on_loopback', host: settings.host, port: settings.port, remedy: SET_HOST },
      'HOST is not set, so only this computer can connect to the server',
    )
}
