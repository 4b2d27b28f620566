import type { App } from './app.ts'
import { longestName, someName } from './lists.ts'

/** A repository that no other test knows. */
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

/** A repository with the longest texts it may hold, without a space to break at. */
export function addLongestRepository(app: App, createdById: string) {
  return addRepository(app, {
    name: longestName('wolfram'),
    link: `https://git.example.com/${'path'.repeat(500)}`,
    description: `${'w'.repeat(900)}\n${'Many words in one line. '.repeat(40)}`,
    createdById,
  })
}
