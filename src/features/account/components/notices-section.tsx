import { useSuspenseQuery } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { OPTIONAL_NOTICES } from '#mail/notice-kinds.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceInput } from '#ui/checkbox.tsx'
import { FormError } from '#ui/form-end.tsx'
import { HiddenFields } from '#ui/plain-form.tsx'
import { Section } from '#ui/section.tsx'
import { useAction } from '#ui/use-error-text.ts'
import { useRefusedForm } from '#ui/use-refused-form.ts'
import { useAccountMutations } from '../account.mutations.ts'
import { myNoticeKindsQuery } from '../account.queries.ts'

/** The card with the optional mails, and the reason why the others are always sent. */
export function NoticesSection() {
  const { t } = useTranslation(['account', 'common'])
  const { saveNotices } = useAccountMutations()
  const { data: wanted } = useSuspenseQuery(myNoticeKindsQuery)
  const { errorText, isBusy: isSaving, run } = useAction({ initial: useRefusedForm('choose-notices')?.text })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const ticked = new FormData(event.currentTarget)
    run(() => saveNotices(OPTIONAL_NOTICES.filter((kind) => ticked.has(kind))))
  }

  return (
    <Section anchor="notices" title={t('notices.title')}>
      <form method="post" onSubmit={submit}>
        <HiddenFields values={{ intent: 'choose-notices' }} />
        <fieldset>
          <legend className="mb-1 text-muted">{t('notices.lead')}</legend>
          {OPTIONAL_NOTICES.map((kind) => (
            <ChoiceInput
              key={kind}
              name={kind}
              defaultChecked={wanted.includes(kind)}
              label={t(`notices.optional.${kind}`)}
            />
          ))}
        </fieldset>
        <details className="mb-3 text-small text-muted">
          <summary className="min-h-11 content-center hover:text-text md:min-h-8">{t('notices.keptTitle')}</summary>
          <p className="max-w-[65ch]">{t('notices.kept')}</p>
        </details>
        <Button type="submit" isBusy={isSaving}>
          {isSaving ? t('common:saving') : t('common:save')}
        </Button>
        <FormError text={errorText} className="mt-1.5" />
      </form>
    </Section>
  )
}
