import type { ChangeEvent, Ref } from 'react'
import { appConfig } from '#app.config'
import { normalizeCode } from './code-field.ts'

interface CodeInputProps {
  id: string
  value: string
  onChange: (code: string) => void
  isWrong: boolean
  describedBy: string
  ref: Ref<HTMLInputElement>
}

const boxIndexes = Array.from({ length: appConfig.loginCode.length }, (_, index) => index)

/** Shows a single input, drawn as a box for each digit; left to right in every language. */
export function CodeInput({ id, value, onChange, isWrong, describedBy, ref }: CodeInputProps) {
  function change(event: ChangeEvent<HTMLInputElement>) {
    onChange(normalizeCode(event.target.value).slice(0, appConfig.loginCode.length))
  }

  return (
    <div
      dir="ltr"
      className={`group relative grid h-14 auto-cols-fr grid-flow-col gap-2 ${isWrong ? 'animate-[shake_320ms]' : ''}`}
    >
      {boxIndexes.map((index) => (
        <span
          key={index}
          aria-hidden="true"
          data-current={index === Math.min(value.length, appConfig.loginCode.length - 1) || undefined}
          className={`flex items-center justify-center rounded-control border bg-surface text-heading font-semibold tabular-nums ${isWrong ? 'border-danger' : value[index] ? 'border-text' : 'border-edge'} group-focus-within:data-current:outline-2 group-focus-within:data-current:outline-offset-1 group-focus-within:data-current:outline-accent`}
        >
          {value[index]}
        </span>
      ))}
      <input
        ref={ref}
        id={id}
        name="code"
        value={value}
        onChange={change}
        autoFocus
        autoComplete="one-time-code"
        inputMode="numeric"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={isWrong || undefined}
        aria-describedby={describedBy}
        className="absolute inset-0 w-full bg-transparent text-comfortable tracking-[2em] text-transparent caret-transparent outline-none"
      />
    </div>
  )
}
