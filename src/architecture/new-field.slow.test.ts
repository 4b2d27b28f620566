import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

// A copy of the sources in which people and repositories get one more field, `website`, that may be empty.
let copy = ''

beforeAll(async () => {
  copy = await mkdtemp(path.join(os.tmpdir(), 'latchkey-field-'))
  const isProduct = (file: string) => !file.endsWith('.test.ts') && !file.includes(path.join('src', 'architecture'))
  for (const part of ['src', 'locales', 'emails', 'app.config.ts', 'package.json', 'tsconfig.json'])
    await cp(part, path.join(copy, part), { recursive: true, filter: isProduct })
  await symlink(path.resolve('node_modules'), path.join(copy, 'node_modules'))
  await writeFile(path.join(copy, 'tsconfig.copy.json'), '{ "extends": "./tsconfig.json", "include": ["src"] }')
})

afterAll(() => rm(copy, { recursive: true, force: true }))

test('one more field: the compiler names each place that has to follow, and is content when those did', async () => {
  await change('src/db/tables/people.ts', 'image: text(),', 'image: text(), website: text(),')
  await change('src/features/users/users.schema.ts', 'email: emailField,', 'email: emailField, website: z.string(),')
  await change('src/db/tables/repositories.ts', 'link: text().notNull(),', 'link: text().notNull(), website: text(),')
  await change(
    'src/features/repositories/repositories.schema.ts',
    'repositoryFields = z.object({',
    'repositoryFields = z.object({ website: z.string(),',
  )
  expect(await refusedFiles()).toEqual({
    // What a new person, and a new repository, begins with.
    'src/features/users/components/user-form.tsx': ['website'],
    'src/features/repositories/components/repository-form.tsx': ['website'],
    // What is there when a repository is changed.
    'src/features/repositories/pages/repository-page.tsx': ['website'],
    'src/features/repositories/repositories.api.server.ts': ['website'],
    // How the history calls it, in all languages.
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
    '{ name, link, description, descriptionNodes } =',
    '{ name, link, website, description, descriptionNodes } =',
  )
  // What programs are answered.
  const api = 'src/features/repositories/repositories.api.server.ts'
  await change(api, 'link: z.string(),', 'link: z.string(), website: z.nullable(z.string()),')
  await change('src/features/repositories/pages/repository-page.tsx', 'nullsToEmpty({', 'nullsToEmpty({ website,')
  await change(
    'src/features/repositories/repositories-export.server.ts',
    'link: ({ link }) => link,',
    'link: ({ link }) => link, website: ({ website }) => website,',
  )
  await change('locales/en/history.json', '"link":', '"website": "Website", "link":')
  expect(await refusedFiles()).toEqual({})
}, 180_000)

async function change(file: string, from: string, to: string) {
  const whole = path.join(copy, file)
  const before = await readFile(whole, 'utf8')
  const after = before.replace(from, to)
  expect(after, `${file} has no ${from}`).not.toBe(before)
  await writeFile(whole, after)
}

/** The files that do not compile, each with what its errors speak of. */
async function refusedFiles(): Promise<Record<string, string[]>> {
  const tsc = path.resolve('node_modules/.bin/tsc')
  const options = ['-p', 'tsconfig.copy.json', '--incremental', '--tsBuildInfoFile', 'known', '--pretty', 'false']
  const said = await new Promise<string>((resolve) => {
    execFile(tsc, options, { cwd: copy, maxBuffer: 2 ** 24 }, (_error, stdout) => resolve(stdout))
  })
  const refused: Record<string, Set<string>> = {}
  for (const error of said.split(/\n(?=\S)/).filter(Boolean)) {
    const file = error.slice(0, error.indexOf('('))
    const words = ['history.json', 'website'].filter((word) => error.includes(word))
    refused[file] = new Set([...(refused[file] ?? []), ...words])
  }
  return Object.fromEntries(Object.entries(refused).map(([file, words]) => [file, [...words].toSorted()]))
}
