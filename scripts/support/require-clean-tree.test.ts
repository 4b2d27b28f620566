import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isInGitRepository, requireCleanTree } from './require-clean-tree.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'clean-tree-'))
  for (const file of ['a', 'b', 'c', 'd', 'e', 'f']) write(file)
})
afterEach(() => rmSync(folder, { recursive: true }))

const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' })
const write = (file: string, text = '') => writeFileSync(path.join(folder, file), text)

test('requireCleanTree rejects a folder without a Git repository', () => {
  expect(isInGitRepository(folder)).toBe(false)
  expect(() => requireCleanTree(folder)).toThrow("isn't a Git repository")
})

test('requireCleanTree rejects untracked files and unstaged changes, and accepts staged changes', () => {
  git('init')
  expect(isInGitRepository(folder)).toBe(true)
  expect(() => requireCleanTree(folder)).toThrow('uncommitted changes: a, b, c, d, e, …. Commit')
  git('add', '--all')
  expect(() => requireCleanTree(folder)).not.toThrow()
  write('a', 'more')
  expect(() => requireCleanTree(folder)).toThrow('uncommitted changes: a. Commit')
})
