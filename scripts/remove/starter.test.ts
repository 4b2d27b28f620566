import { expect, test } from 'vitest'
import { withFeatureLeftOut } from './starter.ts'

test('a removed feature is noted for the next upgrade, once and only in an app with a starter', () => {
  const manifest = (starter?: object) => `${JSON.stringify({ name: 'app', starter, type: 'module' }, undefined, 2)}\n`
  const noted = withFeatureLeftOut(manifest({ version: '1.0.0', without: ['bells'], options: {} }), 'chimes')
  expect(noted).toBe(manifest({ version: '1.0.0', without: ['bells', 'chimes'], options: {} }))
  expect(withFeatureLeftOut(noted, 'chimes')).toBe(noted)
  expect(withFeatureLeftOut(manifest({ version: '1.0.0' }), 'bells')).toBe(
    manifest({ version: '1.0.0', without: ['bells'] }),
  )
  expect(withFeatureLeftOut(manifest(), 'bells')).toBe(manifest())
})
