import type { Locator } from '@playwright/test'
import type { App } from './app.ts'
import { maxName, someName } from './lists.ts'

interface Given {
  headline?: string
  body?: string
  createdById: string
  createdAt?: Date
}

/** Adds a note that no other test uses. */
export async function addNote(
  app: App,
  { headline = someName(), body = 'Two\nlines', createdById, createdAt = new Date() }: Given,
) {
  const [made] = await app.sql<{ id: string }[]>`
    insert into note ("headline", "status", "body", created_by_id, created_at, updated_at)
    values (${headline}, ${'draft'}, ${body}, ${createdById}, ${createdAt}, ${createdAt}) returning id`
  return { id: made?.id ?? '', name: headline }
}

/** Adds a note with long texts, each with a word that does not fit on a line. */
export function addLongestNote(app: App, createdById: string) {
  return addNote(app, {
    headline: maxName('wolfram'),
    body: `${'w'.repeat(900)}\n${'Many words in one line. '.repeat(40)}`,
    createdById,
  })
}

/** Fills in the form of a note. */
export async function fillIn(form: Locator, headline: string) {
  await form.locator('[name="headline"]').fill(headline)
  await form.locator('[name="status"]').selectOption('draft')
  await form.locator('[name="body"]').fill('Two\nlines')
}

/** Returns the fields that the form of a note submits. */
export function formOf(_app: App, _userId: string, headline: string) {
  return Promise.resolve({
    headline,
    status: 'draft',
    body: 'Two\nlines',
  })
}
