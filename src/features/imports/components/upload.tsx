import { FileUp } from 'lucide-react'
import { useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { AppError } from '#lib/app-error.ts'
import { FormError } from '#ui/form-end.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useAction } from '#ui/use-error-text.ts'
import { importsConfig } from '../imports.config.ts'
import { uploadFile } from '../imports.mutations.ts'

const { maxBytes, maxRows } = importsConfig
/** The name of the CSV format with Unicode in the save dialogs of spreadsheet programs. */
const UNICODE_FORMAT = 'CSV UTF-8'

/** The field that accepts a file by click, keyboard or drop, and uploads it right away. */
export function Upload({ path, onUploaded }: { path: string; onUploaded: (id: string) => void }) {
  const { t } = useTranslation('imports')
  const { errorText, isBusy, run } = useAction({ ownText })
  const [isOver, setIsOver] = useState(false)

  function send(file: File | undefined) {
    if (!file || isBusy) return
    run(async () => {
      if (file.size > maxBytes) throw new AppError('PAYLOAD_TOO_LARGE', { fields: { file: 'tooLarge' } })
      onUploaded((await uploadFile(path, file)).id)
    })
  }

  function ownText(error: unknown) {
    const { fields, numbers } = error instanceof AppError ? error.details : {}
    if (!fields?.file) return undefined
    const problem = t(`messages.${fields.file as MessageKeyOf<'imports'>}`, { format: UNICODE_FORMAT })
    const count = numbers?.file?.count
    return count === undefined ? problem : t('lineOf', { count, problem })
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    send(event.dataTransfer.files[0])
  }

  return (
    <>
      <label
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={`relative flex min-h-44 cursor-pointer flex-col items-center justify-center gap-2 rounded-card border-2 border-dashed px-5 py-8 text-center has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent noscript:hidden ${isOver ? 'border-accent bg-sunken' : 'border-hairline bg-surface'}`}
      >
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          aria-label={t('choose')}
          aria-describedby="upload-limits"
          disabled={isBusy}
          onChange={({ target }) => {
            send(target.files?.[0])
            // Empty the field, so that the user can choose the same file again after correcting it.
            target.value = ''
          }}
          className="sr-only"
        />
        {isBusy ? <Spinner /> : <FileUp aria-hidden="true" className="size-6 text-muted" />}
        <span role="status">
          {isBusy ? (
            t('uploading')
          ) : (
            <>
              <span className="font-medium text-accent">{t('choose')}</span>{' '}
              <span className="text-muted max-md:hidden">{t('drop')}</span>
            </>
          )}
        </span>
      </label>
      <p className="mt-3 hidden noscript:block">{t('needsScript')}</p>
      <p id="upload-limits" className="mt-3 text-small text-muted">
        {t('limits', { rows: maxRows, megabytes: Math.floor(maxBytes / 1_048_576) })}
      </p>
      <FormError text={errorText} className="mt-3" />
    </>
  )
}
