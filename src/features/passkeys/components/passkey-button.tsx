import { useTranslation } from 'react-i18next'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { FormError } from '#ui/form-end.tsx'
import { usePasskeyAction } from '../use-passkey-action.ts'

interface PasskeyButtonProps {
  label: string
  variant?: ButtonVariant
  isWide?: boolean
  /** Asks the browser; what goes wrong is said below the button. */
  onPress: () => Promise<void>
}

/** A button that asks the browser for a passkey. */
export function PasskeyButton({ label, variant, isWide = false, onPress }: PasskeyButtonProps) {
  const { t } = useTranslation('passkeys')
  const { isBusy, errorText, run } = usePasskeyAction(onPress)
  return (
    <>
      <Button variant={variant} isBusy={isBusy} onClick={run} className={isWide ? 'w-full' : ''}>
        {isBusy ? t('adding') : label}
      </Button>
      <FormError text={errorText} className="mt-1.5" />
    </>
  )
}
