import { createFileRoute } from '@tanstack/react-router'
import { repositoryOptions } from '../../-repositories-options.ts'
import { loadRepository, Repository } from '../../-repository.tsx'

export const Route = createFileRoute('/manager/repositories/$id')({
  ...repositoryOptions,
  loader: loadRepository,
  component: () => <Repository area="manager" />,
})
