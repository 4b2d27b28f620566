import { appConfig } from '#app.config'
import { environment } from '#env/environment.server.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import type { CodeRequester } from './code-limits.server.ts'

const { length } = appConfig.loginCode

/** Demo mode mails nothing: its codes follow from who asks, so that the verify page of that browser can show them. */
export function demoCodeFor({ addressKey, browserKey }: CodeRequester): string {
  const hash = Buffer.from(keyedHash(environment().secret, 'demo-code', `${addressKey}\n${browserKey}`), 'base64url')
  return String(hash.readUInt32BE(0) % 10 ** length).padStart(length, '0')
}
