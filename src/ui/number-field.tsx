import { useTranslation } from 'react-i18next'
import { perLanguage } from '#lib/intl.ts'
import { InputLanguageField } from './plain-form.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

interface NumberFieldProps extends TextFieldProps {
  /** Whether the number has no decimals. */
  isWhole?: boolean
}

/**
 * A field for a number in the format of the user's language, with a numeric keyboard. The browser's number field is not used: it
 * expects the separators of the browser's language and discards input that it cannot parse.
 */
export function NumberField({ isWhole = false, ...field }: NumberFieldProps) {
  return (
    <>
      <InputLanguageField />
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
  /** The ISO 4217 code, such as EUR. */
  currency: string
}

const currencySigns = perLanguage((locale) => (currency: string) => {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const parts = format.formatToParts(1).filter(({ type }) => type === 'currency' || type === 'integer')
  return {
    sign: parts.find(({ type }) => type === 'currency')?.value ?? currency,
    isFirst: parts[0]?.type === 'currency',
  }
})

/** A field for an amount of money, with the sign of its currency on the side that the language uses. */
export function MoneyField({ currency, ...field }: MoneyFieldProps) {
  const { i18n } = useTranslation()
  const { sign, isFirst } = currencySigns(i18n.language)(currency)
  return <NumberField {...field} {...(isFirst ? { before: sign } : { after: sign })} />
}
