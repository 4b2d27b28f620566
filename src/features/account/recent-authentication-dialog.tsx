import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isolateDirection } from '#lib/intl.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form-end.tsx'
import { useAction } from '#ui/use-error-text.ts'
import { requestCodeToOwnAddress, reAuthenticate } from './account.functions.ts'
import { requestedCodeQuery } from './account.queries.ts'
import type { RequestedCode } from './account.schema.ts'
import { RequestedCodeForm } from './components/requested-code-form.tsx'

const REAUTHENTICATION_CODE: RequestedCode = { purpose: 're-authenticate' }

interface RecentAuthenticationDialogProps {
  /** The address that the code was sent to. */
  email: string
  /** Called after the user has authenticated again. */
  onAuthenticated: () => void
  onClose: () => void
  /** Another way to authenticate, offered before a code is requested. */
  firstMethod?: ReactNode
}

/** The dialog in which the user authenticates again. Afterwards, the action that opened the dialog continues. */
export default function RecentAuthenticationDialog({
  email,
  onAuthenticated,
  onClose,
  firstMethod,
}: RecentAuthenticationDialogProps) {
  const { t } = useTranslation('account')
  const queryClient = useQueryClient()
  const { errorText, isBusy, run } = useAction()
  const [isByCode, setIsByCode] = useState(!firstMethod)

  async function requestCode() {
    await prepareRecentAuthentication(queryClient)
    setIsByCode(true)
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('recentAuthentication.title')}
      description={t(isByCode ? 'recentAuthentication.lead' : 'recentAuthentication.why', {
        email: isolateDirection(email),
      })}
    >
      {isByCode ? (
        <RequestedCodeForm
          asked={REAUTHENTICATION_CODE}
          onCode={(code) => reAuthenticate({ data: { code } }).then(onAuthenticated)}
          onAskAgain={sendCode}
        />
      ) : (
        <div className="grid gap-3">
          {firstMethod}
          <Button variant="ghost" isBusy={isBusy} onClick={() => run(requestCode)}>
            {t('recentAuthentication.sendCode')}
          </Button>
          <FormError text={errorText} />
        </div>
      )}
    </Dialog>
  )
}

/** Sends a code before the dialog shows the code field, unless the previous code has not expired. */
export async function prepareRecentAuthentication(queryClient: QueryClient): Promise<void> {
  const query = { ...requestedCodeQuery(REAUTHENTICATION_CODE), staleTime: 0 }
  const { state } = await queryClient.query(query)
  if (state && state.secondsOfLife > 0) return
  await sendCode()
  await queryClient.query(query)
}

async function sendCode() {
  await requestCodeToOwnAddress({ data: { purpose: 're-authenticate' } })
}
