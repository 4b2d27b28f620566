import { cpSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { linkPackages, packagesHash } from './link-packages.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

function newFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'link-packages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const file of ['package-lock.json', 'patches', 'scripts/set-up.mjs'])
    cpSync(path.join(ROOT, file), path.join(folder, file), { recursive: true })
  return folder
}

test('packagesHash returns the hash that set-up.mjs writes', () => {
  const folder = newFolder()
  mkdirSync(path.join(folder, 'node_modules'))
  execFileSync(process.execPath, ['scripts/set-up.mjs', '--installed'], { cwd: folder })
  expect(readFileSync(path.join(folder, 'node_modules/.installed'), 'utf8')).toBe(packagesHash(folder))
})

test('linkPackages links packages that were installed from the same lockfile and patches', () => {
  const [release, checkout] = [newFolder(), newFolder()]
  expect(linkPackages(release, checkout), 'not installed').toBe(false)
  mkdirSync(path.join(checkout, 'node_modules'))
  writeFileSync(path.join(checkout, 'node_modules/.installed'), packagesHash(checkout))
  writeFileSync(path.join(release, 'patches/another.patch'), '')
  expect(linkPackages(release, checkout), 'another patch').toBe(false)
  rmSync(path.join(release, 'patches/another.patch'))
  expect(linkPackages(release, checkout)).toBe(true)
  expect(lstatSync(path.join(release, 'node_modules')).isSymbolicLink()).toBe(true)
})
