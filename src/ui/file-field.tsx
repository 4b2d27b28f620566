import { FileUp } from 'lucide-react'
import { useId, useState, type InputHTMLAttributes, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldLabel } from './field-label.tsx'
import { FieldMessage } from './field-message.tsx'

interface FileFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: string
  isOptional?: boolean
  hint?: string | undefined
  error?: string | undefined
  /** Told of the file that was chosen or dropped on it; of nothing when it was taken back. */
  onFile?: (file: File | undefined) => void
  ref?: Ref<HTMLInputElement>
}

/**
 * A field for a file that is sent with its form, of `enctype="multipart/form-data"`. The browser's own field lies over
 * words of ours, for its own are in the browser's language; without a script, which tells the file's name, it shows.
 */
export function FileField({ label, isOptional, hint, error, onFile, ref, ...input }: FileFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const [name, setName] = useState('')
  return (
    <div>
      <FieldLabel htmlFor={id} label={label} isOptional={isOptional} />
      <div className="file-field">
        <input
          {...input}
          ref={ref}
          id={id}
          type="file"
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-name ${id}-message`}
          onChange={(event) => {
            const file = event.target.files?.[0]
            setName(file?.name ?? '')
            input.onChange?.(event)
            onFile?.(file)
          }}
          className="field h-control py-1"
        />
        <span className="flex min-w-0 items-center gap-3">
          <span aria-hidden="true" className="flex shrink-0 items-center gap-2 font-medium text-accent">
            <FileUp className="size-4" />
            {t('file.choose')}
          </span>
          <bdi id={`${id}-name`} className="truncate text-muted">
            {name || t('file.none')}
          </bdi>
        </span>
      </div>
      <FieldMessage id={`${id}-message`} hint={hint} error={error} />
    </div>
  )
}
