import { useEffect, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { stopImpersonating } from '#auth/auth-client.ts'
import { isolateDirection } from '#lib/intl.ts'
import { Button } from '#ui/button.tsx'

interface ImpersonationBannerProps {
  /** The ID of the user that the administrator acts as. */
  id: string
  name: string
  secondsLeft: number
}

/** A banner on every page while an administrator acts as another user, with a button to stop. */
export function ImpersonationBanner({ id, name, secondsLeft }: ImpersonationBannerProps) {
  const { t } = useTranslation()
  const [isStopping, setIsStopping] = useState(false)
  useReloadAfter(secondsLeft)
  const text = t('impersonating', { name: isolateDirection(name) })

  async function stop(event: FormEvent) {
    event.preventDefault()
    setIsStopping(true)
    // If this fails, the impersonation might have ended elsewhere. Otherwise the next page shows this banner again.
    await stopImpersonating().catch(() => undefined)
    window.location.assign(`/manager/users/${id}`)
  }

  return (
    <aside
      aria-label={text}
      className="impersonation-banner sticky top-0 z-40 flex items-center justify-center gap-3 border-b border-warning bg-warning-surface px-4 text-small text-warning"
    >
      <p title={text} className="line-clamp-2 font-medium max-sm:text-tiny/4">
        {text}
      </p>
      <form method="post" onSubmit={(event) => void stop(event)}>
        <input type="hidden" name="intent" value="stop-impersonating" />
        <Button type="submit" isBusy={isStopping}>
          {t('stopImpersonating')}
        </Button>
      </form>
    </aside>
  )
}

/** Reloads when the time is over, so that the server returns the browser to the administrator's own account. */
function useReloadAfter(seconds: number) {
  useEffect(() => {
    const timer = setTimeout(() => window.location.reload(), seconds * 1_000)
    return () => clearTimeout(timer)
  }, [seconds])
}
