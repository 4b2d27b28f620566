import { createFileRoute } from '@tanstack/react-router'
import { repositoryOptions } from '../../-repositories-options.ts'
import { Repository } from '../../-repository.tsx'
import { loadRepository } from '../../-load-repositories.ts'

export const Route = createFileRoute('/manager/repositories/$id')({
  ...repositoryOptions,
  loader: loadRepository,
  component: () => <Repository area="manager" />,
})
