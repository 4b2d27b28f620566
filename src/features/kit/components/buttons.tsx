import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClasses, type ButtonLook } from '#ui/button.tsx'
import { Row, Section } from './section.tsx'

const LOOKS: ButtonLook[] = ['main', 'plain', 'quiet', 'danger']

/** All looks: at rest, busy, disabled, with an icon, as a link, across the width. */
export function Buttons() {
  const { t } = useTranslation('kit')
  return (
    <Section name="buttons">
      {LOOKS.map((look) => (
        <Row key={look}>
          <Button look={look}>{t('action')}</Button>
          <Button look={look} isBusy>
            {t('action')}
          </Button>
          <Button look={look} disabled>
            {t('action')}
          </Button>
          <Button look={look}>
            <Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />
            {t('action')}
          </Button>
          <a href="#buttons" className={buttonClasses(look)}>
            {t('action')}
          </a>
        </Row>
      ))}
      <Button look="main" className="w-full">
        {t('long')}
      </Button>
    </Section>
  )
}
