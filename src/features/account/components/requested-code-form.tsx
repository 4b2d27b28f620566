import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CodeForm } from '#one-time-code/code-form.tsx'
import { requestedCodeQuery } from '../account.queries.ts'
import type { RequestedCode } from '../account.schema.ts'

interface RequestedCodeFormProps {
  asked: RequestedCode
  submitLabel?: string
  busyLabel?: string
  isDangerous?: boolean
  onCode: (code: string) => Promise<void>
  /** Requests a new code. */
  onAskAgain: () => Promise<void>
}

/** The form for the code that confirms a change of the account. */
export function RequestedCodeForm({ asked, submitLabel, busyLabel, onAskAgain, ...form }: RequestedCodeFormProps) {
  const { t } = useTranslation('login')
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(requestedCodeQuery(asked))
  return (
    <CodeForm
      {...form}
      state={data.state}
      readAt={data.readAt}
      submitLabel={submitLabel ?? t('verify.confirm')}
      busyLabel={busyLabel ?? t('verify.confirming')}
      onSendNew={async () => {
        await onAskAgain()
        await queryClient.invalidateQueries(requestedCodeQuery(asked))
      }}
    />
  )
}
