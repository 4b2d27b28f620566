import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'

const WIDTHS = ['w-1/3 max-md:w-2/3', 'w-1/6 max-md:w-1/4']

/** The shape of a list that is on its way. */
export function ListSkeleton({ columnCount }: { columnCount: number }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('loading')} className="grid gap-px max-md:gap-3">
      {Array.from({ length: appConfig.lists.pageSize / 2 }, (_, row) => (
        <div
          key={row}
          className="flex gap-6 border-hairline px-3 max-md:h-23 max-md:flex-col max-md:justify-center max-md:gap-3 max-md:rounded-card max-md:border max-md:bg-surface max-md:px-4 md:h-14 md:items-center md:border-b"
        >
          {Array.from({ length: columnCount }, (_, column) => (
            <span
              key={column}
              className={`h-3.5 animate-pulse rounded-full bg-hairline ${WIDTHS[column] ?? 'w-1/6 max-md:hidden'}`}
            />
          ))}
        </div>
      ))}
    </div>
  )
}
