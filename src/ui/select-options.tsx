/** What can be chosen in a select. */
export interface SelectOption<Value extends string = string> {
  value: Value
  label: string
  /** Where it is in another language than the page. */
  lang?: string
}

/** The options of a select, on a ground of their own: browsers draw them outside of the page. */
export function SelectOptions({ options }: { options: SelectOption[] }) {
  return options.map(({ value, label, lang }) => (
    <option key={value} value={value} lang={lang} className="bg-surface text-text">
      {label}
    </option>
  ))
}
