import { useNavigate, useParams, useSearch, useRouteContext } from '@tanstack/react-router'
import { repositoryPageSections } from '#slots/repository.ts'
import { RepositoryPage } from '#features/repositories/pages/repository-page.tsx'
import { useUrlDialog } from '#ui/use-url-dialog.ts'
import { RowTools } from './-row-tools.tsx'
import { usePermissionsIn } from './-permissions-in.ts'
import { Neighbours } from './-neighbours.tsx'

/** The page of a repository in an area, with the actions that the viewer's permissions allow. */
export function Repository({ area }: { area: 'app' | 'manager' }) {
  const from = `/${area}/repositories/$id` as const
  const navigate = useNavigate()
  const { id } = useParams({ from })
  const search = useSearch({ from })
  const permissions = usePermissionsIn(area)
  const { init } = useRouteContext({ from: `/${area}` })
  const dialog = useUrlDialog<{ dialog: '' | 'edit' }>({ dialog: '' })
  const editing = {
    isOpen: search.dialog === 'edit',
    onOpen: () => void dialog.open({ dialog: 'edit' }),
    onClose: dialog.close,
    onSaved: () => dialog.finish(),
  }
  const deletion = {
    isAsked: search.dialog === 'delete',
    onDismissed: dialog.close,
    // Replaces the deleted page in the history.
    onDeleted: () => navigate({ to: `/${area}/repositories`, replace: true }),
  }
  return (
    <RowTools id={id} isKept={init.demo?.isReadOnly !== true}>
      {(marks, onOpen) => (
        <RepositoryPage
          id={id}
          area={area}
          marks={marks}
          parts={Object.entries(repositoryPageSections).map(([name, Part]) => (
            <Part key={name} id={id} canChange={permissions.includes('repository:update')} />
          ))}
          neighbours={<Neighbours id={id} area={area} />}
          onOpenLink={() => onOpen(id)}
          editing={permissions.includes('repository:update') ? editing : undefined}
          deletion={permissions.includes('repository:delete') ? deletion : undefined}
        />
      )}
    </RowTools>
  )
}
