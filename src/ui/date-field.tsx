import { Calendar } from 'lucide-react'
import { useState, type InputHTMLAttributes, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, type FieldProps } from './field.tsx'

interface DateFieldProps extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  ref?: Ref<HTMLInputElement>
}

/** A field for a day, `YYYY-MM-DD`, with the browser's picker and calendar. An empty field shows 'Pick a date'. */
export function DateField({ label, isOptional, hint, error, ref, onChange, onBlur, ...input }: DateFieldProps) {
  const { t } = useTranslation()
  const [isEmpty, setIsEmpty] = useState(!(input.value ?? input.defaultValue))

  // A partly typed day is not empty: it has no value yet, but the browser shows it.
  function look({ value, validity }: HTMLInputElement) {
    setIsEmpty(value === '' && !validity.badInput)
  }

  return (
    <Field {...{ label, isOptional, hint, error }}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            ref={ref}
            type="date"
            data-empty={isEmpty || undefined}
            aria-describedby={
              isEmpty ? `${control.id}-empty ${control['aria-describedby']}` : control['aria-describedby']
            }
            onChange={(event) => {
              look(event.target)
              onChange?.(event)
            }}
            onBlur={(event) => {
              look(event.target)
              onBlur?.(event)
            }}
            className="field date-input peer h-control pe-11"
          />
          {isEmpty && (
            <span
              id={`${control.id}-empty`}
              className="pointer-events-none absolute inset-y-0 start-[13px] hidden items-center text-roomy text-muted peer-focus:hidden supports-[selector(::-webkit-datetime-edit)]:flex sm:[font-size:inherit]"
            >
              {t('pickADate')}
            </span>
          )}
          <Calendar
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-muted"
          />
        </div>
      )}
    </Field>
  )
}
