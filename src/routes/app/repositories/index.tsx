import { createFileRoute } from '@tanstack/react-router'
import { headOfOwned, repositoriesOptions } from '../../-repositories-options.ts'
import { Repositories } from '../../-repositories.tsx'
import { loadRepositories } from '../../-load-repositories.ts'

export const Route = createFileRoute('/app/repositories/')({
  ...repositoriesOptions,
  loader: loadRepositories,
  head: headOfOwned,
  component: () => <Repositories area="app" />,
})
