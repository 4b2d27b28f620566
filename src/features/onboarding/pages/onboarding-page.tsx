import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { nameField } from '#user/user-fields.ts'
import { AppError } from '#lib/app-error.ts'
import { findProblem, type MessageOf } from '#lib/validation-issue.ts'
import { Button } from '#ui/button.tsx'
import { HiddenFields, useOneFieldForm } from '#ui/plain-form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useRefusedForm } from '#ui/use-refused-form.ts'
import { setName } from '../onboarding.functions.ts'

interface OnboardingPageProps {
  email: string
  /** The name that an administrator entered in the invitation; empty for users without one. */
  name: string
  signOutButton: ReactNode
}

/** The page that is shown after sign-in, before any other page, until the user has entered or confirmed their name. */
export function OnboardingPage({ email, name, signOutButton }: OnboardingPageProps) {
  const { t } = useTranslation(['onboarding', 'common'])
  const { refetchViewer } = useRouteContext({ from: '__root__' })
  const refused = useRefusedForm('give-name')
  const sentence: MessageOf<MessageKeyOf<'onboarding'>> = (key, numbers) => t(`messages.${key}`, numbers)
  const { input, error, isBusy, onSubmit } = useOneFieldForm({
    initialError:
      refused && (findProblem(nameField, refused.fields.name ?? '', sentence) ?? failureText(refused.failure)),
    findProblem: ({ value }) => findProblem(nameField, value, sentence),
    failureText,
    onSend: async (name) => {
      await setName({ data: { name } })
      // Once the viewer has a name, the requested page replaces this one.
      await refetchViewer()
    },
  })

  function failureText(failure: unknown): string {
    const isDemo = failure instanceof AppError && failure.code === 'DEMO_MODE_ENABLED'
    return isDemo ? t('messages.demo') : t('messages.failed')
  }

  return (
    <>
      <h1 className="text-heading font-semibold">{t('heading')}</h1>
      <p className="mt-1 text-muted">{t('lead')}</p>
      <form method="post" noValidate onSubmit={onSubmit} className="mt-6">
        <HiddenFields values={{ intent: 'give-name' }} />
        <TextField
          ref={input}
          label={t('name')}
          name="name"
          autoComplete="name"
          autoFocus
          dir="auto"
          defaultValue={refused?.fields.name ?? name}
          hint={t('nameHint')}
          error={error}
          errorLines={1}
        />
        <Button type="submit" variant="primary" isBusy={isBusy} className="mt-5 w-full">
          {isBusy ? t('saving') : t('common:continue')}
        </Button>
      </form>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-hairline pt-4 text-small text-muted">
        <p>
          {t('loggedInWith')} <bdi className="font-medium text-text">{email}</bdi>
        </p>
        {signOutButton}
      </div>
    </>
  )
}
