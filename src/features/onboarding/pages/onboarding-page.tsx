import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { nameField } from '#person/person-fields.ts'
import { AppError } from '#lib/app-error.ts'
import { formText } from '#lib/browser.ts'
import { Button } from '#ui/button.tsx'
import { HiddenFields } from '#ui/hidden-fields.tsx'
import { TextField } from '#ui/text-field.tsx'
import { giveName } from '../onboarding.functions.ts'

interface OnboardingPageProps {
  email: string
  /** The name that was sent without JavaScript and not saved, and why. */
  refused: { name: string; failure: AppError | undefined } | undefined
  /** Shows the page that was asked for. */
  onDone: () => Promise<void>
  signOutButton: ReactNode
}

type MessageKey = 'nameRequired' | 'nameInvalid' | 'nameTooLong'

/** Stands in place of the first page until the person has said what they are called. */
export function OnboardingPage({ email, refused, onDone, signOutButton }: OnboardingPageProps) {
  const { t } = useTranslation(['onboarding', 'common'])
  const [error, setError] = useState(refused && (problemOf(refused.name) ?? failureText(refused.failure)))
  const input = useRef<HTMLInputElement>(null)
  const [isSaving, setIsSaving] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = formText(event.currentTarget, 'name')
    const problem = problemOf(name)
    if (problem) {
      setError(problem)
      input.current?.focus()
      return
    }
    setIsSaving(true)
    setError(undefined)
    try {
      await giveName({ data: { name } })
      await onDone()
    } catch (failure) {
      setError(failureText(failure))
      setIsSaving(false)
    }
  }

  function problemOf(name: string): string | undefined {
    const wrong = nameField.safeParse(name).error?.issues[0]?.message as MessageKey | undefined
    return wrong && t(`messages.${wrong}`, { count: appConfig.user.nameMaxLength })
  }

  function failureText(failure: unknown): string {
    const isDemo = failure instanceof AppError && failure.code === 'DEMO_MODE_ENABLED'
    return isDemo ? t('messages.demo') : t('messages.failed')
  }

  return (
    <>
      <h1 className="text-lg font-semibold">{t('heading')}</h1>
      <p className="mt-1 text-muted">{t('lead')}</p>
      <form method="post" noValidate onSubmit={(event) => void submit(event)} className="mt-6">
        <HiddenFields values={{ intent: 'give-name' }} />
        <TextField
          ref={input}
          label={t('name')}
          name="name"
          autoComplete="name"
          autoFocus
          dir="auto"
          defaultValue={refused?.name}
          hint={t('nameHint')}
          error={error}
        />
        <Button type="submit" variant="primary" isBusy={isSaving} className="mt-3 w-full">
          {isSaving ? t('saving') : t('common:continue')}
        </Button>
      </form>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-hairline pt-4 text-sm text-muted">
        <p>
          {t('loggedInWith')} <bdi className="font-medium text-text">{email}</bdi>
        </p>
        {signOutButton}
      </div>
    </>
  )
}
