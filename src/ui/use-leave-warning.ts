import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** Asks for confirmation while `isDirty` before the user leaves the page: by a link, by Back, or by closing the tab. */
export function useLeaveWarning(isDirty: boolean): void {
  const { t } = useTranslation()
  useBlocker({
    // oxlint-disable-next-line no-alert -- a native dialog, like the one the browser shows when the tab is closed
    shouldBlockFn: () => isDirty && !window.confirm(t('unsavedChanges')),
    enableBeforeUnload: isDirty,
  })
}
