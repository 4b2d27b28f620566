import { useTranslation } from 'react-i18next'
import { Section } from './section.tsx'

const SIZES = ['text-xl', 'text-lg', 'text-md', 'text-base', 'text-sm', 'text-xs']
const WEIGHTS = ['font-normal', 'font-medium', 'font-semibold']

/** All sizes, each in all weights. */
export function TypeScale() {
  const { t } = useTranslation('kit')
  return (
    <Section name="type">
      <dl className="grid grid-cols-1 gap-3">
        {SIZES.map((size) => (
          <div key={size} className="grid grid-cols-1 gap-x-6 md:grid-cols-[80px_repeat(3,1fr)] md:items-baseline">
            <dt className="text-xs text-muted">
              <bdi dir="ltr">{size}</bdi>
            </dt>
            {WEIGHTS.map((weight) => (
              <dd key={weight} className={`${size} ${weight}`}>
                {t('sentence')}
              </dd>
            ))}
          </div>
        ))}
      </dl>
      <p className="max-w-[65ch]">{t('long')}</p>
      <p className="max-w-[65ch] text-muted">{t('long')}</p>
    </Section>
  )
}
