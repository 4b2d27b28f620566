import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useRouteContext } from '@tanstack/react-router' // of repositories alone
import { repositoryParts } from '#slots/repository.ts' // of repositories alone
import { RepositoryPage } from '#features/repositories/pages/repository-page.tsx'
import { useUrlDialog } from '#ui/use-url-dialog.ts'
import { RowTools } from './-row-tools.tsx' // of repositories alone
import { usePermissionsIn } from './-permissions-in.ts'
import { Neighbours } from './-neighbours.tsx' // of repositories alone

/** One repository with what its area allows: administrators change and delete it in theirs. */
export function Repository({ area }: { area: 'app' | 'manager' }) {
  const from = `/${area}/repositories/$id` as const
  const navigate = useNavigate()
  const { id } = useParams({ from })
  const search = useSearch({ from })
  const permissions = usePermissionsIn(area)
  const { init } = useRouteContext({ from: `/${area}` }) // of repositories alone
  const dialog = useUrlDialog<{ dialog: '' | 'edit' }>({ dialog: '' }, (changed, entry) =>
    navigate({ to: '.', search: changed, resetScroll: false, ...entry }),
  )
  const editing = {
    isOpen: search.dialog === 'edit',
    onOpen: () => void dialog.open({ dialog: 'edit' }),
    onClose: dialog.close,
    onSaved: () => dialog.finish(),
  }
  const deletion = {
    isAsked: search.dialog === 'delete',
    onDismissed: dialog.close,
    // In place of a page that is no more.
    onDeleted: () => navigate({ to: `/${area}/repositories`, replace: true }),
  }
  return (
    // of repositories alone, from here
    <RowTools id={id} isKept={init.demo?.isReadOnly !== true}>
      {(marks, onOpen) => (
        // of repositories alone, to here
        <RepositoryPage
          id={id}
          area={area}
          marks={marks} // of repositories alone
          // of repositories alone, from here
          parts={Object.entries(repositoryParts).map(([name, Part]) => (
            <Part key={name} id={id} canChange={permissions.includes('repository:update')} />
          ))}
          // of repositories alone, to here
          neighbours={<Neighbours id={id} area={area} />} // of repositories alone
          onOpenLink={() => onOpen(id)} // of repositories alone
          editing={permissions.includes('repository:update') ? editing : undefined}
          deletion={permissions.includes('repository:delete') ? deletion : undefined}
        />
        // of repositories alone, from here
      )}
    </RowTools>
    // of repositories alone, to here
  )
}
