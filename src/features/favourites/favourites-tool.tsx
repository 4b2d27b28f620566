import { useTranslation } from 'react-i18next'
import type { RowTool } from '#feature/row-tool.ts'
import { FavouritesFilter } from './favourites-filter.tsx'
import { StarForms, useRenderStar } from './star.tsx'
import { useNoteOpened } from './use-note-opened.ts'

/** The stars of repositories, the filter by stars, and the recording of opened repositories. */
export const favouritesTool: RowTool = {
  Around({ id, isKept, children }) {
    const renderMark = useRenderStar()
    const onOpen = useNoteOpened(id, isKept)
    return (
      <>
        {children({ renderMark, onOpen })}
        <StarForms />
      </>
    )
  },
  Head() {
    const { t } = useTranslation('discovery')
    return <span className="sr-only">{t('favourites')}</span>
  },
  Filter: FavouritesFilter,
}
