import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** Asks, while `isDirty`, before the page is left by any way: a link, Back, closing the tab. */
export function useLeaveWarning(isDirty: boolean): void {
  const { t } = useTranslation()
  useBlocker({
    // oxlint-disable-next-line no-alert -- the browser's own question: it also stands when the tab is being closed
    shouldBlockFn: () => isDirty && !window.confirm(t('unsavedChanges')),
    enableBeforeUnload: isDirty,
  })
}
