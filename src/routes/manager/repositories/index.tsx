import { createFileRoute } from '@tanstack/react-router'
import { repositoriesOptions, withManagerArea } from '../../-repositories-options.ts'
import { Repositories } from '../../-repositories.tsx'
import { loadRepositories } from '../../-load-repositories.ts'

export const Route = createFileRoute('/manager/repositories/')({
  ...repositoriesOptions,
  loaderDeps: ({ search: { dialog: _dialog, ...search } }) => withManagerArea(search),
  loader: loadRepositories,
  component: () => <Repositories area="manager" />,
})
