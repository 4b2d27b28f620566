import { useTranslation } from 'react-i18next'
import { Section } from './section.tsx'

const SIZES = ['text-title', 'text-heading', 'text-roomy', 'text-body', 'text-small', 'text-tiny']
const WEIGHTS = ['font-medium', 'font-semibold']

/** Shows text in all sizes and weights, and as wide as lines may be. */
export function TypeScale() {
  const { t } = useTranslation('kit')
  return (
    <Section name="type">
      <dl className="grid grid-cols-1 gap-3">
        {[...SIZES, ...WEIGHTS].map((style) => (
          <div key={style} className="grid grid-cols-[112px_1fr] items-baseline gap-3">
            <dt className="text-tiny text-muted">
              <bdi dir="ltr">{style}</bdi>
            </dt>
            <dd className={style}>{t('sentence')}</dd>
          </div>
        ))}
      </dl>
      <p className="max-w-[65ch] text-muted">{t('long')}</p>
    </Section>
  )
}
