import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CodeForm } from '#one-time-code/code-form.tsx'
import { askedCodeQuery } from '../account.queries.ts'
import type { AskedCode } from '../account.schema.ts'

interface AskedCodeFormProps {
  asked: AskedCode
  submitLabel?: string
  busyLabel?: string
  isDangerous?: boolean
  onCode: (code: string) => Promise<void>
  /** Asks for a new code. */
  onAskAgain: () => Promise<void>
}

/** Takes the code that confirms a change of the account. */
export function AskedCodeForm({ asked, submitLabel, busyLabel, onAskAgain, ...form }: AskedCodeFormProps) {
  const { t } = useTranslation('login')
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(askedCodeQuery(asked))
  return (
    <CodeForm
      {...form}
      state={data.state}
      readAt={data.readAt}
      submitLabel={submitLabel ?? t('verify.confirm')}
      busyLabel={busyLabel ?? t('verify.confirming')}
      onSendNew={async () => {
        await onAskAgain()
        await queryClient.invalidateQueries(askedCodeQuery(asked))
      }}
    />
  )
}
