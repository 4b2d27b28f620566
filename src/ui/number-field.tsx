import { useTranslation } from 'react-i18next'
import { perLanguage } from '#lib/intl.ts'
import { TypedIn } from './plain-form.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

interface NumberFieldProps extends TextFieldProps {
  /** No digits behind the separator. */
  isWhole?: boolean
}

/**
 * A field for a number as the person's language writes it, with a keyboard of digits. Not the browser's own field for
 * numbers: that takes the separators of the browser, which may speak another language, and forgets what it cannot read.
 */
export function NumberField({ isWhole = false, ...field }: NumberFieldProps) {
  return (
    <>
      <TypedIn />
      <TextField
        autoComplete="off"
        dir="ltr"
        inputClassName="tabular-nums rtl:text-end"
        {...field}
        inputMode={isWhole ? 'numeric' : 'decimal'}
      />
    </>
  )
}

interface MoneyFieldProps extends TextFieldProps {
  /** The code of ISO 4217: EUR. */
  currency: string
}

const signsIn = perLanguage((locale) => (currency: string) => {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const parts = format.formatToParts(1).filter(({ type }) => type === 'currency' || type === 'integer')
  return {
    sign: parts.find(({ type }) => type === 'currency')?.value ?? currency,
    isFirst: parts[0]?.type === 'currency',
  }
})

/** A field for an amount of money, with the sign of its currency where the language has it. */
export function MoneyField({ currency, ...field }: MoneyFieldProps) {
  const { i18n } = useTranslation()
  const { sign, isFirst } = signsIn(i18n.language)(currency)
  return <NumberField {...field} {...(isFirst ? { before: sign } : { after: sign })} />
}
