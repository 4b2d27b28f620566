import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast.ts'
import { useLeaveWarning } from '#ui/use-leave-warning.ts'
import { Row, Section } from './section.tsx'

const OVERLAYS = ['dialog', 'confirm', 'sheet'] as const

/** Shows dialogs, sheets and toasts. The confirmation fails when it is confirmed. */
export function Overlays() {
  const { t } = useTranslation(['kit', 'common'])
  const [opened, setOpened] = useState<(typeof OVERLAYS)[number]>()
  const [asksToStay, setAsksToStay] = useState(false)
  useLeaveWarning(asksToStay)
  const close = () => setOpened(undefined)
  return (
    <Section name="overlays">
      <Row>
        {OVERLAYS.map((overlay) => (
          <Button key={overlay} onClick={() => setOpened(overlay)}>
            {t(`open.${overlay}`)}
          </Button>
        ))}
        <Button onClick={() => void showToast(t('sentence'))}>{t('open.toast')}</Button>
        <Button onClick={() => void showToast(t('long'), { label: t('common:undo'), onClick: () => undefined })}>
          {t('open.undo')}
        </Button>
        <Button aria-pressed={asksToStay} onClick={() => setAsksToStay(!asksToStay)}>
          {t('open.leave')}
        </Button>
      </Row>
      <Dialog isOpen={opened === 'dialog'} onClose={close} title={t('action')} description={t('long')}>
        <TextField label={t('name')} hint={t('hint')} />
      </Dialog>
      <Confirm
        isOpen={opened === 'confirm'}
        onClose={close}
        summary={t('long')}
        description={t('sentence')}
        isDestructive
        onConfirm={() => Promise.reject(new Error('confirm'))}
      />
      <Dialog isOpen={opened === 'sheet'} onClose={close} title={t('name')} place="start">
        <p>{t('long')}</p>
      </Dialog>
    </Section>
  )
}
