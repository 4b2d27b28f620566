import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRouteContext } from '@tanstack/react-router' // of owned rows
import { OwnerFilter } from '#features/owners/owner-filter.tsx' // of owned rows
import { RepositoriesPage } from '#features/repositories/pages/repositories-page.tsx'
import type { AskedOwner } from '#features/repositories/repositories.schema.ts' // of owned rows
import type { RepositoriesSearch } from '#features/repositories/repositories.schema.ts'
import { useUrlDialog } from '#ui/use-url-dialog.ts'
import { renderToolsOf } from './-list-tools.tsx' // of repositories alone
import { asManager } from './-repositories-options.ts' // of owned rows
import { RowTools } from './-row-tools.tsx' // of repositories alone
import { usePermissionsIn } from './-permissions-in.ts'

/** The list of repositories with what its area allows: administrators add one in theirs. */
export function Repositories({ area }: { area: 'app' | 'manager' }) {
  const navigate = useNavigate()
  const search = useSearch({ from: `/${area}/repositories/` })
  const permissions = usePermissionsIn(area)
  const { viewer } = useRouteContext({ from: `/${area}` }) // of owned rows
  const { init } = useRouteContext({ from: `/${area}` }) // of repositories alone
  const dialog = useUrlDialog<{ dialog: '' | 'new' }>({ dialog: '' }, (changed, entry) =>
    navigate({ to: '.', search: (current) => ({ ...current, ...changed }), resetScroll: false, ...entry }),
  )
  const creation = {
    isOpen: search.dialog === 'new',
    onOpen: () => void dialog.open({ dialog: 'new' }),
    onClose: dialog.close,
    onCreated: (id: string) =>
      dialog.finish(() => navigate({ to: `/${area}/repositories/$id`, params: { id }, replace: true })),
  }
  const show = (changed: Partial<RepositoriesSearch>) =>
    void navigate({
      to: '.',
      search: (current) => ({ ...current, after: '', ...changed }),
      replace: changed.searchTerm !== undefined,
      resetScroll: false,
    })
  return (
    // of repositories alone, from here
    <RowTools isKept={init.demo?.isReadOnly !== true}>
      {(marks, onOpen) => (
        // of repositories alone, to here
        <RepositoriesPage
          area={area}
          search={search}
          {...(area === 'manager' && { search: asManager(search) })} // of owned rows
          owner={ownerOf(area, area === 'manager' ? search.organization : viewer.organization?.id)} // of owned rows
          // of owned rows, from here
          renderOwnerFilter={
            area === 'manager'
              ? (isLabelHidden) => (
                  <OwnerFilter
                    organization={search.organization}
                    isLabelHidden={isLabelHidden}
                    isShownOnceChosen // of repositories alone
                    onChange={(organization) => show({ organization })}
                  />
                )
              : undefined
          }
          // of owned rows, to here
          onSearch={show}
          marks={area === 'app' ? marks : []} // of repositories alone
          renderTools={renderToolsOf('repositories', search)} // of repositories alone
          onOpenLink={onOpen} // of repositories alone
          canDelete={area === 'manager' && permissions.includes('repository:delete')} // of repositories alone
          hasFiles={area === 'manager' && permissions.includes('repository:create')} // of repositories alone
          creation={permissions.includes('repository:create') ? creation : undefined}
        />
        // of repositories alone, from here
      )}
    </RowTools>
    // of repositories alone, to here
  )
}

// of owned rows, from here
function ownerOf(area: 'app' | 'manager', organization = ''): AskedOwner {
  return area === 'manager' ? { area, organization } : { organization }
}
// of owned rows, to here
