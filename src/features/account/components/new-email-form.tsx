import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { findProblem, type MessageOf } from '#lib/validation-issue.ts'
import { codeMessage } from '#one-time-code/code-messages.ts'
import { emailField } from '#person/person-fields.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { errorTextOf } from '#ui/use-error-text.ts'
import { useOneFieldForm } from '#ui/plain-form.tsx'

interface NewEmailFormProps {
  /** The user's present address. */
  email: string
  onAsk: (newEmail: string) => Promise<void>
}

/** The form for the new address. Keeps the typed address if the server refuses it. */
export function NewEmailForm({ email, onAsk }: NewEmailFormProps) {
  const { t, i18n } = useTranslation(['account', 'common'])
  const { t: tLogin } = useTranslation('login')
  const sentence: MessageOf<MessageKeyOf<'login'>> = (key, numbers) => tLogin(`messages.${key}`, numbers)
  const { input, error, isBusy, onSubmit } = useOneFieldForm({
    findProblem: ({ value }) => findProblem(emailField, value, sentence) ?? sameAddress(value),
    failureText: (failure) => codeMessage(tLogin, failure, i18n.language) ?? errorTextOf(i18n, failure),
    onSend: (typed) => onAsk(emailField.parse(typed)),
  })

  function sameAddress(typed: string): string | undefined {
    return emailField.parse(typed) === email ? t('messages.emailSame') : undefined
  }

  return (
    <form noValidate onSubmit={onSubmit}>
      <TextField
        ref={input}
        label={t('email.new')}
        name="newEmail"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        dir="ltr"
        error={error}
      />
      <Button type="submit" variant="primary" isBusy={isBusy} className="mt-3 w-full">
        {isBusy ? t('email.sending') : t('common:continue')}
      </Button>
    </form>
  )
}
