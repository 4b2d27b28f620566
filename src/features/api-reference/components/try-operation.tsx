import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { AppError } from '#lib/app-error.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { FormError } from '#ui/form-end.tsx'
import { TextField } from '#ui/text-field.tsx'
import { TextareaField } from '#ui/textarea-field.tsx'
import { useAction } from '#ui/use-error-text.ts'
import type { ReferenceOperation } from '../api-reference.server.ts'
import { sendCall, urlOfCall, type CallAnswer, type CallFields } from '../send-call.ts'
import { Answer } from './answer.tsx'

export interface TryOperationProps {
  operation: ReferenceOperation
  /** The API key, which all forms of the page share. It is only in the memory of the page. */
  apiKey: { value: string; onChange: (value: string) => void }
}

/** The attributes of fields with code. */
const CODE = { dir: 'ltr', autoComplete: 'off', spellCheck: false } as const

/** The form that calls an operation, and the response. A call that changes something requires confirmation. */
export function TryOperation({ operation, apiKey }: TryOperationProps) {
  const { t } = useTranslation('api-reference')
  const { method, summary, parameters, example } = operation
  const [answer, setAnswer] = useState<CallAnswer>()
  const [asked, setAsked] = useState<CallFields>()
  const { errorText, isBusy, run } = useAction({
    ownText: (error) => (error instanceof AppError && error.code === 'UNAUTHORIZED' ? t('wrongKey') : undefined),
  })

  function send(fields: CallFields) {
    setAnswer(undefined)
    run(async () => {
      const received = await sendCall(operation, fields, apiKey.value)
      setAnswer(received)
      if (received.status === 401) throw new AppError('UNAUTHORIZED')
      if (received.status === 429) throw new AppError('TOO_MANY_REQUESTS')
    })
  }

  function onSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as CallFields
    if (method === 'GET') send(fields)
    else setAsked(fields)
  }

  return (
    <>
      <form onSubmit={onSubmit} className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-2">
        <TextField
          label={t('key')}
          hint={t('keyHint')}
          value={apiKey.value}
          onChange={({ target }) => apiKey.onChange(target.value.trim())}
          required
          pattern="[!-~]+"
          {...CODE}
          // Hides the key without a field for passwords, which browsers would offer to store.
          inputClassName="font-mono [-webkit-text-security:disc]"
        />
        {parameters.map(({ name, place, isRequired }) => (
          <TextField
            key={`${place} ${name}`}
            name={`${place} ${name}`}
            label={name}
            isOptional={!isRequired}
            required={isRequired}
            pattern={place === 'header' ? '[ -~]*' : undefined}
            {...CODE}
          />
        ))}
        {example.type !== '' && (
          <TextareaField
            label={t('body')}
            name="body"
            defaultValue={example.text}
            rows={example.text.split('\n').length + 1}
            {...CODE}
          />
        )}
        <Button type="submit" variant="primary" isBusy={isBusy} className="justify-self-start">
          {t('send')}
        </Button>
        <FormError text={errorText} />
        <div role="status">{answer && <Answer answer={answer} />}</div>
      </form>
      {/* The question is outside of the form, because React would pass the submission of the question to the form. */}
      <Confirm
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        summary={t('sendSummary', { name: summary })}
        description={t('sendQuestion', { call: `${method} ${asked ? urlOfCall(operation, asked) : ''}` })}
        action={t('send')}
        isDestructive={method === 'DELETE'}
        onConfirm={() => {
          if (asked) send(asked)
          return Promise.resolve()
        }}
      />
    </>
  )
}
