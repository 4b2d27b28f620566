import type { QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { myPasskeysQuery } from '../passkeys.queries.ts'
import { PasskeyButton } from './passkey-button.tsx'

interface PasskeyConfirmationProps {
  /** Whether it stands beside another way, which comes first. */
  isSecondary?: boolean
  onConfirmed: () => void
}

/** A button by which who is signed in shows that it is them. */
export function PasskeyConfirmation({ isSecondary = false, onConfirmed }: PasskeyConfirmationProps) {
  const { t } = useTranslation('passkeys')

  async function confirm() {
    const { confirmWithPasskey } = await import('#auth/confirm-with-passkey.ts')
    await confirmWithPasskey()
    onConfirmed()
  }

  return (
    <PasskeyButton
      label={isSecondary ? t('gate.usePasskey') : t('gate.use')}
      variant={isSecondary ? 'secondary' : 'primary'}
      isWide
      onPress={confirm}
    />
  )
}

/** Whether the person has a passkey, in a browser that can use one. Should that not be known, there are other ways. */
export async function canConfirmByPasskey(queryClient: QueryClient): Promise<boolean> {
  if (!('PublicKeyCredential' in window)) return false
  const passkeys = await queryClient.query({ ...myPasskeysQuery, staleTime: 0 }).catch(() => [])
  return passkeys.length > 0
}
