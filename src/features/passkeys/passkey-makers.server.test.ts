import { expect, test } from 'vitest'
import { defaultPasskeyName } from './passkey-makers.server.ts'

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

test.each([
  ['its provider', 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', SAFARI, 'Google Password Manager'],
  ['its browser and system if the provider is unknown', '00000000-0000-0000-0000-000000000000', SAFARI, 'Safari · iOS'],
  ['an empty text if neither is known', 'constructor', null, ''],
])('defaultPasskeyName names a new passkey by %s', (_what, aaguid, userAgent, name) => {
  expect(defaultPasskeyName(aaguid, userAgent)).toBe(name)
})
