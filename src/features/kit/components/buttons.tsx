import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClasses, type ButtonVariant } from '#ui/button.tsx'
import { Row, Section } from './section.tsx'

const LOOKS: ButtonVariant[] = ['primary', 'secondary', 'ghost', 'danger', 'destructive']

/** Shows all buttons: idle, busy, disabled, with an icon; a link that looks like a button; and a button in full width. */
export function Buttons() {
  const { t } = useTranslation('kit')
  return (
    <Section name="buttons">
      {LOOKS.map((look) => (
        <Row key={look}>
          <Button variant={look}>{t('name')}</Button>
          <Button variant={look} isBusy>
            {t('name')}
          </Button>
          <Button variant={look} disabled>
            {t('name')}
          </Button>
          <Button variant={look}>
            <Plus aria-hidden="true" className="size-4" />
            {t('name')}
          </Button>
        </Row>
      ))}
      <a href="#buttons" className={`${buttonClasses()} w-fit`}>
        {t('name')}
      </a>
      <Button variant="primary" className="w-full">
        {t('long')}
      </Button>
    </Section>
  )
}
