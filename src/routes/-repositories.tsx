import { useNavigate, useSearch, useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { OwnerFilter } from '#features/owners/owner-filter.tsx'
import { ownerHeads } from '#slots/owner.ts'
import { RepositoriesPage } from '#features/repositories/pages/repositories-page.tsx'
import type { RequestedOwner } from '#features/repositories/repositories.schema.ts'
import { useUrlDialog } from '#ui/use-url-dialog.ts'
import { renderToolsOf } from './-list-tools.tsx'
import { withManagerArea } from './-repositories-options.ts'
import { RowTools } from './-row-tools.tsx'
import { usePermissionsIn } from './-permissions-in.ts'

/** The list of repositories in an area, with the actions that the viewer's permissions allow. */
export function Repositories({ area }: { area: 'app' | 'manager' }) {
  const navigate = useNavigate()
  const search = useSearch({ from: `/${area}/repositories/` })
  const permissions = usePermissionsIn(area)
  const { viewer, init } = useRouteContext({ from: `/${area}` })
  const owner = area === 'app' && viewer.organization
  const dialog = useUrlDialog<{ dialog: '' | 'new' }>({ dialog: '' })
  const creation = {
    isOpen: search.dialog === 'new',
    onOpen: () => void dialog.open({ dialog: 'new' }),
    onClose: dialog.close,
    onCreated: (id: string) =>
      dialog.finish(() => navigate({ to: `/${area}/repositories/$id`, params: { id }, replace: true })),
  }
  return (
    <RowTools isSaved={init.demo?.isReadOnly !== true}>
      {(marks, onOpen) => (
        <RepositoriesPage
          area={area}
          {...(owner && {
            renderHead: (action: ReactNode) =>
              Object.entries(ownerHeads).map(([name, Head]) => (
                <Head key={name} organization={owner} action={action} />
              )),
          })}
          search={search}
          {...(area === 'manager' && { search: withManagerArea(search) })}
          owner={ownerOf(area, area === 'manager' ? search.organization : viewer.organization?.id)}
          ownerFilter={area === 'manager' && <OwnerFilter organization={search.organization} />}
          marks={area === 'app' ? marks : []}
          tools={renderToolsOf('repositories', search, {
            seesAllOwners: area === 'manager',
            canCreate: permissions.includes('repository:create') && search.organization === '',
          })}
          onOpenLink={onOpen}
          canDelete={area === 'manager' && permissions.includes('repository:delete')}
          creation={permissions.includes('repository:create') ? creation : undefined}
        />
      )}
    </RowTools>
  )
}

function ownerOf(area: 'app' | 'manager', organization = ''): RequestedOwner {
  return area === 'manager' ? { area, organization } : { organization }
}
