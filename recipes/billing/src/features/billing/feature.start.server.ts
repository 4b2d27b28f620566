import { z } from 'zod'
import { listVariable, textVariable } from '#env/fields.server.ts'
import { isWebOrigin } from '#env/formats.server.ts'
import type { Settings } from '#env/settings.server.ts'
import type { StartFeature } from '#feature/start-feature.ts'

const REQUIRED = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICES'] as const

/** The settings of billing: the three of Stripe are set together, or none of them. */
export const billing = {
  settings: {
    variables: {
      STRIPE_SECRET_KEY: textVariable(
        (key) => /^(sk|rk)_\w+$/.test(key),
        'must be a Stripe secret key, like sk_live_…',
      ).optional(),
      STRIPE_WEBHOOK_SECRET: textVariable(
        (secret) => /^whsec_\w+$/.test(secret),
        'must be the signing secret of an event destination, like whsec_…',
      ).optional(),
      STRIPE_PRICES: listVariable()
        .refine((ids) => ids.every((id) => /^price_\w+$/.test(id)), {
          error: 'must be Stripe price IDs separated by commas, like price_123,price_456',
        })
        .optional(),
      STRIPE_API_URL: z
        .string()
        .refine(
          (url) =>
            isWebOrigin(url) && (url.startsWith('https:') || /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(url)),
          {
            error: 'must be an https address without a path, or an http address on this computer',
          },
        )
        .default('https://api.stripe.com'),
    },
    contradictions: (given) => {
      const missing = REQUIRED.filter((name) => given[name] === undefined)
      if (missing.length === 0 || missing.length === REQUIRED.length) return []
      return missing.map(
        (name) => `${name} is missing: set the key, the signing secret and the prices, or none of them`,
      )
    },
  } satisfies Settings,
} satisfies StartFeature
