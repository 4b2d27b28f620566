import { useEffect, useEffectEvent } from 'react'
import { AppError } from '#lib/app-error.ts'
import { useErrorText } from '#ui/use-error-text.ts'

/** Where tabs tell each other which organization is active: its id, empty for what is everybody's. */
const PLACE = 'organization'
/** When another tab may have told: at once, and when this one is looked at again, for it may have slept meanwhile. */
const MOMENTS = ['storage', 'pageshow', 'focus'] as const

/** Says when another tab has switched to another organization: what this page shows is not what the server goes by. */
export function SwitchedNotice({ organizationId }: { organizationId: string }) {
  const { errorText, showError, clearError } = useErrorText()
  const look = useEffectEvent(() => {
    const active = activeOne()
    if (active === null || active === organizationId) clearError()
    else void showError(new AppError('ORGANIZATION_SWITCHED'))
  })
  useEffect(() => {
    const listen = () => look()
    for (const moment of MOMENTS) window.addEventListener(moment, listen)
    return () => {
      for (const moment of MOMENTS) window.removeEventListener(moment, listen)
    }
  }, [])
  useEffect(() => {
    tell(organizationId)
    look()
  }, [organizationId])
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

/** The last that this document has told: a page that comes back to this area later has no news. */
let told: string | undefined

function tell(organizationId: string) {
  if (told === organizationId) return
  told = organizationId
  try {
    localStorage.setItem(PLACE, organizationId)
  } catch {
    // A browser that keeps nothing tells its tabs nothing.
  }
}

function activeOne(): string | null {
  try {
    return localStorage.getItem(PLACE)
  } catch {
    return null
  }
}
