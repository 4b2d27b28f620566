import { Link, useRouteContext } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'

/** The link to the API reference, which exists only in local mode. Only there its texts are loaded too. */
export function ReferenceLink() {
  const { isLocal } = useRouteContext({ from: '__root__' }).init.environment
  return <Suspense>{isLocal && <LocalLink />}</Suspense>
}

function LocalLink() {
  const { t } = useTranslation('api-reference')
  return (
    <Link to="/dev/api-reference" className="inline-flex min-h-11 items-center text-link">
      {t('title')}
    </Link>
  )
}
