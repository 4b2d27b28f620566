import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'

const WIDTHS = ['w-1/3 @max-[640px]:w-2/3', 'w-1/6 @max-[640px]:w-1/4']

/** The shape of a list that is on its way. */
export function ListSkeleton({ columnCount }: { columnCount: number }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('loading')} className="@container">
      <div className="grid gap-px @max-[640px]:gap-3">
        {Array.from({ length: appConfig.lists.pageSize / 2 }, (_, row) => (
          <div
            key={row}
            className="flex gap-6 border-hairline px-3 @max-[640px]:h-23 @max-[640px]:flex-col @max-[640px]:justify-center @max-[640px]:gap-3 @max-[640px]:rounded-card @max-[640px]:border @max-[640px]:bg-surface @max-[640px]:px-4 @min-[640px]:h-14 @min-[640px]:items-center @min-[640px]:border-b"
          >
            {Array.from({ length: columnCount }, (_, column) => (
              <span
                key={column}
                className={`h-3.5 animate-pulse rounded-full bg-hairline ${WIDTHS[column] ?? 'w-1/6 @max-[640px]:hidden'}`}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
