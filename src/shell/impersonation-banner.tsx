import { useEffect, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { stopImpersonating } from '#auth/auth-client.ts'
import { isolated } from '#lib/intl.ts'
import { Button } from '#ui/button.tsx'

interface ImpersonationBannerProps {
  /** Whom the administrator acts as. */
  id: string
  name: string
  secondsLeft: number
}

/** Stays on top of every page while an administrator acts as somebody: says so, and ends it. */
export function ImpersonationBanner({ id, name, secondsLeft }: ImpersonationBannerProps) {
  const { t } = useTranslation()
  const [isStopping, setIsStopping] = useState(false)
  useReloadAfter(secondsLeft)
  const text = t('impersonating', { name: isolated(name) })

  async function stop(event: FormEvent) {
    event.preventDefault()
    setIsStopping(true)
    // A failure may mean that it has ended elsewhere: the page that opens finds out, and shows this banner again if not.
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

/** Reloads once the time is over: the server then sends the browser back to who the administrator is. */
function useReloadAfter(seconds: number) {
  useEffect(() => {
    const timer = setTimeout(() => window.location.reload(), seconds * 1_000)
    return () => clearTimeout(timer)
  }, [seconds])
}
