import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Operation } from '../components/operation.tsx'
import { ReferenceIndex } from '../components/reference-index.tsx'
import { operationsQuery } from '../api-reference.queries.ts'

/** The API reference for developers, generated from the OpenAPI description. */
export function ApiReferencePage() {
  const { t } = useTranslation('api-reference')
  const { data: operations } = useSuspenseQuery(operationsQuery)
  const [apiKey, setApiKey] = useState('')
  return (
    <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[1400px] px-6 py-10">
      <header className="mb-6">
        <h1 className="text-heading font-semibold">{t('title')}</h1>
        <p className="mt-1 text-muted">{t('lead')}</p>
        <p className="mt-2 flex flex-wrap gap-x-6">
          <Link to="/manager/api-keys" className="inline-flex min-h-11 items-center text-link">
            {t('makeKey')}
          </Link>
          <a href="/api/v1/openapi.json" className="inline-flex min-h-11 items-center text-link">
            {t('document')}
          </a>
        </p>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[200px_minmax(0,1fr)]">
        <ReferenceIndex operations={operations} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:pb-[40dvh]">
          {operations.map((operation) => (
            <Operation key={operation.id} operation={operation} apiKey={{ value: apiKey, onChange: setApiKey }} />
          ))}
        </div>
      </div>
    </main>
  )
}
