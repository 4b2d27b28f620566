import { createFileRoute } from '@tanstack/react-router'
import { ImportPage } from '#features/imports/pages/import-page.tsx'
import { pageTitle } from '#shell/page-title.ts'
import { importOptions } from '../../-import-options.ts'
import { loadImport } from '../../-load-import.ts'

export const Route = createFileRoute('/manager/repositories/import')({
  ...importOptions,
  loader: loadImport,
  head: ({ match }) => pageTitle(match, (t) => t('imports:repositories.title')),
  component: () => <ImportPage thing="repositories" />,
})
