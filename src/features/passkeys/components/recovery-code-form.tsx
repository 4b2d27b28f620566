import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { redeemRecoveryCode } from '../passkeys.functions.ts'
import { recoveryCodeInput } from '../passkeys.schema.ts'

/** The form that accepts a recovery code in place of a passkey. */
export function RecoveryCodeForm({ onTaken }: { onTaken: () => void }) {
  const { t } = useTranslation('passkeys')
  const { field, errorText, isBusy, onSubmit } = useSaveForm({
    schema: recoveryCodeInput,
    initial: { code: '' },
    sentence: (key: MessageKeyOf<'passkeys'>, numbers) => t(`messages.${key}`, numbers),
    isQuestion: true,
    onSave: async (typed) => {
      await redeemRecoveryCode({ data: typed })
      onTaken()
    },
  })
  return (
    <form noValidate onSubmit={onSubmit}>
      <TextField
        label={t('gate.code')}
        hint={t('gate.codeHint')}
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        dir="ltr"
        errorLines={1}
        {...field('code')}
      />
      <p role="alert" className="min-h-5 text-small text-danger">
        {errorText}
      </p>
      <Button type="submit" variant="primary" isBusy={isBusy} className="mt-1 w-full">
        {isBusy ? t('gate.confirming') : t('gate.confirm')}
      </Button>
    </form>
  )
}
