import type { QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { myPasskeysQuery } from '../passkeys.queries.ts'
import { PasskeyDialogButton } from './passkey-dialog-button.tsx'

interface PasskeyConfirmationProps {
  /** Whether the browser's passkey dialog opens without a press of the button. */
  startsAtOnce?: boolean
  onConfirmed: () => void
}

/** A button with which the signed-in user confirms their identity. */
export default function PasskeyConfirmation({ startsAtOnce = false, onConfirmed }: PasskeyConfirmationProps) {
  const { t } = useTranslation('passkeys')

  async function confirm() {
    const { confirmWithPasskey } = await import('#auth/confirm-with-passkey.ts')
    await confirmWithPasskey()
    onConfirmed()
  }

  return (
    <PasskeyDialogButton label={t('gate.use')} variant="primary" isWide startsAtOnce={startsAtOnce} onPress={confirm} />
  )
}

/** Whether the user has a passkey and a browser that supports passkeys; false if the passkeys cannot be loaded. */
export async function canConfirmByPasskey(queryClient: QueryClient): Promise<boolean> {
  if (!('PublicKeyCredential' in window)) return false
  const passkeys = await queryClient.query({ ...myPasskeysQuery, staleTime: 0 }).catch(() => [])
  return passkeys.length > 0
}
