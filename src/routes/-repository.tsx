import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useRouteContext } from '@tanstack/react-router' // of repositories alone
import { StarForms, useRenderStar } from '#features/favourites/star.tsx' // of repositories alone
import { useNoteOpened } from '#features/favourites/use-note-opened.ts' // of repositories alone
import { RepositoryPage } from '#features/repositories/pages/repository-page.tsx'
import { useUrlDialog } from '#ui/use-url-dialog.ts'
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
  const renderStar = useRenderStar() // of repositories alone
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
  const noteOpened = useNoteOpened(id, init.demo?.isReadOnly !== true) // of repositories alone
  return (
    <RepositoryPage
      id={id}
      area={area}
      // of repositories alone, from here
      renderStar={(repository) => (
        <>
          {renderStar(repository)}
          <StarForms />
        </>
      )}
      // of repositories alone, to here
      neighbours={<Neighbours id={id} area={area} />} // of repositories alone
      onOpenLink={noteOpened} // of repositories alone
      editing={permissions.includes('repository:update') ? editing : undefined}
      deletion={permissions.includes('repository:delete') ? deletion : undefined}
    />
  )
}
