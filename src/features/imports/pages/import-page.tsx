import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeader, Breadcrumb } from '#ui/page-header.tsx'
import { Section } from '#ui/section.tsx'
import { CheckResult } from '../components/check-result.tsx'
import { ColumnMatch } from '../components/column-match.tsx'
import { ImportSteps } from '../components/import-steps.tsx'
import { Upload } from '../components/upload.tsx'
import { useImportMutations } from '../imports.mutations.ts'
import { importQuery } from '../imports.queries.ts'
import type { ImportedThing } from '../field-label.ts'

/** The page that imports a file, step by step: upload, match and check. A started import is on the page of its job. */
export function ImportPage({ thing }: { thing: ImportedThing }) {
  const { id } = useSearch({ from: `/manager/${thing}/import` })
  const navigate = useNavigate()
  const { t } = useTranslation(['imports', 'users', 'repositories'])
  return (
    <>
      <Breadcrumb
        parents={[{ to: `/manager/${thing}`, label: t(thing === 'users' ? 'users:title' : 'repositories:title') }]}
        current={t('import')}
      />
      <PageHeader title={t(`${thing}.title`)} />
      {id === '' && <ImportSteps current="file" />}
      {id === '' ? (
        <Section title={t('choose')}>
          <p className="mb-4 text-muted">
            {t(`${thing}.lead`)}{' '}
            <a href={`/manager/${thing}/import/template`} className="text-link">
              {t('template')}
            </a>
          </p>
          <Upload
            path={`/manager/${thing}/import`}
            onUploaded={(uploaded) => void navigate({ to: `/manager/${thing}/import`, search: { id: uploaded } })}
          />
        </Section>
      ) : (
        <Steps key={id} id={id} />
      )}
    </>
  )
}

function Steps({ id }: { id: string }) {
  const { data: found } = useQuery(importQuery(id))
  const { check, start } = useImportMutations(id)
  const [isMatching, setIsMatching] = useState(false)
  if (!found) return null
  if (found.status !== 'draft') return <Navigate to="/manager/jobs/$id" params={{ id }} replace />
  const isMatched = found.isChecked && !isMatching
  return (
    <>
      <ImportSteps current={isMatched ? 'check' : 'columns'} />
      {isMatched ? (
        <CheckResult draft={found} onChange={() => setIsMatching(true)} onStart={start} />
      ) : (
        <ColumnMatch
          draft={found}
          onCheck={async (columns) => {
            await check(columns)
            setIsMatching(false)
          }}
        />
      )}
    </>
  )
}
