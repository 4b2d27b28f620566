import { createFileRoute } from '@tanstack/react-router'
import { ImportPage } from '#features/imports/pages/import-page.tsx'
import { pageTitle } from '#shell/page-title.ts'
import { importOptions } from '../../-import-options.ts'
import { loadImport } from '../../-load-import.ts'

export const Route = createFileRoute('/manager/users/import')({
  ...importOptions,
  loader: loadImport,
  head: ({ match }) => pageTitle(match, (t) => t('imports:users.title')),
  component: UsersImportRoute,
})

function UsersImportRoute() {
  const navigate = Route.useNavigate()
  const { id } = Route.useSearch()
  return <ImportPage thing="users" id={id} onUploaded={(id) => void navigate({ search: { id } })} />
}
