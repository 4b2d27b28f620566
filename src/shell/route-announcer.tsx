import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** After a navigation to another page: moves the focus to its heading and tells screen readers its title. */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        setTitle(document.title)
        // A page that puts the focus into its own field knows better.
        if (document.activeElement?.matches('input, textarea, select')) return
        const heading = document.querySelector<HTMLElement>('main h1')
        heading?.setAttribute('tabindex', '-1')
        heading?.focus({ preventScroll: true })
      }),
    [router],
  )

  return (
    <p aria-live="assertive" className="sr-only">
      {title}
    </p>
  )
}
