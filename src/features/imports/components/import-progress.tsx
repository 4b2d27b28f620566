import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { exactTime } from '#lib/time-zone.ts'
import { buttonClasses } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/confirm.tsx'
import { Section } from '#ui/section.tsx'
import { useTimeFormat } from '#ui/time-zone.tsx'
import type { ImportedThing } from '../field-label.ts'
import type { ImportDetail } from '../imports.schema.ts'
import { FileName } from './file-name.tsx'
import { ProblemList } from './problem-list.tsx'

interface ImportProgressProps {
  thing: ImportedThing
  job: ImportDetail
  onUndo: () => Promise<void>
  /** Called when the import or its undo has ended. */
  onSettled: () => void
}

const STATES = {
  draft: 'running',
  queued: 'running',
  running: 'running',
  done: 'finished',
  undoing: 'undoing',
  undone: 'undone',
} as const

/** The progress of an import, the result of its rows, and the button that undoes it. */
export function ImportProgress({ thing, job, onUndo, onSettled }: ImportProgressProps) {
  const { t } = useTranslation('imports')
  const { fileName, status, total, done, bad, undone, undoRefused, undoUntil } = job
  const isSettled = status === 'done' || status === 'undone'
  const isUndo = status === 'undoing' || status === 'undone'
  useEffect(() => {
    if (isSettled) onSettled()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each change of state
  }, [isSettled])

  return (
    <Section title={t('progress')}>
      <FileName>{fileName}</FileName>
      <p role="status" className="mb-3 font-medium">
        {t(`states.${STATES[status]}`)}
      </p>
      <progress
        aria-label={t('progress')}
        max={total}
        value={isUndo ? undone + undoRefused + bad : done + bad}
        className="mb-3 h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-primary"
      />
      <ul className="mb-5 grid gap-1 text-muted tabular-nums">
        {useCounts(job, isUndo).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {isSettled && bad > 0 && <ProblemList draft={job} />}
      <Undo fileName={fileName} undoUntil={status === 'done' ? undoUntil : null} onUndo={onUndo} />
      {isSettled && (
        <div className="mt-5 flex flex-wrap gap-3">
          <Link to={`/manager/${thing}`} className={buttonClasses('primary')}>
            {t(`${thing}.view`)}
          </Link>
          <Link to="." search={{}} className={buttonClasses()}>
            {t('another')}
          </Link>
        </div>
      )}
    </Section>
  )
}

function useCounts({ done, bad, undone, undoRefused }: ImportDetail, isUndo: boolean): string[] {
  const { t } = useTranslation('imports')
  const kept = undoRefused > 0 ? [t('kept', { count: undoRefused })] : []
  if (isUndo) return [t('removed', { count: undone }), ...kept]
  return [t('imported', { count: done }), ...(bad > 0 ? [t('refused', { count: bad })] : []), ...kept]
}

interface UndoProps extends Pick<ImportDetail, 'fileName'> {
  undoUntil: string | null
  onUndo: () => Promise<void>
}

function Undo({ fileName, undoUntil, onUndo }: UndoProps) {
  const { t } = useTranslation('imports')
  const { language, timeZone } = useTimeFormat()
  if (undoUntil === null) return null
  return (
    <div className="mt-5 flex flex-wrap items-center gap-3">
      <ConfirmButton
        summary={t('undoSummary', { file: fileName })}
        description={t('undoQuestion')}
        action={t('undo')}
        isCancellation
        isDestructive
        onConfirm={onUndo}
      />
      <p suppressHydrationWarning className="text-small text-muted">
        {t('undoUntil', { time: exactTime(undoUntil, language, timeZone) })}
      </p>
    </div>
  )
}
