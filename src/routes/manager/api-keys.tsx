import { createFileRoute, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import { apiKeysQuery } from '#features/api-keys/api-keys.queries.ts'
import { ApiKeysPage } from '#features/api-keys/pages/api-keys-page.tsx'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'
import { apiKeyLinks } from '#slots/api-keys.ts'

export const Route = createFileRoute('/manager/api-keys')({
  staticData: { namespaces: ['api-keys', 'history'] },
  validateSearch: ({ key }: { key?: string } & SearchSchemaInput) => ({ key: textParameter(key) }),
  search: { middlewares: [stripSearchParams({ key: '' })] },
  loader: ({ context }) => context.queryClient.infiniteQuery({ ...apiKeysQuery, staleTime: 'static' }),
  head: ({ match }) => pageTitle(match, (t) => t('api-keys:title')),
  component: () => <ApiKeysPage links={apiKeyLinks} />,
})
