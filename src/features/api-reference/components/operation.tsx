import { Link, useHydrated, useLocation } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { buttonClasses } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { ChevronIcon } from '#ui/icons.tsx'
import { TryOperation, type TryOperationProps } from './try-operation.tsx'

/**
 * An operation of the API: its input and its responses, and beside them the code and the form that call it. On narrow screens, it
 * is a row that opens, and the operation in the URL is open.
 */
export function Operation({ operation, apiKey }: TryOperationProps) {
  const { t } = useTranslation('api-reference')
  const { id, method, path, summary, curl, client, answer } = operation
  const isTarget = useLocation({ select: ({ hash }) => hash === id })
  // The server doesn't know the fragment of the URL.
  const isOpen = useHydrated() && isTarget
  const [isTried, setIsTried] = useState(false)
  const badge = <Badge tone={METHOD_TONES[method]}>{method}</Badge>
  return (
    <section
      id={id}
      dir="ltr"
      className="min-w-0 scroll-mt-13 bg-surface lg:scroll-mt-4 lg:rounded-card lg:border lg:border-hairline lg:p-6"
      aria-labelledby={`${id}-call`}
    >
      <h3 lang="en" className="lg:text-comfortable lg:font-semibold">
        <Link
          to="."
          hash={isOpen ? '' : id}
          resetScroll={false}
          preload={false}
          aria-expanded={isOpen}
          className="flex min-h-12 items-center gap-3 px-4 py-2 lg:hidden [&>.badge]:min-w-18 [&>.badge]:text-center"
        >
          {badge}
          <span className={`min-w-0 flex-1 ${isOpen ? 'font-semibold' : 'truncate'}`}>{summary}</span>
          <span className={`text-muted ${isOpen ? 'rotate-180' : ''}`}>
            <ChevronIcon />
          </span>
        </Link>
        <a href={`#${id}`} className="max-lg:hidden">
          {summary}
        </a>
      </h3>
      <div className={isOpen ? 'max-lg:px-4 max-lg:pb-5' : 'max-lg:hidden'}>
        <p id={`${id}-call`} className="flex items-start gap-2 font-mono text-small lg:mt-2">
          <span className="max-lg:sr-only">{badge}</span> <span className="py-px break-all">{path}</span>
        </p>
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-5 xl:grid-cols-[repeat(2,minmax(0,1fr))]">
          <Description operation={operation} />
          <div className="grid content-start gap-4">
            <Sample title={t('command')} text={curl} label={t('copyCommand', { name: id })} />
            {client !== '' && <Sample title={t('client')} text={client} label={t('copyClient', { name: id })} />}
            <details onToggle={() => setIsTried(true)} className="print:hidden">
              <summary className={`list-none ${buttonClasses()}`}>{t('try')}</summary>
              {isTried && <TryOperation operation={operation} apiKey={apiKey} />}
            </details>
            {answer.text !== '' && (
              <Sample
                title={`${t('example')} · ${answer.status}`}
                text={answer.text}
                label={t('copyExample', { name: id })}
              />
            )}
          </div>
        </div>
      </div>
    </section>
  )
}

const METHOD_TONES: Partial<Record<string, BadgeTone>> = {
  GET: 'info',
  POST: 'success',
  PATCH: 'warning',
  DELETE: 'danger',
}

function Description({
  operation: { scope, description, parameters, body, answers },
}: Pick<TryOperationProps, 'operation'>) {
  const { t } = useTranslation('api-reference')
  return (
    <div>
      <p>
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
                {meaning !== '' && <Prose>{meaning}</Prose>}{' '}
                <code className="font-mono wrap-anywhere text-muted">{rules}</code>
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

/** A piece of code under its title, with a button that copies it. */
function Sample({ title, text, label }: { title: string; text: string; label: string }) {
  return (
    <figure className="overflow-clip rounded-control border border-hairline">
      <figcaption className="flex min-h-9 items-center justify-between gap-2 border-b border-hairline bg-sunken ps-3 pe-1 text-small text-muted">
        {title}
        <CopyButton text={text} label={label} />
      </figcaption>
      <pre className="p-3 font-mono text-small wrap-anywhere whitespace-pre-wrap">{text}</pre>
    </figure>
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
    <details className="group mt-3" open={isOpen}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1.5 font-medium sm:min-h-8">
        <span className="-rotate-90 text-muted group-open:rotate-0">
          <ChevronIcon />
        </span>
        {title}
      </summary>
      <div className="text-small">{children}</div>
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
