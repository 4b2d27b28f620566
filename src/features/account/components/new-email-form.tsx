import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { emailField } from '#person/person-fields.ts'
import { formText } from '#lib/browser.ts'
import { codeMessage } from '#one-time-code/code-messages.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { errorTextOf } from '#ui/use-error-text.ts'

interface NewEmailFormProps {
  /** The address that the person has. */
  email: string
  onAsk: (newEmail: string) => Promise<void>
}

type MessageKey = 'emailRequired' | 'emailInvalid' | 'emailTooLong'

/** Asks for the new address. What was typed stays when it is refused. */
export function NewEmailForm({ email, onAsk }: NewEmailFormProps) {
  const { t, i18n } = useTranslation(['account', 'common'])
  const { t: tLogin } = useTranslation('login')
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const [isSending, setIsSending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const parsed = emailField.safeParse(formText(event.currentTarget, 'newEmail'))
    const wrong = parsed.error?.issues[0]?.message as MessageKey | undefined
    if (wrong) return refuse(i18n.t(`login:messages.${wrong}`, { count: appConfig.user.emailMaxLength }))
    if (!parsed.success || parsed.data === email) return refuse(t('messages.emailSame'))
    setIsSending(true)
    setError(undefined)
    try {
      await onAsk(parsed.data)
    } catch (failure) {
      refuse(codeMessage(tLogin, failure, i18n.language) ?? (await errorTextOf(i18n, failure)))
    } finally {
      setIsSending(false)
    }
  }

  function refuse(message: string) {
    setError(message)
    input.current?.focus()
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
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
      <Button type="submit" variant="primary" isBusy={isSending} className="mt-3 w-full">
        {isSending ? t('email.sending') : t('common:continue')}
      </Button>
    </form>
  )
}
