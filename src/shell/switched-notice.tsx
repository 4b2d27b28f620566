import { useEffect, useEffectEvent } from 'react'
import { AppError } from '#lib/app-error.ts'
import { useErrorText } from '#ui/use-error-text.ts'

/** Where tabs tell each other which organization is active: its id, empty for what is everybody's. */
const PLACE = 'organization'

/** Says when another tab has switched to another organization: what this page shows is not what the server goes by. */
export function SwitchedNotice({ organizationId }: { organizationId: string }) {
  const { errorText, showError, clearError } = useErrorText()
  const listen = useEffectEvent(({ key, newValue }: StorageEvent) => {
    if (key !== PLACE || newValue === null) return
    if (newValue === organizationId) clearError()
    else void showError(new AppError('ORGANIZATION_SWITCHED'))
  })
  useEffect(() => {
    window.addEventListener('storage', listen)
    return () => window.removeEventListener('storage', listen)
  }, [])
  useEffect(() => tell(organizationId), [organizationId])
  return (
    <div aria-live="polite">
      {errorText !== undefined && (
        <p className="mb-6 rounded-card border border-hairline bg-warning-surface px-4 py-2 text-warning">
          {errorText}
        </p>
      )}
    </div>
  )
}

function tell(organizationId: string) {
  try {
    localStorage.setItem(PLACE, organizationId)
  } catch {
    // A browser that keeps nothing tells its tabs nothing.
  }
}
