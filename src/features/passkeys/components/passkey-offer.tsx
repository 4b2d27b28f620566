import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { declinePasskey } from '../passkeys.functions.ts'
import { usePasskeyMutations } from '../passkeys.mutations.ts'
import { myPasskeysQuery } from '../passkeys.queries.ts'
import { PasskeyDialogButton } from './passkey-dialog-button.tsx'

/** Offers to create a passkey after a sign-in with a code. Does not block the page, and is not shown again if declined. */
export default function PasskeyOffer() {
  const { t } = useTranslation('passkeys')
  const id = useId()
  const { add } = usePasskeyMutations()
  const [isOpen, setIsOpen] = useState(true)
  // Read the passkeys from the cache only, without a request. They are there if the user has just added one on the account page.
  const { data: passkeys = [] } = useQuery({ ...myPasskeysQuery, enabled: false })
  if (!isOpen || passkeys.length > 0) return null

  function decline() {
    setIsOpen(false)
    // If the choice cannot be saved, the offer is shown again after the next sign-in.
    declinePasskey().catch(() => undefined)
  }

  return (
    <aside
      aria-labelledby={id}
      className="fixed inset-x-4 bottom-20 z-40 rounded-card border border-hairline bg-surface p-5 shadow-xl sm:start-auto sm:w-96 md:bottom-4"
    >
      <h2 id={id} className="font-semibold">
        {t('offer.title')}
      </h2>
      <p className="mt-1 mb-4 text-muted">{t('offer.text')}</p>
      <PasskeyDialogButton
        label={t('offer.accept')}
        variant="primary"
        isWide
        onPress={async () => {
          await add()
          setIsOpen(false)
        }}
      />
      <Button variant="ghost" className="w-full" onClick={decline}>
        {t('offer.decline')}
      </Button>
    </aside>
  )
}
