import type { CustomTypeOptions } from 'i18next'

type Texts = CustomTypeOptions['resources']
type WithoutPlural<Key> = Key extends `${infer Base}_${Intl.LDMLPluralRule}` ? Base : Key

/** The keys of the sentences under `messages` in a namespace. The plural forms of a sentence count as one key. */
export type MessageKeyOf<Name extends keyof Texts> = Texts[Name] extends { messages: infer Messages }
  ? WithoutPlural<keyof Messages & string>
  : never
