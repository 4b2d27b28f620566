import { expect, test } from 'vitest'
import { unusedPackages, withoutPackages } from './packages.ts'

const MANIFEST = `${JSON.stringify({ name: 'app', dependencies: { '@bells/ring': '1.0.0', '@bells/sound': '1.0.0', react: '19.0.0' }, devDependencies: { '@bells/test': '1.0.0', vite: '8.0.0' } }, undefined, 2)}\n`

test('unusedPackages returns the packages that only deleted code imports', () => {
  const gone = [
    { path: 'a.ts', text: `import { ring } from '@bells/ring/loud'\nconst sound = await import('@bells/sound')` },
    { path: 'b.tsx', text: `import { memo } from 'react'\nimport '#features/bells/bells.ts'` },
  ]
  const kept = [{ path: 'c.tsx', text: `import type { FC } from 'react'` }]
  const ofTests = {
    path: 'a.test.ts',
    text: `const file = import.meta.resolve('@bells/test/strike.js')\nimport 'vite'`,
  }
  const built = { path: 'vite.config.ts', text: `import 'vite'` }
  expect(unusedPackages(MANIFEST, [...gone, ofTests], [...kept, built])).toEqual([
    '@bells/ring',
    '@bells/sound',
    '@bells/test',
  ])
  expect(unusedPackages(MANIFEST, gone, kept)).toEqual(['@bells/ring', '@bells/sound'])
  expect(unusedPackages(MANIFEST, gone, [...kept, { path: 'd.ts', text: `import '@bells/ring'` }])).toEqual([
    '@bells/sound',
  ])
  expect(withoutPackages(MANIFEST, ['@bells/ring', '@bells/test', 'react'])).toBe(
    `${JSON.stringify({ name: 'app', dependencies: { '@bells/sound': '1.0.0' }, devDependencies: { vite: '8.0.0' } }, undefined, 2)}\n`,
  )
})
