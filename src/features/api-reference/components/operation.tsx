import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#ui/badge.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import type { ReferenceOperation } from '../api-reference.server.ts'

/** An operation of the API: its input, its response and the command that calls it. */
export function Operation({ operation }: { operation: ReferenceOperation }) {
  const { t } = useTranslation('api-reference')
  const { id, method, path, scope, summary, description, parameters, body, answers, curl } = operation
  return (
    <section
      id={id}
      className="min-w-0 rounded-card border border-hairline bg-surface p-5 sm:p-6"
      aria-labelledby={`${id}-title`}
    >
      <h2 id={`${id}-title`} dir="ltr" className="flex flex-wrap items-baseline gap-x-3 font-mono text-roomy">
        <span className="font-semibold">{method}</span>
        <span className="break-all">{path}</span>
      </h2>
      <p dir="ltr" className="mt-1">
        <Prose>{[summary, description].filter(Boolean).join('. ')}</Prose>
      </p>
      {scope !== '' && (
        <p className="mt-3 flex flex-wrap items-center gap-2 text-small text-muted">
          {t('scope')} <Badge>{scope}</Badge>
        </p>
      )}
      <div dir="ltr" className="mt-3 flex items-center gap-2 rounded-control bg-sunken py-2 ps-3 pe-1">
        <code className="min-w-0 flex-1 font-mono text-small break-all">{curl}</code>
        <CopyButton text={curl} label={t('copyCommand', { name: id })} />
      </div>
      {parameters.length > 0 && (
        <Part title={t('parameters')}>
          <dl className="grid gap-2">
            {parameters.map(({ name, place, isRequired, schema }) => (
              <Line key={`${place} ${name}`} name={name} note={isRequired ? t('required', { place }) : place}>
                <code className="font-mono break-all">{schema}</code>
              </Line>
            ))}
          </dl>
        </Part>
      )}
      {body !== '' && (
        <Part title={t('body')}>
          <Schema text={body} />
        </Part>
      )}
      <Part title={t('answers')}>
        <dl className="grid gap-2">
          {answers.map(({ status, description: meaning, schema }) => (
            <Line key={status} name={status}>
              <span className="break-words">
                <Prose>{meaning}</Prose>
              </span>
              {schema !== '' && <Schema text={schema} />}
            </Line>
          ))}
        </dl>
      </Part>
    </section>
  )
}

/** Renders a text of the OpenAPI description; text between backticks is code, like in Markdown. */
function Prose({ children }: { children: string }) {
  return (
    <span lang="en">
      {children.split('`').map((part, position) =>
        position % 2 === 0 ? (
          part
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of a text stay where they are
          <code key={position} className="rounded-sm bg-sunken px-1 font-mono">
            {part}
          </code>
        ),
      )}
    </span>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="mt-3">
      <summary className="min-h-11 cursor-pointer content-center font-medium sm:min-h-8">{title}</summary>
      <div dir="ltr" className="text-small">
        {children}
      </div>
    </details>
  )
}

function Line({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 border-t border-hairline pt-2 sm:grid-cols-[180px_minmax(0,1fr)]">
      <dt>
        <span className="font-mono font-medium break-all">{name}</span>{' '}
        {note && <span className="text-muted">{note}</span>}
      </dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

function Schema({ text }: { text: string }) {
  return (
    <pre className="mt-1 rounded-control bg-sunken p-3 font-mono text-small break-words whitespace-pre-wrap">
      {text}
    </pre>
  )
}
