import { useEffect, useEffectEvent } from 'react'
import { AppError } from '#lib/app-error.ts'
import { readStored, writeStored } from '#lib/browser.ts'
import { useErrorText } from '#ui/use-error-text.ts'

/** The storage key by which tabs share the ID of the active organization; the ID is empty if no organization is active. */
const PLACE = 'organization'
/** The events on which the ID is read: a change in another tab, and a return to this tab, which might have been suspended. */
const MOMENTS = ['storage', 'pageshow', 'focus'] as const

/** Warns if another tab has switched the organization, because the server no longer uses this page's organization. */
export function SwitchedNotice({ organizationId }: { organizationId: string }) {
  const { errorText, showError, clearError } = useErrorText()
  const look = useEffectEvent(() => {
    const active = readStored(PLACE)
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

/** The ID that this document has stored last, so that a later return to this area does not store it again. */
let told: string | undefined

function tell(organizationId: string) {
  if (told === organizationId) return
  told = organizationId
  writeStored(PLACE, organizationId)
}
