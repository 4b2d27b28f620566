import { useParams, useRouteContext } from '@tanstack/react-router'
import { ownerNotices, repositoryPageSections } from '#slots/repository.ts'
import { RepositoryPage } from '#features/repositories/pages/repository-page.tsx'
import { RowTools } from './-row-tools.tsx'
import { usePermissionsOn } from './-permissions-in.ts'

/** The page of a repository in an area, with the parts that features add. */
export function Repository({ area }: { area: 'app' | 'manager' }) {
  const { id } = useParams({ from: `/${area}/repositories/$id` })
  const permissions = usePermissionsOn(area, id)
  const { init } = useRouteContext({ from: `/${area}` })
  return (
    <RowTools id={id} isSaved={init.demo?.isReadOnly !== true}>
      {(marks, onOpen) => (
        <RepositoryPage
          id={id}
          area={area}
          permissions={permissions}
          ownerNotices={ownerNotices}
          marks={marks}
          parts={Object.entries(repositoryPageSections).map(([name, Part]) => (
            <Part key={name} id={id} canChange={permissions.includes('repository:update')} />
          ))}
          onOpenLink={() => onOpen(id)}
        />
      )}
    </RowTools>
  )
}
