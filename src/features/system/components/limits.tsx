import { useTranslation } from 'react-i18next'
import { useState } from 'react'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { isolateDirection } from '#lib/intl.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/confirm.tsx'
import { FormError } from '#ui/form-end.tsx'
import { ExactTime } from '#ui/relative-time.tsx'
import { EmailOrUrlField } from '#ui/text-field.tsx'
import { useAction } from '#ui/use-error-text.ts'
import { useSaveForm } from '#ui/use-save-form.ts'
import { checkAddress } from '../system.functions.ts'
import { useSystemActions } from '../system.mutations.ts'
import { type ExhaustedLimit, addressInput, type EmailLimit } from '../system.schema.ts'
import { Section } from '#ui/section.tsx'

/** The exhausted rate limits, and a field that finds the limits of one email address. */
export function Limits({ limits }: { limits: ExhaustedLimit[] }) {
  const { t } = useTranslation('system')
  return (
    <Section title={t('limits.title')} text={t('limits.text')}>
      {limits.length === 0 ? (
        <p className="text-muted">{t('limits.none')}</p>
      ) : (
        <ul className="divide-y divide-hairline">
          {limits.map((limit) => (
            <Limit key={limit.id} exhausted={limit} />
          ))}
        </ul>
      )}
      <EmailLimits />
    </Section>
  )
}

function Limit({ exhausted }: { exhausted: ExhaustedLimit }) {
  const { t } = useTranslation('system')
  const { lift } = useSystemActions()
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="font-medium">{t(`limits.kinds.${exhausted.limit}`)}</p>
        <p className="text-small text-muted">
          {t('limits.ends')} <ExactTime at={exhausted.endsAt} />
        </p>
      </div>
      <ConfirmButton
        summary={t('limits.liftSummary', { limit: t(`limits.kinds.${exhausted.limit}`) })}
        description={t('limits.question')}
        action={t('limits.lift')}
        onConfirm={() => lift(exhausted.id)}
      />
    </li>
  )
}

interface EmailWithLimits {
  email: string
  limits: EmailLimit[]
}

function EmailLimits() {
  const { t } = useTranslation('system')
  const [found, setFound] = useState<EmailWithLimits>()
  const { field, errorText, isBusy, onSubmit } = useSaveForm({
    schema: addressInput,
    initial: { email: '' },
    sentence: (key: MessageKeyOf<'system'>) => t(`messages.${key}`),
    isQuestion: true,
    onSave: async ({ email }) => {
      setFound(undefined)
      setFound({ email, limits: await checkAddress({ data: { email } }) })
    },
  })
  return (
    <div className="mt-4 border-t border-hairline pt-4">
      <form noValidate onSubmit={onSubmit} className="flex flex-wrap items-start gap-3">
        <EmailOrUrlField
          className="min-w-0 flex-[1_1_16rem]"
          label={t('limits.address')}
          type="email"
          hint={t('limits.addressHint')}
          {...field('email')}
        />
        <Button type="submit" isBusy={isBusy} className="sm:mt-[calc(1.5em+6px)]">
          {t('limits.lookUp')}
        </Button>
      </form>
      <FormError text={errorText} />
      <div aria-live="polite">
        {found && <FoundLimits key={found.email} found={found} onLifted={() => setFound({ ...found, limits: [] })} />}
      </div>
    </div>
  )
}

function FoundLimits({ found: { email, limits }, onLifted }: { found: EmailWithLimits; onLifted: () => void }) {
  const { t } = useTranslation('system')
  const { liftOfAddress } = useSystemActions()
  const { errorText, isBusy, run } = useAction()
  if (limits.length === 0) return <p className="mt-2">{t('limits.noneOf', { email: isolateDirection(email) })}</p>
  return (
    <div className="mt-2 grid justify-items-start gap-3">
      <ul className="grid gap-2">
        {limits.map(({ id, limit, used, allowed, endsAt }) => (
          <li key={id}>
            <p>{t('limits.used', { kind: t(`limits.kinds.${limit}`), used, allowed })}</p>
            <p className="text-small text-muted">
              {t('limits.ends')} <ExactTime at={endsAt} />
            </p>
          </li>
        ))}
      </ul>
      <Button variant="primary" isBusy={isBusy} onClick={() => run(() => liftOfAddress(email).then(onLifted))}>
        {t('limits.liftOf', { email: isolateDirection(email) })}
      </Button>
      <FormError text={errorText} />
    </div>
  )
}
