import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ListTool } from '#feature/list-tool.ts'
import { buttonClasses } from '#ui/button.tsx'

const IMPORTS = {
  users: '/manager/users/import',
  repositories: '/manager/repositories/import',
} as const

/** The links that export the rows of a filtered list, and that import rows in lists of all rows, for administrators. */
export const ListFiles: ListTool = ({ list, search, isOfAll, canCreate, exportPath, onFollow }) => {
  const { t } = useTranslation()
  const managed = isOfAll && hasImport(list) ? list : undefined
  const path = managed === undefined ? exportPath : `/manager/${managed}/export`
  if (path === undefined) return null
  const given = Object.entries({ ...search, bom: '1' }).filter(([, value]) => value)
  return (
    <>
      {/* A plain link, so that the browser writes the file as it arrives, without JavaScript. */}
      <a href={`${path}?${new URLSearchParams(given).toString()}`} className={buttonClasses()}>
        {t('list.export')}
      </a>
      {managed && canCreate && (
        <Link to={IMPORTS[managed]} className={buttonClasses()} onClick={onFollow}>
          {t('list.import')}
        </Link>
      )}
    </>
  )
}

function hasImport(list: string): list is keyof typeof IMPORTS {
  return Object.hasOwn(IMPORTS, list)
}
