import { FileUp } from 'lucide-react'
import { useState, type InputHTMLAttributes, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, type FieldProps } from './field.tsx'

interface FileFieldProps extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** Called with the chosen or dropped file, or with undefined when it is removed. */
  onFile?: (file: File | undefined) => void
  ref?: Ref<HTMLInputElement>
}

/**
 * A field for a file in a form of `enctype="multipart/form-data"`. The browser's own field lies invisibly over our text, because
 * the field's text is in the browser's language. Without JavaScript it is visible, because only a script shows the file's name.
 */
export function FileField({ label, isOptional, hint, error, onFile, ref, ...input }: FileFieldProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  return (
    <Field {...{ label, isOptional, hint, error }}>
      {(control) => (
        <div className="file-field">
          <input
            {...input}
            {...control}
            ref={ref}
            type="file"
            aria-describedby={`${control.id}-name ${control['aria-describedby']}`}
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
            <bdi id={`${control.id}-name`} className="truncate text-muted">
              {name || t('file.none')}
            </bdi>
          </span>
        </div>
      )}
    </Field>
  )
}
