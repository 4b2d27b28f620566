import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppError } from '#lib/app-error.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPage } from './error-page.tsx'
import { leaveIfSignedOut } from './leave-if-signed-out.ts'
import { pageErrorFor, setPageStatus } from './page.ts'

/** The delay of a retry, long enough to be noticed and for a short outage to pass. */
const RETRY_DELAY_MS = 600

/** Replaces a page whose data or rendering failed, with an explanation and, for server errors, a retry. */
export function ErrorScreen({ error }: ErrorComponentProps) {
  const { t } = useTranslation()
  const router = useRouter()
  const [isTrying, setIsTrying] = useState(false)
  const known = error instanceof AppError ? error : new AppError('UNKNOWN_ERROR')
  setPageStatus(known.status)

  useEffect(() => leaveIfSignedOut(error), [error])

  function tryAgain() {
    setIsTrying(true)
    setTimeout(() => void router.invalidate().finally(() => setIsTrying(false)), RETRY_DELAY_MS)
  }

  return (
    <ErrorPage error={pageErrorFor(known)} errorId={known.details.errorId}>
      {known.status >= 500 && (
        <Button variant="primary" isBusy={isTrying} onClick={tryAgain}>
          {t('tryAgain')}
        </Button>
      )}
    </ErrorPage>
  )
}
