import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#ui/badge.tsx'
import { buttonClasses } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { SecretBox } from '#ui/one-time-secret.tsx'
import { TryOperation, type TryOperationProps } from './try-operation.tsx'

/** An operation of the API: its input and its responses, and beside them the code and the form that call it. */
export function Operation({ operation, apiKey }: TryOperationProps) {
  const { t } = useTranslation('api-reference')
  const { id, method, path, summary, curl, client } = operation
  const [isTried, setIsTried] = useState(false)
  return (
    <section
      id={id}
      className="min-w-0 scroll-mt-16 rounded-card border border-hairline bg-surface p-5 sm:p-6 lg:scroll-mt-4"
      aria-labelledby={`${id}-call`}
    >
      <h2 lang="en" dir="ltr" className="text-heading font-semibold">
        <a href={`#${id}`}>{summary}</a>
      </h2>
      <p id={`${id}-call`} dir="ltr" className="mt-1 flex flex-wrap items-baseline gap-x-2 font-mono text-small">
        <span className="font-semibold">{method}</span>
        <span className="break-all">{path}</span>
      </p>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 xl:grid-cols-[repeat(2,minmax(0,1fr))]">
        <Description operation={operation} />
        <div className="grid content-start gap-3">
          <Sample title={t('command')} text={curl} label={t('copyCommand', { name: id })} />
          {client !== '' && <Sample title={t('client')} text={client} label={t('copyClient', { name: id })} />}
          <details onToggle={() => setIsTried(true)} className="print:hidden">
            <summary className={`list-none ${buttonClasses()}`}>{t('try')}</summary>
            {isTried && <TryOperation operation={operation} apiKey={apiKey} />}
          </details>
        </div>
      </div>
    </section>
  )
}

function Description({
  operation: { scope, description, parameters, body, answers },
}: Pick<TryOperationProps, 'operation'>) {
  const { t } = useTranslation('api-reference')
  return (
    <div>
      <p dir="ltr">
        <Prose>{description}</Prose>
      </p>
      {scope !== '' && (
        <p className="mt-3 flex flex-wrap items-center gap-2 text-small text-muted">
          {t('scope')} <Badge>{scope}</Badge>
        </p>
      )}
      {parameters.length > 0 && (
        <Part title={t('parameters')} isOpen>
          <dl className="grid gap-2">
            {parameters.map(({ name, place, isRequired, description: meaning, rules }) => (
              <Line key={`${place} ${name}`} name={name} note={isRequired ? t('required', { place }) : place}>
                {meaning !== '' && <Prose>{meaning}</Prose>} <code className="font-mono wrap-anywhere">{rules}</code>
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
    </div>
  )
}

/** A piece of code that calls an operation, with a button that copies it. */
function Sample({ title, text, label }: { title: string; text: string; label: string }) {
  return (
    <div>
      <p className="mb-1 text-small text-muted">{title}</p>
      <SecretBox>
        <code className="min-w-0 flex-1 font-mono text-small break-all">{text}</code>
        <CopyButton text={text} label={label} />
      </SecretBox>
    </div>
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

function Part({ title, isOpen = false, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details className="mt-3" open={isOpen}>
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
