import { expect, test } from 'vitest'
import { readSettings } from '#env/settings.server.ts'
import { problemsOf, testVariables } from '#env/test-settings.server.ts'
import { billing } from './feature.start.server.ts'

testVariables((source) => readSettings(source, billing.settings), {
  STRIPE_SECRET_KEY: {
    good: { sk_live_1: (values) => values.STRIPE_SECRET_KEY === 'sk_live_1', rk_live_1: () => true },
    bad: ['pk_live_1', 'secret'],
    wants: 'must be a Stripe secret key',
    missing: (values) => values.STRIPE_SECRET_KEY === undefined,
  },
  STRIPE_WEBHOOK_SECRET: {
    good: { whsec_1: (values) => values.STRIPE_WEBHOOK_SECRET === 'whsec_1' },
    bad: ['secret'],
    wants: 'must be the signing secret',
    missing: (values) => values.STRIPE_WEBHOOK_SECRET === undefined,
  },
  STRIPE_PRICES: {
    good: { 'price_1, price_2': (values) => values.STRIPE_PRICES?.join() === 'price_1,price_2' },
    bad: ['prod_1', 'price_1,2'],
    wants: 'must be Stripe price IDs',
    missing: (values) => values.STRIPE_PRICES === undefined,
  },
  STRIPE_API_URL: {
    good: { 'http://localhost:12111': (values) => values.STRIPE_API_URL === 'http://localhost:12111' },
    bad: ['http://stripe.example', 'http://localhost.example', 'https://stripe.example/v1', 'stripe'],
    wants: 'must be an https address',
    missing: (values) => values.STRIPE_API_URL === 'https://api.stripe.com',
  },
})

test('key, secret and prices are set together', () => {
  const all = { STRIPE_SECRET_KEY: 'sk_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_PRICES: 'price_1' }
  expect(problemsOf(all)).toEqual([])
  for (const name of Object.keys(all))
    expect(problemsOf({ ...all, [name]: '' })).toEqual([expect.stringMatching(new RegExp(`^${name} is missing: set`))])
})
