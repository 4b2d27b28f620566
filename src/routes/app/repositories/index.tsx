import { createFileRoute } from '@tanstack/react-router'
import { repositoriesOptions } from '../../-repositories-options.ts'
import { Repositories } from '../../-repositories.tsx'
import { loadRepositories } from '../../-load-repositories.ts'

export const Route = createFileRoute('/app/repositories/')({
  ...repositoriesOptions,
  loader: loadRepositories,
  component: () => <Repositories area="app" />,
})
