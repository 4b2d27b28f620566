import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeader, Breadcrumb } from '#ui/page-header.tsx'
import { Section } from '#ui/section.tsx'
import { CheckResult } from '../components/check-result.tsx'
import { ColumnMatch } from '../components/column-match.tsx'
import { ImportSteps } from '../components/import-steps.tsx'
import { ImportProgress } from '../components/import-progress.tsx'
import { Upload } from '../components/upload.tsx'
import { useImportMutations } from '../imports.mutations.ts'
import { importQuery } from '../imports.queries.ts'
import type { ImportedThing } from '../field-label.ts'

/** The page that imports a file, step by step: upload, match, check, progress and undo. */
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
        <Steps key={id} thing={thing} id={id} />
      )}
    </>
  )
}

function Steps({ thing, id }: { thing: ImportedThing; id: string }) {
  const { i18n } = useTranslation()
  const { data: found } = useQuery(importQuery(id, i18n.language))
  const { check, start, undo, invalidateLists } = useImportMutations(id)
  const [isMatching, setIsMatching] = useState(false)
  if (!found) return null
  const isDraft = found.status === 'draft'
  const isMatched = found.isChecked && !isMatching
  return (
    <>
      <ImportSteps current={!isDraft ? 'import' : isMatched ? 'check' : 'columns'} />
      {!isDraft ? (
        <ImportProgress thing={thing} job={found} onUndo={undo} onSettled={() => void invalidateLists()} />
      ) : isMatched ? (
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
