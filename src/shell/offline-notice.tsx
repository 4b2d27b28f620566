import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

/** Shows a notice on every page while the browser is offline. */
export function OfflineNotice() {
  const { t } = useTranslation()
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-20 z-50 flex justify-center md:bottom-6"
    >
      {!isOnline && (
        <p className="rounded-card border border-hairline bg-warning-surface px-4 py-2 text-small text-warning shadow-lg">
          {t('offline')}
        </p>
      )}
    </div>
  )
}

function subscribe(onChange: () => void) {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}
