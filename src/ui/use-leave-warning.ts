import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** Requires confirmation before the user leaves the page while `isDirty`: by a link, by Back, or by closing the tab. */
export function useLeaveWarning(isDirty: boolean): void {
  const { t } = useTranslation()
  useBlocker({
    // oxlint-disable-next-line no-alert -- a native dialog, like the one the browser shows when the tab is closed
    shouldBlockFn: () => isDirty && !window.confirm(t('unsavedChanges')),
    enableBeforeUnload: isDirty,
  })
}
