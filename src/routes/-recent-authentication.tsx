import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setReauthentication, type Reauthentication } from '#lib/reauthentication.ts'
import { ensureTexts } from '#i18n/require-texts.ts'

const loadDialog = () => import('#features/account/recent-authentication-dialog.tsx')
const loadPasskey = () => import('#features/passkeys/components/passkey-confirmation.tsx')
const RecentAuthenticationDialog = lazy(loadDialog)
const PasskeyConfirmation = lazy(loadPasskey)

interface Question {
  hasPasskey: boolean
  answer: (isRecent: boolean) => void
}

/** Shows a dialog to sign in again when a request is refused because the sign-in is too old. Loads its code only then. */
export function RecentAuthentication({ email }: { email: string }) {
  const { i18n } = useTranslation()
  const queryClient = useQueryClient()
  const asking = useRef<Promise<boolean>>(undefined)
  const [question, setQuestion] = useState<Question>()

  useEffect(() => {
    async function ask(accepted: Reauthentication) {
      const [{ prepareRecentAuthentication }, { canConfirmByPasskey }] = await Promise.all([
        loadDialog(),
        loadPasskey(),
        ensureTexts(i18n, ['account', 'login', 'passkeys']),
      ])
      const hasPasskey = accepted === 'any' && (await canConfirmByPasskey(queryClient))
      if (!hasPasskey) await prepareRecentAuthentication(queryClient)
      return new Promise<boolean>((answer) => setQuestion({ hasPasskey, answer }))
    }
    // Two requests that are refused at the same time share a dialog.
    return setReauthentication((accepted) => {
      asking.current ??= ask(accepted).finally(() => {
        asking.current = undefined
        setQuestion(undefined)
      })
      return asking.current
    })
  }, [i18n, queryClient])

  if (!question) return null
  const { hasPasskey, answer } = question
  return (
    <Suspense>
      <RecentAuthenticationDialog
        email={email}
        onAuthenticated={() => answer(true)}
        onClose={() => answer(false)}
        firstMethod={hasPasskey && <PasskeyConfirmation startsAtOnce onConfirmed={() => answer(true)} />}
      />
    </Suspense>
  )
}
