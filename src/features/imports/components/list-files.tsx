import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ListTool } from '#feature/list-tool.ts'
import { FilterChip } from '#ui/filter-chip.tsx'

const IMPORTS = {
  users: '/manager/users/import',
  repositories: '/manager/repositories/import',
} as const

/** The menu with the links that export the rows of a filtered list, and that import rows in lists of all rows, for administrators. */
export const ListFiles: ListTool = ({ list, search, seesAllOwners, canCreate, exportPath }) => {
  const { t } = useTranslation()
  const managed = seesAllOwners && hasImport(list) ? list : undefined
  const path = managed === undefined ? exportPath : `/manager/${managed}/export`
  if (path === undefined) return null
  const given = Object.entries({ ...search, bom: '1' }).filter(([, value]) => value)
  return (
    <FilterChip label={t('list.more')} icon={<Ellipsis aria-hidden="true" className="size-4" />}>
      <ul>
        <li>
          {/* A plain link, so that the browser writes the file as it arrives, without JavaScript. */}
          <a href={`${path}?${new URLSearchParams(given).toString()}`}>{t('list.export')}</a>
        </li>
        {managed && canCreate && (
          <li>
            <Link to={IMPORTS[managed]}>{t('list.import')}</Link>
          </li>
        )}
      </ul>
    </FilterChip>
  )
}

function hasImport(list: string): list is keyof typeof IMPORTS {
  return Object.hasOwn(IMPORTS, list)
}
