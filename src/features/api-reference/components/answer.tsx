import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import type { CallAnswer } from '../send-call.ts'

/** The number of lines of a response that are shown at first. */
const SHORT_LINES = 30

/** The response to a call: its status, its time, the headers that matter, and its body. */
export function Answer({ answer: { status, milliseconds, headers, body } }: { answer: CallAnswer }) {
  const { t, i18n } = useTranslation('api-reference')
  const [showsAll, setShowsAll] = useState(false)
  const lines = body.split('\n')
  const isCut = !showsAll && lines.length > SHORT_LINES
  const time = new Intl.NumberFormat(i18n.language, { style: 'unit', unit: 'millisecond' }).format(milliseconds)
  return (
    <section aria-label={t('answer')} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className="flex items-center gap-3">
        <Badge tone={status < 400 ? 'success' : 'danger'}>{String(status)}</Badge>
        <span className="text-small text-muted tabular-nums">{time}</span>
      </p>
      <dl dir="ltr" className="font-mono text-small">
        {headers.map(({ name, value }) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-muted after:content-[':']">{name}</dt>
            <dd className="min-w-0 break-all">{value}</dd>
          </div>
        ))}
      </dl>
      {body !== '' && (
        <pre dir="ltr" className="rounded-control bg-sunken p-3 font-mono text-small break-words whitespace-pre-wrap">
          {isCut ? lines.slice(0, SHORT_LINES).join('\n') : body}
        </pre>
      )}
      {isCut && (
        <Button className="justify-self-start" onClick={() => setShowsAll(true)}>
          {t('showAll')}
        </Button>
      )}
    </section>
  )
}
