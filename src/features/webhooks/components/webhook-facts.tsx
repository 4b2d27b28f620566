import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmButton } from '#ui/confirm.tsx'
import { Entry } from '#ui/entry.tsx'
import { ExactTime } from '#ui/exact-time.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Section } from '#ui/section.tsx'
import { eventKey } from '../webhook-choices.ts'
import { useWebhookMutations } from '../webhooks.mutations.ts'
import type { WebhookDetail } from '../webhooks.schema.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { webhooksConfig } from '../webhooks.config.ts'

/** Shows the events of a webhook, its dates, and a button that renews the secret, which cannot be read again. */
export function WebhookFacts({ webhook, canManage }: { webhook: WebhookDetail; canManage: boolean }) {
  const { t } = useTranslation(['webhooks', 'history'])
  const { renewSecret } = useWebhookMutations()
  const [secret, setSecret] = useState<string>()
  const { id, url, events, includesPrivate, createdAt, previousSecretUntil } = webhook
  return (
    <Section title={t('facts')}>
      <dl className="grid gap-4">
        <Entry name={t('events')}>
          <ul className="grid gap-0.5">
            {events.map((event) => (
              <li key={event}>{t(`history:events.${eventKey(event)}`)}</li>
            ))}
          </ul>
        </Entry>
        <Entry name={t('private.title')}>{includesPrivate ? t('private.included') : t('private.excluded')}</Entry>
        <Entry name={t('secret.title')}>
          <span className="block text-muted">{t('secret.hidden')}</span>
          {previousSecretUntil !== null && (
            <span className="block text-small text-muted">
              {t('secret.previousUntil')} <ExactTime at={previousSecretUntil} />
            </span>
          )}
          {canManage && (
            <ConfirmButton
              className="mt-2"
              summary={t('secret.renewSummary', { target: new URL(url).host })}
              description={t('secret.renewQuestion', { minutes: webhooksConfig.oldSecretHours * 60 })}
              action={t('secret.renew')}
              onConfirm={async () => setSecret(await renewSecret(id))}
            />
          )}
        </Entry>
        <Entry name={t('created')}>
          <RelativeTime at={createdAt} />
        </Entry>
      </dl>
      <SecretDialog secret={secret} onDone={() => setSecret(undefined)} />
    </Section>
  )
}
