import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isolated } from '#lib/intl.ts'
import { Dialog } from '#ui/dialog.tsx'
import { askForOwnCode, reAuthenticate } from './account.functions.ts'
import { askedCodeQuery } from './account.queries.ts'
import type { AskedCode } from './account.schema.ts'
import { AskedCodeForm } from './components/asked-code-form.tsx'

const ASKED: AskedCode = { purpose: 're-authenticate' }

interface FreshSignInDialogProps {
  /** Where the code went. */
  email: string
  /** The session is fresh. */
  onFresh: () => void
  onClose: () => void
  /** What can be shown in place of the code. */
  otherWay?: ReactNode
}

/** Has the person show again who they are, over whatever they were doing, which goes on afterwards. */
export function FreshSignInDialog({ email, onFresh, onClose, otherWay }: FreshSignInDialogProps) {
  const { t } = useTranslation('account')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('freshSignIn.title')}
      description={t('freshSignIn.lead', { email: isolated(email) })}
    >
      <AskedCodeForm
        asked={ASKED}
        onCode={async (code) => {
          await reAuthenticate({ data: { code } })
          onFresh()
        }}
        onAskAgain={sendCode}
      />
      {otherWay && <div className="mt-4 border-t border-hairline pt-4">{otherWay}</div>}
    </Dialog>
  )
}

/** Sees to it that a code is on its way before the dialog opens; one that can still be entered is not sent twice. */
export async function prepareFreshSignIn(queryClient: QueryClient): Promise<void> {
  const query = { ...askedCodeQuery(ASKED), staleTime: 0 }
  const { state } = await queryClient.query(query)
  if (state && state.secondsOfLife > 0) return
  await sendCode()
  await queryClient.query(query)
}

async function sendCode() {
  await askForOwnCode({ data: { purpose: 're-authenticate' } })
}
