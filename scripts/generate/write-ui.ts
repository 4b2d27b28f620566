import { importStatement, fieldsOfKind, type Files, type NewFeature } from './feature.ts'
import { labelFieldOf, type Field } from './fields.ts'
import { filtersOf, valuesName } from './write-server.ts'

/** Maximum number of columns of fields, besides the column with the row's name. */
const MAX_COLUMNS = 4
/** The minimum widths of the list, in pixels, from which its first to fourth column of fields are shown. */
const SHOWN_FROM = [640, 640, 720, 880] as const

/** Generates the columns, filters and entries of the fields. A file without fields is left out. */
export function uiFiles(feature: NewFeature): Files {
  const { names, fields } = feature
  const file = (name: string) => `src/features/${names.many.kebab}/components/${names.one.kebab}-${name}.tsx`
  const hasValues = fieldsOfKind(fields, 'number', 'integer', 'money', 'date').length > 0
  return {
    ...(columnFields(fields).length > 0 && { [file('columns')]: listColumnsCode(feature) }),
    ...(filtersOf(fields).length > 0 && { [file('filters')]: filtersCode(feature) }),
    ...(fields.length > 1 && { [file('entries')]: entriesCode(feature) }),
    ...(hasValues && { [file('values')]: valuesCode(feature) }),
  }
}

/** Returns the fields that have a column in the list, besides the field with the row's name. */
export function columnFields(fields: Field[]): Field[] {
  return factFields(fields).slice(0, MAX_COLUMNS)
}

/** Returns all fields except long texts and the field with the row's name. */
export function factFields(fields: Field[]): Field[] {
  return fields.filter((field) => isShort(field) && field !== labelFieldOf(fields))
}

function isShort({ kind }: Field): boolean {
  return kind !== 'longtext'
}

/** Returns the JSX of a field on a page, which renders nothing for an empty field. */
function shownValue(field: Field, row: string): string {
  const { kind, column, name, isOptional } = field
  const isRelation = kind === 'user' || kind === 'organization'
  const value = isRelation ? `${row}.${name}Name` : `${row}.${column}`
  const drawn = VALUE_MARKUP[kind](value, field)
  return (isOptional || isRelation) && kind !== 'longtext' ? `${value} !== null && ${drawn}` : drawn
}

const cut = (value: string) => `<TruncatedText>{${value}}</TruncatedText>`
const quantityMarkup = (value: string) => `<Quantity value={${value}} />`
const VALUE_MARKUP: Record<Field['kind'], (value: string, field: Field) => string> = {
  text: cut,
  longtext: (value) => `<p dir="auto" className="break-words whitespace-pre-line">{${value}}</p>`,
  number: quantityMarkup,
  integer: quantityMarkup,
  money: (value) => `<Amount value={${value}} />`,
  date: (value) => `<Day day={${value}} />`,
  boolean: (value) => `t(${value} ? 'answers.yes' : 'answers.no')`,
  choice: (value, { name }) => `t(\`choices.${name}.\${${value}}\`)`,
  user: cut,
  organization: cut,
}

function importsOfValues(drawn: string[], { names: { one } }: NewFeature): string {
  const used = (name: string) => drawn.some((line) => line.includes(`<${name} `)) && name
  const cut =
    drawn.some((line) => line.includes('<TruncatedText>')) && "import { TruncatedText } from '#ui/truncated-text.tsx'\n"
  return `${cut || ''}@@UI@@${importStatement([used('Amount'), used('Day'), used('Quantity')], `./${one.kebab}-values.tsx`)}`
}

function listColumnsCode(feature: NewFeature): string {
  const { fields } = feature
  const { one, many } = feature.names
  const some = columnFields(fields)
  const drawn = some.map((field) => shownValue(field, 'row'))
  const type = `Column<${one.pascal}Row>[]`
  const head = `import type { Column } from '#ui/list-head.tsx'
import type { ${one.pascal}Row } from '../${many.kebab}.fields.ts'`
  const cells = some.map(
    ({ name }, place) =>
      `{ name: '${name}', header: t('fields.${name}'), shownFrom: ${SHOWN_FROM[place]}, cell: (row) => ${drawn[place]} },`,
  )
  return `import { useTranslation } from 'react-i18next'
${importsOfValues(drawn, feature).replace('@@UI@@', '')}${head}

/** The columns of the fields, between the first and the last column of the list. */
export function useFieldColumns(): ${type} {
  const { t } = useTranslation('${many.camel}')
  return [
    ${cells.join('\n    ')}
  ]
}
`
}

