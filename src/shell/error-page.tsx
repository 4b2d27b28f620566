import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClasses } from '#ui/button.tsx'
import { repeatEarlyInput } from './early-input.ts'
import { Main } from './main.tsx'
import type { ErrorPageStatus } from './page.ts'

interface ErrorPageProps {
  error: ErrorPageStatus
  /** The ID of the failure in the log. */
  errorId?: string | undefined
  /** An action besides Back and Home. */
  children?: ReactNode
}

/** The page for a failure: an explanation, the actions Back and Home, and possibly another action. */
export function ErrorPage({ error, errorId, children }: ErrorPageProps) {
  const { t } = useTranslation()
  const router = useRouter()
  // The component `Root` usually calls `repeatEarlyInput`, but this page can replace `Root`.
  useEffect(repeatEarlyInput, [])
  return (
    <Main className="mx-auto flex min-h-[70dvh] max-w-[480px] flex-col justify-center px-6 py-12">
      <p className="text-small font-medium text-accent tabular-nums">{error}</p>
      <h1 className="mt-1 text-heading font-semibold">{t(`pages.${error}.title`)}</h1>
      <p className="mt-2 text-muted">{t(`pages.${error}.description`)}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        {children}
        <Button onClick={() => router.history.back()}>{t('back')}</Button>
        <Link to="/" className={buttonClasses()}>
          {t('home')}
        </Link>
      </div>
      {errorId && <p className="mt-6 text-tiny break-all text-muted">{t('pages.errorId', { id: errorId })}</p>}
    </Main>
  )
}

/** The page for an address that does not exist. */
export function NotFoundPage() {
  return <ErrorPage error="404" />
}
