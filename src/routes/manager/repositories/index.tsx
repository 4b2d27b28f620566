import { createFileRoute } from '@tanstack/react-router'
import { repositoriesOptions } from '../../-repositories-options.ts'
import { Repositories } from '../../-repositories.tsx'
import { asManager } from '../../-repositories-options.ts' // of owned rows
import { loadRepositories } from '../../-load-repositories.ts'

export const Route = createFileRoute('/manager/repositories/')({
  ...repositoriesOptions,
  loaderDeps: ({ search: { dialog: _dialog, ...search } }) => asManager(search), // of owned rows
  loader: loadRepositories,
  component: () => <Repositories area="manager" />,
})
