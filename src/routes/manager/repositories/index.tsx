import { createFileRoute } from '@tanstack/react-router'
import { repositoriesOptions } from '../../-repositories-options.ts'
import { loadRepositories, Repositories } from '../../-repositories.tsx'

export const Route = createFileRoute('/manager/repositories/')({
  ...repositoriesOptions,
  loader: loadRepositories,
  component: () => <Repositories area="manager" />,
})