function filtersCode({ names: { one, many }, fields }: NewFeature): string {
  const some = filtersOf(fields)
  const drawn = some.map((field) => {
    const { name, column, kind } = field
    const options =
      kind === 'boolean'
        ? `(['yes', 'no'] as const).map((value) => ({ value, label: t(\`answers.\${value}\`) }))`
        : `${valuesName(field)}.map((value) => ({ value, label: t(\`choices.${name}.\${value}\`) }))`
    return `<ChoiceChip name="${column}" label={t('fields.${name}')} value={filters.${column}} options={${options}} />`
  })
  return `import { useTranslation } from 'react-i18next'
import { ChoiceChip } from '#ui/filter-chip.tsx'
${importStatement(fieldsOfKind(fields, 'choice').map(valuesName), `../${many.kebab}.choices.ts`)}import type { ${one.pascal}Filters } from '../${many.kebab}.fields.ts'

/** The filters of the list. */
export function FilterChips({ filters }: { filters: ${one.pascal}Filters }) {
  const { t } = useTranslation('${many.camel}')
  return (
    <>
      ${drawn.join('\n      ')}
    </>
  )
}
`
}

function entriesCode(feature: NewFeature): string {
  const { fields } = feature
  const { one, many } = feature.names
  const row = one.camel
  const facts = factFields(fields)
  const longs = fields.filter((field) => !isShort(field))
  const conditionOf = ({ column, kind, name, isOptional }: Field) => {
    if (kind === 'user' || kind === 'organization') return `${row}.${name}Name !== null && `
    return isOptional ? `${row}.${column} !== null && ` : ''
  }
  const plain = (field: Field) => {
    const text = shownValue({ ...field, isOptional: false }, row).replace(/^.* !== null && /, '')
    return text.replaceAll(/<TruncatedText>(.+?)<\/TruncatedText>/g, '<bdi>$1</bdi>')
  }
  const braced = (text: string) => (text.startsWith('<') ? text : `{${text}}`)
  const drawn = facts.map((field) => {
    const entry = `<DescriptionEntry name={t('fields.${field.name}')}>${braced(plain(field))}</DescriptionEntry>`
    return conditionOf(field) === '' ? entry : `{${conditionOf(field)}(${entry})}`
  })
  const sections = longs.map((field) => {
    const section = `<Section title={t('fields.${field.name}')}>${shownValue(field, row)}</Section>`
    return conditionOf(field) === '' ? section : `{${conditionOf(field)}(${section})}`
  })
  const parts = [...(drawn.length > 0 ? ['DescriptionEntry'] : []), ...(sections.length > 0 ? ['Section'] : [])].join(
    ', ',
  )
  const ui = parts && `import { ${parts} } from '#ui/section.tsx'\n`
  const body = (drawn: string[], name: string, purpose: string) =>
    drawn.length === 0
      ? ''
      : `/** ${purpose}. */
export function ${name}({ ${row} }: EntriesProps) {
  const { t } = useTranslation('${many.camel}')
  return (
    <>
      ${drawn.join('\n      ')}
    </>
  )
}
`
  return `${drawn.length + sections.length > 0 ? "import { useTranslation } from 'react-i18next'\n" : ''}${importsOfValues(drawn, feature).replace('@@UI@@', ui)}import type { ${one.pascal}Detail } from '../${many.kebab}.fields.ts'

interface EntriesProps {
  ${row}: ${one.pascal}Detail
}

${body(drawn, 'FieldEntries', `The short fields of a ${one.spaced}, as facts on its page`)}
${body(sections, 'LongTexts', `The long texts of a ${one.spaced}, each in its own section`)}`
}

function valuesCode({ names: { many }, fields }: NewFeature): string {
  const has = (...kinds: Field['kind'][]) => fieldsOfKind(fields, ...kinds).length > 0
  const part = (isThere: boolean, text: string) => (isThere ? text : '')
  const [numbers, money, days] = [has('number', 'integer'), has('money'), has('date')]
  const fromIntl = importStatement([days && 'datesIn', numbers && 'numberIn', money && 'perLanguage'], '#lib/intl.ts')
  return `import { useTranslation } from 'react-i18next'
${part(money, "import { decimalsOf } from '#lib/form-fields.ts'\n")}${fromIntl}${part(
    money,
    `import { ${many.camel}Config } from '../${many.kebab}.config.ts'

const { currency } = ${many.camel}Config
const amountsIn = perLanguage((locale) => new Intl.NumberFormat(locale, { style: 'currency', currency }))
`,
  )}${part(days, "const dayIn = datesIn({ day: 'numeric', month: 'short', year: 'numeric' })\n")}
${part(
  numbers,
  `/** A number in the format of the user's language. */
export function Quantity({ value }: { value: number }) {
  const { i18n } = useTranslation()
  return numberIn(i18n.language).format(value)
}
`,
)}
${part(
  money,
  `/** An amount of money in the format of the user's language. @param props \`value\` is in the currency's smallest unit */
export function Amount({ value }: { value: number }) {
  const { i18n } = useTranslation()
  return amountsIn(i18n.language).format(value / 10 ** decimalsOf(currency))
}
`,
)}
${part(
  days,
  `/** A day in the format of the user's language. @param props \`day\` is \`YYYY-MM-DD\` */
export function Day({ day }: { day: string }) {
  const { i18n } = useTranslation()
  return <time dateTime={day}>{dayIn(i18n.language)(new Date(day))}</time>
}
`,
)}`
}
