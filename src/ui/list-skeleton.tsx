import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'

/** The shape of a list that is on its way. */
export function ListSkeleton({ columnCount }: { columnCount: number }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('loading')} className="grid gap-px">
      {Array.from({ length: appConfig.lists.pageSize / 2 }, (_, row) => (
        <div key={row} className="flex h-14 items-center gap-6 border-b border-hairline px-3">
          {Array.from({ length: columnCount }, (_, column) => (
            <span
              key={column}
              className={`h-3.5 animate-pulse rounded-full bg-hairline ${column === 0 ? 'w-1/3' : 'w-1/6 max-md:hidden'}`}
            />
          ))}
        </div>
      ))}
    </div>
  )
}
