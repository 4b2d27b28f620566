import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from './section.tsx'

const SURFACES = ['page', 'surface', 'sunken', 'hairline', 'edge', 'muted', 'text', 'accent', 'accent-strong']
const MEANINGS = ['accent', 'success', 'warning', 'danger', 'info']

/** Shows the color tokens of the page's theme. */
export function Colors() {
  return (
    <Section name="colors">
      <ul className="grid grid-cols-3 gap-3 sm:grid-cols-5 lg:grid-cols-9">
        {SURFACES.map((token) => (
          <li key={token} className="text-tiny">
            <span
              style={{ '--swatch': `var(--${token})` } as CSSProperties}
              className="mb-1 block h-12 rounded-control border border-hairline bg-[var(--swatch)]"
            />
            <bdi dir="ltr">{token}</bdi>
          </li>
        ))}
      </ul>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        {MEANINGS.map((token) => (
          <li
            key={token}
            style={{ '--front': `var(--${token})`, '--back': `var(--${token}-surface)` } as CSSProperties}
            className="rounded-control border border-hairline bg-[var(--back)] p-3 text-small font-medium text-[var(--front)]"
          >
            <bdi dir="ltr">{token}</bdi>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const SIZES = ['text-title', 'text-heading', 'text-comfortable', 'text-body', 'text-small', 'text-tiny']
const WEIGHTS = ['font-medium', 'font-semibold']

/** Shows text in all sizes and weights, and a paragraph of the maximum width. */
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
