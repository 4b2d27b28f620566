import { createFileRoute } from '@tanstack/react-router'
import { ownerLoaders } from '#slots/page-loaders.ts'
import { ownedListHead, repositoriesOptions } from '../../-repositories-options.ts'
import { Repositories } from '../../-repositories.tsx'
import { loadRepositories } from '../../-load-repositories.ts'

export const Route = createFileRoute('/app/repositories/')({
  ...repositoriesOptions,
  loader: async ({ context, deps }) => {
    const parts = Object.values(ownerLoaders).map((load) => load(context.queryClient, context.viewer))
    await loadRepositories({ context, deps })
    return { namespaces: (await Promise.all(parts)).flat() }
  },
  head: ownedListHead,
  component: () => <Repositories area="app" />,
})
