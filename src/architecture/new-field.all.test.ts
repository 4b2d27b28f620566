import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

// The path of a copy of the sources. In the copy, users and repositories have a new nullable field `website`.
let copy = ''
/** The API's operations on repositories. The file does not exist if the API was removed. */
const API = 'src/features/repositories/repositories.api.server.ts'

beforeAll(async () => {
  copy = await mkdtemp(path.join(os.tmpdir(), 'latchkey-field-'))
  const isProduct = (file: string) => !file.endsWith('.test.ts') && !file.includes(path.join('src', 'architecture'))
  for (const part of ['src', 'scripts', 'locales', 'emails', 'app.config.ts', 'package.json', 'tsconfig.json'])
    await cp(part, path.join(copy, part), { recursive: true, filter: isProduct })
  await symlink(path.resolve('node_modules'), path.join(copy, 'node_modules'))
  await writeFile(path.join(copy, 'tsconfig.copy.json'), '{ "extends": "./tsconfig.json", "include": ["src"] }')
})

afterAll(() => rm(copy, { recursive: true, force: true }))

test('the compiler names every place that a new field requires to change, and accepts the changed code', async () => {
  await change('src/db/tables/users.ts', 'image: text(),', 'image: text(), website: text(),')
  await change('src/features/users/users.schema.ts', 'email: emailField,', 'email: emailField, website: z.string(),')
  await change('src/db/tables/repositories.ts', 'link: text().notNull(),', 'link: text().notNull(), website: text(),')
  await change(
    'src/features/repositories/repositories.schema.ts',
    'repositoryFields = z.object({',
    'repositoryFields = z.object({ website: z.string(),',
  )
  expect(await filesWithErrors()).toEqual({
    // The forms set the initial values of a new user and a new repository.
    'src/features/users/components/user-form.tsx': ['website'],
    'src/features/repositories/components/repository-form.tsx': ['website'],
    // The page passes the current values to the form that edits a repository.
    'src/features/repositories/pages/repository-page.tsx': ['website'],
    ...(existsSync(API) && { [API]: ['website'] }),
    // The history needs a name for the field, in all languages.
    'src/features/users/users-change.server.ts': ['history.json', 'website'],
    'src/features/repositories/repositories.server.ts': ['history.json', 'website'],
  })

  await change('src/features/users/components/user-form.tsx', "name: ''", "name: '', website: ''")
  const repositoryForm = 'src/features/repositories/components/repository-form.tsx'
  await change(repositoryForm, "link: ''", "link: '', website: ''")
  await change(
    'src/features/repositories/repositories.schema.ts',
    'RepositoryRow {',
    'RepositoryRow { website: string | null',
  )
  await change(
    'src/features/repositories/pages/repository-page.tsx',
    '{ name, link, description, descriptionNodes,',
    '{ name, link, website, description, descriptionNodes,',
  )
  // Adds the field to the API's response.
  if (existsSync(API)) await change(API, 'link: z.string(),', 'link: z.string(), website: z.nullable(z.string()),')
  await change('src/features/repositories/pages/repository-page.tsx', 'nullsToEmpty({', 'nullsToEmpty({ website,')
  // Imports and exports are optional, so the file might not exist.
  const exported = 'src/features/repositories/repositories.export.server.ts'
  if (existsSync(exported))
    await change(exported, 'link: ({ link }) => link,', 'link: ({ link }) => link, website: ({ website }) => website,')
  await change('locales/en/history.json', '"link":', '"website": "Website", "link":')
  expect(await filesWithErrors()).toEqual({})
}, 180_000)

async function change(file: string, from: string, to: string) {
  const whole = path.join(copy, file)
  const before = await readFile(whole, 'utf8')
  const after = before.replace(from, to)
  expect(after, `${file} has no ${from}`).not.toBe(before)
  await writeFile(whole, after)
}

/** Returns the files that do not compile, each with the words of interest that occur in its errors. */
async function filesWithErrors(): Promise<Record<string, string[]>> {
  const tsc = path.resolve('node_modules/.bin/tsc')
  const options = ['-p', 'tsconfig.copy.json', '--incremental', '--tsBuildInfoFile', 'known', '--pretty', 'false']
  const output = await new Promise<string>((resolve) => {
    execFile(tsc, options, { cwd: copy, maxBuffer: 2 ** 24 }, (_error, stdout) => resolve(stdout))
  })
  const refused: Record<string, Set<string>> = {}
  for (const error of output.split(/\n(?=\S)/).filter(Boolean)) {
    const file = error.slice(0, error.indexOf('('))
    const words = ['history.json', 'website'].filter((word) => error.includes(word))
    refused[file] = new Set([...(refused[file] ?? []), ...words])
  }
  return Object.fromEntries(Object.entries(refused).map(([file, words]) => [file, [...words].toSorted()]))
}
