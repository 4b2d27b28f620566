import type { App } from './app.ts'
import { maxName, someName } from './lists.ts'

const HOUR = 3_600_000
const DAY = 24

/** The repositories, newest first: name, and hours since it was added. */
const SCREENSHOT_REPOSITORIES: [name: string, added: number][] = [
  ['billing-service', 6],
  ['wolfsburg-website', DAY],
  ['design-tokens', 3 * DAY],
  ['مكتبة-الخطوط', 5 * DAY],
  ['customer-portal-that-was-renamed-until-nobody-could-say-its-name-in-one-breath', 8 * DAY],
  ['infrastructure', 20 * DAY],
  ['handbook', 390 * DAY],
]

/** Adds a repository that no other test uses. */
export async function addRepository(
  app: App,
  {
    name = someName(),
    link = 'https://git.example.com',
    description = '',
    createdById = null as string | null,
    createdAt = new Date(),
  } = {},
) {
  const [made] = await app.sql<{ id: string }[]>`
    insert into repository (name, link, description, created_by_id, created_at, updated_at)
    values (${name}, ${link}, ${description || null}, ${createdById}, ${createdAt}, ${createdAt}) returning id`
  return { id: made?.id ?? '', name }
}

/** Adds a repository with very long texts, most of them without a space to break at. */
export function addLongestRepository(app: App, createdById: string) {
  return addRepository(app, {
    name: maxName('wolfram'),
    link: `https://git.example.com/${'path'.repeat(500)}`,
    description: `${'w'.repeat(900)}\n${'Many words in one line. '.repeat(40)}`,
    createdById,
  })
}

/** Adds repositories that are the same in every run. @returns the newest */
export async function addScreenshotRepositories(app: App, createdById: string) {
  const added = []
  for (const [name, hours] of SCREENSHOT_REPOSITORIES)
    added.push(
      await addRepository(app, {
        name,
        link: `https://git.example.com/company/${encodeURI(name)}`,
        description:
          'What customers owe, and what they have paid.\nAsk the billing team before you change how amounts are rounded: tax offices read them.',
        createdById,
        createdAt: new Date(Date.now() - hours * HOUR),
      }),
    )
  const [newest] = added
  if (!newest) throw new Error('no repository was added')
  return newest
}
