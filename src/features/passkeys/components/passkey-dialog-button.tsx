import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { AppError } from '#lib/app-error.ts'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { FormError } from '#ui/form-end.tsx'
import { useAction } from '#ui/use-error-text.ts'

interface PasskeyButtonProps {
  label: string
  variant?: ButtonVariant
  isWide?: boolean
  startsAtOnce?: boolean
  /** Opens the browser's passkey dialog. If this throws, the component shows the error below the button. */
  onPress: () => Promise<void>
}

/** A button that opens the browser's passkey dialog, to create a passkey or to use one. */
export function PasskeyDialogButton({
  label,
  variant,
  isWide = false,
  startsAtOnce = false,
  onPress,
}: PasskeyButtonProps) {
  const { t } = useTranslation('passkeys')
  const { isBusy, errorText, run } = useAction({
    ownText: (error) => {
      if (error instanceof AppError) return undefined
      if (!('PublicKeyCredential' in window)) return t('unsupported')
      return error instanceof Error && error.name === 'InvalidStateError' ? t('exists') : t('failed')
    },
  })
  useEffect(() => {
    if (startsAtOnce) run(onPress)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it appears
  }, [])
  return (
    <>
      <Button variant={variant} isBusy={isBusy} onClick={() => run(onPress)} className={isWide ? 'w-full' : ''}>
        {isBusy ? t('adding') : label}
      </Button>
      <FormError text={errorText} className="mt-1.5" />
    </>
  )
}
