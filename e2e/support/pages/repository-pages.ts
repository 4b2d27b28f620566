import { askInMenu, untilDialog, untilErrorShown } from './acts.ts'
import { pagesOf, type ProductPage } from './product-page.ts'

const listOf = (area: 'app' | 'manager') =>
  pagesOf({
    route: `/${area}/repositories/`,
    visitor: area === 'app' ? 'user' : 'admin',
    title: (t) => t.repositories.title,
  })
const detailOf = (area: 'app' | 'manager') =>
  pagesOf({
    route: `/${area}/repositories/$id`,
    visitor: area === 'app' ? 'user' : 'admin',
    title: (_t, { repository }) => repository.name,
  })
const list = listOf('app')
const detail = detailOf('app')
const managerList = listOf('manager')
const managerDetail = detailOf('manager')

export const repositoryPages: readonly ProductPage[] = [
  list('repositories', '/app/repositories'),
  list('repositories, no match', `/app/repositories?searchTerm=${'none'.repeat(25)}`),
  detail('repository', ({ repository }) => `/app/repositories/${repository.id}`),
  managerList('repositories of the administration', '/manager/repositories'),
  managerList('repositories of the administration, no match', `/manager/repositories?searchTerm=${'none'.repeat(25)}`),
  managerList('new repository', '/manager/repositories?dialog=new', { act: untilDialog }),
  managerList('new repository, nothing typed', '/manager/repositories?dialog=new', {
    act: async (page) => {
      await page.getByRole('dialog').locator('[type=submit]').click()
      await untilErrorShown(page)
    },
  }),
  managerDetail('repository of the administration', ({ repository }) => `/manager/repositories/${repository.id}`),
  managerDetail('change of a repository', ({ repository }) => `/manager/repositories/${repository.id}?dialog=edit`, {
    act: untilDialog,
  }),
  managerDetail('question before deleting a repository', ({ repository }) => `/manager/repositories/${repository.id}`, {
    act: (page) => askInMenu(page, 0),
  }),
]
