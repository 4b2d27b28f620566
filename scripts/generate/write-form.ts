import { importStatement, fieldsOfKind, relationFields, type Files, type NewFeature } from './feature.ts'
import { labelFieldOf, type Field } from './fields.ts'
import type { Names } from './names.ts'
import { valuesName } from './write-server.ts'

/** Generates the controls of the form, and the initial texts of the controls. */
export function formFiles(feature: NewFeature): Files {
  const { one, many } = feature.names
  return { [`src/features/${many.kebab}/components/${one.kebab}-controls.tsx`]: controlsCode(feature) }
}

/** Returns the expression for the initial text of a field. */
function initialValueCode({ column, kind, isOptional, ...field }: Field, row: string): string {
  const value = `${row}.${column}`
  if (kind === 'text' || kind === 'longtext') return isOptional ? `${value} ?? ''` : value
  if (kind === 'choice' || kind === 'date') return isOptional ? `${value} ?? ''` : value
  if (relationFields([{ column, kind, isOptional, ...field }]).length > 0) return `${value} ?? ''`
  return `z.encode(shape.${column}, ${value})`
}

function controlsCode({ names, fields }: NewFeature): string {
  const { one, many } = names
  const start = fields.map((field) => `${field.column}: ${initialValueCode(field, one.camel)},`)
  const empty = fields.map(({ column, kind, isOptional, values }) =>
    kind === 'choice' && !isOptional ? `${column}: '${values[0]}',` : `${column}: '',`,
  )
  const label = labelFieldOf(fields)
  const drawn = fields.map((field) => controlCode(field, names, field === label))
  const used = (name: string) => drawn.some((line) => line.includes(`<${name}`))
  const from = (name: string, file: string) => (used(name) ? importStatement([name], `#ui/${file}.tsx`) : '')
  const tools = (['field', 'choice', 'tick'] as const).filter((tool) =>
    drawn.some((line) => line.includes(`{...${tool}(`)),
  )
  const relations = relationFields(fields)
  const encodes = start.some((line) => line.includes('z.encode'))
  return `${encodes ? "import * as z from 'zod/mini'\n" : ''}${relations.length > 0 ? "import { useQuery } from '@tanstack/react-query'\n" : ''}import { useTranslation } from 'react-i18next'
${from('Checkbox', 'checkbox')}${from('Combobox', 'combobox')}${from('DateField', 'date-field')}${importStatement([used('MoneyField') && 'MoneyField', used('NumberField') && 'NumberField'], '#ui/number-field.tsx')}${from('SelectField', 'select-field')}${from('TextField', 'text-field')}${from('TextareaField', 'textarea-field')}import type { useSaveForm } from '#ui/use-save-form.ts'
${relations.length > 0 ? `import { ${relations.map(({ words }) => `find${words.pascal}`).join(', ')} } from '../${one.kebab}-choices.functions.ts'\n` : ''}${importStatement(fieldsOfKind(fields, 'choice').map(valuesName), `../${many.kebab}.choices.ts`)}${importStatement([used('MoneyField') && `${many.camel}Config`], `../${many.kebab}.config.ts`)}${importStatement([encodes && `${one.camel}Fields`, `type ${one.pascal}Detail`, `type ${one.pascal}Fields`, `type ${one.pascal}Texts`], `../${many.kebab}.fields.ts`)}
type Form = ReturnType<typeof useSaveForm<${one.pascal}Texts, ${one.pascal}Fields, never>>
${encodes ? `\nconst { shape } = ${one.camel}Fields\n` : ''}${relations.length > 0 ? "const FIRST = { searchTerm: '', cursor: null }\nconst NONE = { rows: [], nextCursor: null }\n" : ''}
/** Returns the initial texts of the form. */
export function textsOf(${one.camel}?: ${one.pascal}Detail): ${one.pascal}Texts {
  return ${one.camel}
    ? {
        ${start.join('\n        ')}
      }
    : {
        ${empty.join('\n        ')}
      }
}

interface ${one.pascal}ControlsProps {
  form: Pick<Form, ${tools.map((tool) => `'${tool}'`).join(' | ')}>${relations.length > 0 ? `\n  ${one.camel}: ${one.pascal}Detail | undefined` : ''}
}

/** The controls of a ${one.spaced}'s form. */
export function ${one.pascal}Controls({ form: { ${tools.join(', ')} }${relations.length > 0 ? `, ${one.camel}` : ''} }: ${one.pascal}ControlsProps) {
  const { t } = useTranslation(['${many.camel}', 'common'])
  ${relations
    .map(
      ({ name, words }) =>
        `const { data: ${name}Choices = NONE } = useQuery({ queryKey: ['${many.camel}', '${name}', 'first'], queryFn: () => find${words.pascal}({ data: FIRST }) })`,
    )
    .join('\n  ')}
  return (
    <>
      ${drawn.join('\n      ')}
    </>
  )
}
`
}

function controlCode(field: Field, names: Names, isFirst: boolean): string {
  const { kind, name, isOptional } = field
  const [element, tool] = CONTROLS[kind](field, names)
  // A checkbox is on or off, and a select has an empty option, so neither needs `isOptional`.
  const optional = isOptional && kind !== 'choice' ? ' isOptional' : ''
  return `<${element}${optional} label={t('fields.${name}')}${isFirst ? ' autoFocus' : ''} {...${tool}('${field.column}')} />`
}

/** The element of each kind with its attributes, and the form's function that binds it. */
const CONTROLS: Record<Field['kind'], (field: Field, names: Names) => [element: string, tool: string]> = {
  text: () => ['TextField autoComplete="off" dir="auto"', 'field'],
  longtext: () => ['TextareaField dir="auto"', 'field'],
  number: () => ['NumberField', 'field'],
  integer: () => ['NumberField isWhole', 'field'],
  money: (_field, { many }) => [`MoneyField currency={${many.camel}Config.currency}`, 'field'],
  date: () => ['DateField', 'field'],
  boolean: () => ['Checkbox', 'tick'],
  choice: (field) => [`SelectField options={${optionsOf(field)}}`, 'choice'],
  user: relationControl,
  organization: relationControl,
}

function optionsOf(field: Field): string {
  const options = `${valuesName(field)}.map((value) => ({ value, label: t(\`choices.${field.name}.\${value}\`) }))`
  return field.isOptional ? `[{ value: '', label: t('common:choose') }, ...${options}]` : options
}

function relationControl({ name, column, words }: Field, { one, many }: Names): [string, string] {
  const row = one.camel
  return [
    `Combobox
      find={(wanted) => find${words.pascal}({ data: wanted })}
      queryKey={['${many.camel}', '${name}']}
      first={${name}Choices}
      chosen={${row}?.${column} ? { value: ${row}.${column}, label: ${row}.${name}Name ?? '' } : undefined}`,
    'choice',
  ]
}
