import { createFileRoute } from '@tanstack/react-router'
import { ownedListHead, repositoriesOptions } from '../../-repositories-options.ts'
import { Repositories } from '../../-repositories.tsx'
import { loadRepositories } from '../../-load-repositories.ts'

export const Route = createFileRoute('/app/repositories/')({
  ...repositoriesOptions,
  loader: loadRepositories,
  head: ownedListHead,
  component: () => <Repositories area="app" />,
})
