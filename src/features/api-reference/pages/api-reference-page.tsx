import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageIndex } from '#ui/page-index.tsx'
import { Operation } from '../components/operation.tsx'
import { operationsQuery } from '../api-reference.queries.ts'

/** The API reference for developers, generated from the OpenAPI description. */
export function ApiReferencePage() {
  const { t } = useTranslation('api-reference')
  const { data: operations } = useSuspenseQuery(operationsQuery)
  const [apiKey, setApiKey] = useState('')
  const groups = Object.entries(Object.groupBy(operations, ({ tag }) => tag)).map(([title, ofTag = []]) => ({
    title,
    sections: ofTag.map((operation) => ({ ...operation, name: operation.summary })),
  }))
  return (
    <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[1400px] px-6 py-10">
      <header className="mb-6">
        <h1 className="text-title font-semibold">{t('title')}</h1>
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
      <PageIndex label={t('index')} groups={groups} lang="en">
        {groups.map(({ title, sections }) => (
          <div key={title} className="group lg:contents">
            <h2
              lang="en"
              dir="ltr"
              className="mb-2 font-semibold capitalize lg:mb-0 lg:group-not-first:mt-6 lg:text-heading"
            >
              {title}
            </h2>
            <div className="max-lg:divide-y max-lg:divide-hairline max-lg:overflow-clip max-lg:rounded-card max-lg:border max-lg:border-hairline lg:contents">
              {sections.map((operation) => (
                <Operation key={operation.id} operation={operation} apiKey={{ value: apiKey, onChange: setApiKey }} />
              ))}
            </div>
          </div>
        ))}
      </PageIndex>
    </main>
  )
}
