import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { FastResponse } from 'srvx'
import { directionOf, type Language } from '#i18n/languages.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import type { AppError } from '#lib/app-error.ts'
import { buttonClasses } from '#ui/button.tsx'
import styles from '#ui/styles.css?url'

const renderedPages = new Map<string, string>()

/** Returns the page for an overloaded server, rendered once per language and reason, because it must cost very little. */
export function refusalPage(language: Language, { code, status, details }: AppError): Response {
  const key = `${language} ${code}`
  const html = renderedPages.get(key) ?? renderRefusal(language, { code, status })
  renderedPages.set(key, html)
  return new FastResponse(html, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Retry-After': String(details.retryAfterSeconds ?? 1) },
  })
}

/** Renders a page like those for other failures, which needs neither a script nor a session. */
function renderRefusal(language: Language, { code, status }: Pick<AppError, 'code' | 'status'>): string {
  const t = translatorFor(language).getFixedT(language, ['common', 'errors'])
  const reason = t(`errors:${code}`)
  return renderPlainPage(
    language,
    reason,
    <main className="mx-auto flex min-h-[70dvh] max-w-[480px] flex-col justify-center px-6 py-12">
      <p className="text-small font-medium text-accent tabular-nums">{status}</p>
      <h1 className="mt-1 text-heading font-semibold">{reason}</h1>
      <div className="mt-6 flex flex-wrap gap-3">
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- this very address, with its query */}
        <a href="" className={buttonClasses('primary')}>
          {t('tryAgain')}
        </a>
      </div>
    </main>,
  )
}

/** Renders a page without scripts. */
export function renderPlainPage(language: Language, title: string, content: ReactNode): string {
  return `<!DOCTYPE html>${renderToStaticMarkup(
    <html lang={language} dir={directionOf(language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="stylesheet" href={styles} />
      </head>
      <body>{content}</body>
    </html>,
  )}`
}
