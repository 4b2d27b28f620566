import { z } from 'zod'
import { listVariable, textVariable } from '#env/fields.server.ts'
import type { Settings } from '#env/settings.server.ts'
import type { StartFeature } from '#feature/start-feature.ts'

const ALL = ['SSO_ISSUER', 'SSO_CLIENT_ID', 'SSO_CLIENT_SECRET', 'SSO_DOMAINS'] as const

/** The settings of single sign-on: all four are set, or none of them. */
export const sso = {
  settings: {
    variables: {
      SSO_ISSUER: textVariable(
        isIssuer,
        'must be an https URL without a query or fragment, or an http URL on this computer',
      ).optional(),
      SSO_CLIENT_ID: z.string().optional(),
      SSO_CLIENT_SECRET: z.string().optional(),
      SSO_DOMAINS: listVariable()
        .refine((domains) => domains.every((domain) => /^[a-z\d-]+(\.[a-z\d-]+)+$/.test(domain)), {
          error: 'must be domains in lower case, like example.com,example.org',
        })
        .optional(),
    },
    contradictions: (given) => {
      const missing = ALL.filter((name) => given[name] === undefined)
      return missing.length === ALL.length
        ? []
        : missing.map((name) => `${name} is missing: set ${ALL.join(', ')}, or none of them`)
    },
  } satisfies Settings,
} satisfies StartFeature

function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.search !== '' || url.hash !== '' || url.username !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname))
}
