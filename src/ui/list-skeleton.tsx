import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { ListHead, widthClass, type Column } from './list-head.tsx'

interface ListSkeletonProps<Row> {
  columns: Column<Row>[]
  sort?: string | undefined
  /** Rows will have a box before them and a menu behind them. */
  hasChoices?: boolean
}

/** The shape of a list that is on its way: its heads, and rows that begin with a face and two lines where people do. */
export function ListSkeleton<Row>({ columns, sort, hasChoices }: ListSkeletonProps<Row>) {
  const { t } = useTranslation()
  return (
    <div
      role="status"
      aria-label={t('loading')}
      className="data-list animate-[fade-in_120ms_150ms_both]"
      data-choices={hasChoices || undefined}
    >
      <div className="list-frame" inert>
        <table aria-hidden="true">
          <ListHead columns={columns} sort={sort} />
          <tbody>
            {Array.from({ length: appConfig.lists.pageSize / 2 }, (_, row) => (
              <tr key={row}>
                {columns.map(({ name, shownFrom, isPerson = false }) => (
                  <td key={name} className={widthClass(shownFrom)}>
                    {isPerson ? <PersonShape /> : <span className="shape w-2/3" />}
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

function PersonShape() {
  return (
    <div className="person">
      <span className="shape size-8" />
      <div className="grid flex-1 gap-2">
        <span className="shape w-1/2" />
        <span className="shape w-3/4" />
      </div>
    </div>
  )
}
