import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'

const STEPS = ['file', 'columns', 'check', 'import'] as const
const DONE = <Check aria-hidden="true" className="size-3.5" />

/** The numbered steps of an import. Those before the current one have a check mark. */
export function ImportSteps({ current }: { current: (typeof STEPS)[number] }) {
  const { t } = useTranslation('imports')
  const place = STEPS.indexOf(current)
  return (
    <ol aria-label={t('steps.title')} className="mb-6 flex flex-wrap gap-x-4 gap-y-2 text-muted sm:gap-x-6">
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={index === place ? 'step' : undefined}
          className="group flex items-center gap-2 aria-[current]:font-medium aria-[current]:text-text"
        >
          <span className="grid size-6 place-items-center rounded-full border border-edge text-tiny tabular-nums group-aria-[current]:border-transparent group-aria-[current]:bg-primary group-aria-[current]:text-on-accent">
            {index < place ? DONE : index + 1}
          </span>
          {index < place && <span className="sr-only">{t('steps.done')}</span>}
          {t(`steps.${step}`)}
        </li>
      ))}
    </ol>
  )
}
