import { createFileRoute } from '@tanstack/react-router'
import { apiKeysQuery } from '#features/api-keys/api-keys.queries.ts'
import { ApiKeysPage } from '#features/api-keys/pages/api-keys-page.tsx'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'
import { apiKeyLinks } from '#slots/api-keys.ts'
import { urlParameters } from '../-url-parameters.ts'

export const Route = createFileRoute('/manager/api-keys')({
  staticData: { namespaces: ['api-keys', 'history'] },
  ...urlParameters({ key: textParameter }),
  loader: ({ context }) => context.queryClient.infiniteQuery({ ...apiKeysQuery, staleTime: 'static' }),
  head: ({ match }) => pageTitle(match, (t) => t('api-keys:title')),
  component: () => <ApiKeysPage links={apiKeyLinks} />,
})
