import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useFailureToast } from '#ui/use-error-text.ts'
import { useWebhookMutations } from '../webhooks.mutations.ts'
import { toFields, type WebhookDetail } from '../webhooks.schema.ts'
import { WebhookForm } from './webhook-form.tsx'

/** The actions of administrators on a webhook: test, change, pause and delete it. */
export function WebhookActions({ webhook }: { webhook: WebhookDetail }) {
  const { t } = useTranslation(['webhooks', 'common'])
  const navigate = useNavigate()
  const orShowFailure = useFailureToast()
  const { update, pause, resume, remove, sendTest } = useWebhookMutations()
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const [isBusy, setIsBusy] = useState(false)
  const { id, url, status } = webhook

  async function act(action: (id: string) => Promise<void>) {
    setIsBusy(true)
    await orShowFailure(() => action(id))
    setIsBusy(false)
  }

  return (
    <>
      {status === 'paused' ? (
        <Button variant="primary" isBusy={isBusy} onClick={() => void act(resume)}>
          {t('resume')}
        </Button>
      ) : (
        <>
          <Button isBusy={isBusy} onClick={() => void act(sendTest)}>
            {t('sendTest')}
          </Button>
          <Button isBusy={isBusy} onClick={() => void act(pause)}>
            {t('pause')}
          </Button>
        </>
      )}
      <Button onClick={() => setOpen('edit')}>{t('common:edit')}</Button>
      <Button variant="danger" onClick={() => setOpen('delete')}>
        {t('common:delete')}
      </Button>
      <Dialog isOpen={open === 'edit'} onClose={() => setOpen(undefined)} title={t('edit')}>
        <WebhookForm
          initial={toFields(webhook)}
          submitLabel={t('common:save')}
          onCancel={() => setOpen(undefined)}
          onSave={async (fields) => {
            await update(id, fields)
            setOpen(undefined)
          }}
        />
      </Dialog>
      <Confirm
        isOpen={open === 'delete'}
        onClose={() => setOpen(undefined)}
        summary={t('deleteSummary', { target: new URL(url).host })}
        description={t('deleteQuestion')}
        action={t('common:delete')}
        isDestructive
        onConfirm={async () => {
          await remove(id)
          await navigate({ to: '/manager/webhooks', replace: true })
        }}
      />
    </>
  )
}
