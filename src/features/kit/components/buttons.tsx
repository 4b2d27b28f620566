import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClasses, type ButtonLook } from '#ui/button.tsx'
import { Row, Section } from './section.tsx'

const LOOKS: ButtonLook[] = ['main', 'plain', 'quiet', 'danger']

/** All looks: at rest, busy, disabled, with an icon; a link that looks like one, and one across the width. */
export function Buttons() {
  const { t } = useTranslation('kit')
  return (
    <Section name="buttons">
      {LOOKS.map((look) => (
        <Row key={look}>
          <Button look={look}>{t('name')}</Button>
          <Button look={look} isBusy>
            {t('name')}
          </Button>
          <Button look={look} disabled>
            {t('name')}
          </Button>
          <Button look={look}>
            <Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />
            {t('name')}
          </Button>
        </Row>
      ))}
      <a href="#buttons" className={`${buttonClasses()} w-fit`}>
        {t('name')}
      </a>
      <Button look="main" className="w-full">
        {t('long')}
      </Button>
    </Section>
  )
}
