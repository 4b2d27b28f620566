import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { CheckboxGroup } from '#ui/checkbox-group.tsx'
import { ChoiceInput } from '#ui/checkbox.tsx'
import { FormEnd } from '#ui/form-end.tsx'
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
  const { t } = useTranslation(['webhooks', 'history'])
  const options = WEBHOOK_EVENTS.map((value) => ({ value, label: t(`history:events.${eventKey(value)}`) }))
  const { field, choice, ...form } = useSaveForm({
    schema: webhookFields,
    initial,
    sentence: (key: MessageKeyOf<'webhooks'>, numbers) => t(`messages.${key}`, numbers),
    onSave,
  })
  const { ref: _ref, ...events } = choice('events')
  const { onChange: choosePrivate } = choice('privateRepositories')

  return (
    <form method="post" noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <EmailOrUrlField label={t('url')} type="url" autoFocus hint={t('urlHint')} {...field('url')} />
      <CheckboxGroup label={t('events')} options={options} {...events} />
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
