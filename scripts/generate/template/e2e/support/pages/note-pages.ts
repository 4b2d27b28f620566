import { untilDialog, untilErrorShown } from './acts.ts'
import { pagesOf, type ProductPage } from './product-page.ts'

const list = pagesOf({ route: '/app/notes/', visitor: 'admin', title: (t) => t.notes.title })
const detail = pagesOf({ route: '/app/notes/$id', visitor: 'admin', title: (_t, { note }) => note.name })

export const notePages: readonly ProductPage[] = [
  list('notes', '/app/notes'),
  list('notes, no match', `/app/notes?searchTerm=${'none'.repeat(25)}`),
  list('new note', '/app/notes?dialog=new', { act: untilDialog }),
  list('new note, nothing typed', '/app/notes?dialog=new', {
    act: async (page) => {
      await page.getByRole('dialog').locator('[type=submit]').click()
      await untilErrorShown(page)
    },
  }),
  detail('note', ({ note }) => `/app/notes/${note.id}`),
  detail('change of a note', ({ note }) => `/app/notes/${note.id}?dialog=edit`, { act: untilDialog }),
  detail('question before deleting a note', ({ note }) => `/app/notes/${note.id}`, {
    act: async (page) => {
      await page.locator('main header button').last().click()
      await untilDialog(page)
    },
  }),
]
