import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Viewer } from '#auth/current-session.server.ts'
import { ensureTexts } from '#i18n/require-texts.ts'

const Offer = lazy(() => import('#features/passkeys/components/passkey-offer.tsx'))

/** Offers a passkey if the device itself can store one. Otherwise loads nothing. */
export function PasskeyOffer({ viewer }: { viewer: Viewer }) {
  const { i18n } = useTranslation()
  const isOffered = viewer.isOfferedPasskey && !viewer.needsSecondFactor
  const [isTime, setIsTime] = useState(false)

  useEffect(() => {
    if (!isOffered) return
    async function offer() {
      if (!(await window.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable?.())) return
      await ensureTexts(i18n, ['passkeys'])
      setIsTime(true)
    }
    // If this fails, the passkey is offered at a later visit.
    offer().catch(() => undefined)
  }, [isOffered, i18n])

  if (!isTime) return null
  return (
    <Suspense>
      <Offer />
    </Suspense>
  )
}
