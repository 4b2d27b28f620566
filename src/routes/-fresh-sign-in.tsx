import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onOldSignIn } from '#auth/fresh-sign-in.ts'
import { requireTexts } from '#i18n/require-texts.ts'

const load = () => import('#features/account/fresh-sign-in-dialog.tsx')
const loadPasskey = () => import('#features/passkeys/components/passkey-confirmation.tsx')
const FreshSignInDialog = lazy(() => load().then((module) => ({ default: module.FreshSignInDialog })))
const PasskeyConfirmation = lazy(() => loadPasskey().then((module) => ({ default: module.PasskeyConfirmation })))

interface Question {
  hasPasskey: boolean
  answer: (isFresh: boolean) => void
}

/** Asks the person to show again who they are when something is refused for their old sign-in. Until then nothing is loaded. */
export function FreshSignIn({ email }: { email: string }) {
  const { i18n } = useTranslation()
  const queryClient = useQueryClient()
  const asking = useRef<Promise<boolean>>(undefined)
  const [question, setQuestion] = useState<Question>()

  useEffect(() => {
    async function ask() {
      const [{ prepareFreshSignIn }, { canConfirmByPasskey }] = await Promise.all([
        load(),
        loadPasskey(),
        requireTexts(i18n, ['account', 'login', 'passkeys']),
      ])
      const [hasPasskey] = await Promise.all([canConfirmByPasskey(queryClient), prepareFreshSignIn(queryClient)])
      return new Promise<boolean>((answer) => setQuestion({ hasPasskey, answer }))
    }
    // Of two things that are refused at once, both wait for the one dialog.
    return onOldSignIn(() => {
      asking.current ??= ask().finally(() => {
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
      <FreshSignInDialog
        email={email}
        onFresh={() => answer(true)}
        onClose={() => answer(false)}
        otherWay={hasPasskey && <PasskeyConfirmation isSecondary onConfirmed={() => answer(true)} />}
      />
    </Suspense>
  )
}
