import { expect, test } from 'vitest'
import { authEndpointEntries } from './auth-paths.ts'

test('authEndpointEntries matches the entries with endpoints that a feature declares, and no others', () => {
  const declaring = {
    path: 'src/features/bells/feature.server.ts',
    text: "authEndpoints: [ring, ...BELLS.map((bell) => ({ path: `/callback/${bell}`, method: 'GET' as const }))],",
  }
  const ring = {
    path: 'src/features/bells/ring.server.ts',
    text: "const ring: AuthEndpoint = {\n  path: '/sign-in/ring',\n}",
  }
  const others = { path: 'src/features/bells/bells.api.server.ts', text: "operation({ path: '/sign-out' })" }
  const entries = authEndpointEntries([declaring, ring, others])
  const lines = [
    "  '/sign-in/ring': { method: 'POST', allowed: EVERYBODY },",
    "  '/api/auth/sign-in/ring',",
    "  '/api/auth/callback/chime',",
  ]
  const kept = ["  '/sign-in/rings',", "  '/sign-out',", "  fetch('/sign-in/ring')"]
  expect([...lines, ...kept].filter((line) => entries?.test(line))).toEqual(lines)
  expect(authEndpointEntries([others])).toBeUndefined()
})
