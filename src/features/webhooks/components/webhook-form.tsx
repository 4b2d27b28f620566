import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { ChoiceInput } from '#ui/checkbox.tsx'
import { FormEnd } from '#ui/form-end.tsx'
import { FieldMessage } from '#ui/field-message.tsx'
import { EmailOrUrlField } from '#ui/text-field.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { eventKey, WEBHOOK_EVENTS } from '../webhook-choices.ts'
import { webhookFields, type WebhookFields } from '../webhooks.schema.ts'

interface WebhookFormProps {
  /** The current values; absent for a new webhook, which initially receives all events. */
  initial?: WebhookFields
  submitLabel: string
  onSave: (fields: WebhookFields) => Promise<void>
  onCancel: () => void
}

const NEW: WebhookFields = { url: '', events: WEBHOOK_EVENTS.join(','), privateRepositories: 'excluded' }

/** The form for a webhook: URL, events, and whether to include events about organizations' repositories. */
export function WebhookForm({ initial = NEW, submitLabel, onSave, onCancel }: WebhookFormProps) {
  const { t } = useTranslation('webhooks')
  const { field, choice, ...form } = useSaveForm({
    schema: webhookFields,
    initial,
    sentence: (key: MessageKeyOf<'webhooks'>, numbers) => t(`messages.${key}`, numbers),
    onSave,
  })
  const events = choice('events')
  const { onChange: choosePrivate } = choice('privateRepositories')

  return (
    <form method="post" noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <EmailOrUrlField label={t('url')} type="url" autoFocus hint={t('urlHint')} {...field('url')} />
      <Events initial={initial.events} onChange={events.onChange} error={events.error} />
      <ChoiceInput
        defaultChecked={initial.privateRepositories === 'included'}
        onChange={({ target }) => choosePrivate(target.checked ? 'included' : 'excluded')}
        label={t('private.include')}
        hint={t('private.hint')}
        className=""
      />
      <FormEnd {...form} submitLabel={submitLabel} onCancel={onCancel} />
    </form>
  )
}

interface EventsProps {
  initial: string
  onChange: (events: string) => void
  error: string | undefined
}

function Events({ initial, onChange, error }: EventsProps) {
  const { t } = useTranslation(['webhooks', 'history'])
  const [chosen, setChosen] = useState(() => new Set(initial.split(',')))

  function toggle(event: string) {
    const changed = new Set(chosen)
    if (!changed.delete(event)) changed.add(event)
    setChosen(changed)
    onChange(WEBHOOK_EVENTS.filter((one) => changed.has(one)).join(','))
  }

  return (
    <fieldset aria-describedby={error && 'events-error'}>
      <legend className="mb-1.5 font-medium">{t('events')}</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {WEBHOOK_EVENTS.map((event) => (
          <ChoiceInput
            key={event}
            checked={chosen.has(event)}
            onChange={() => toggle(event)}
            className="min-h-11 sm:min-h-8"
            label={t(`history:events.${eventKey(event)}`)}
          />
        ))}
      </div>
      <FieldMessage id="events-error" error={error} />
    </fieldset>
  )
}
