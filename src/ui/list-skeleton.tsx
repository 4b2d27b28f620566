import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { ListHead, columnVisibilityClass, type Column } from './list-head.tsx'

interface ListSkeletonProps<Row> {
  columns: Column<Row>[]
  sort?: string | undefined
  /** Whether rows will have a checkbox before them and a menu after them. */
  hasRowControls?: boolean
}

/** The placeholder of a loading list: its headers and rows. A cell that shows a user is an avatar and two lines. */
export function ListSkeleton<Row>({ columns, sort, hasRowControls }: ListSkeletonProps<Row>) {
  const { t } = useTranslation()
  return (
    <div
      role="status"
      aria-label={t('loading')}
      className="data-list animate-[fade-in_120ms_150ms_both]"
      data-choices={hasRowControls || undefined}
    >
      <div className="list-frame" inert>
        <table aria-hidden="true">
          <ListHead columns={columns} sort={sort} />
          <tbody>
            {Array.from({ length: appConfig.lists.pageSize / 2 }, (_, row) => (
              <tr key={row}>
                {columns.map(({ name, shownFrom, isUser = false }) => (
                  <td key={name} className={columnVisibilityClass(shownFrom)}>
                    {isUser ? <UserCellSkeleton /> : <span className="shape w-2/3" />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function UserCellSkeleton() {
  return (
    <div className="user">
      <span className="shape size-8" />
      <div className="grid flex-1 gap-2">
        <span className="shape w-1/2" />
        <span className="shape w-3/4" />
      </div>
    </div>
  )
}
