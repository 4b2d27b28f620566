import type { CustomTypeOptions } from 'i18next'

type Texts = CustomTypeOptions['resources']
type WithoutPlural<Key> = Key extends `${infer Base}_${Intl.LDMLPluralRule}` ? Base : Key

/** The keys of the sentences under `messages` in a namespace; one for all the plural forms of a sentence. */
export type MessageKeyOf<Name extends keyof Texts> = Texts[Name] extends { messages: infer Messages }
  ? WithoutPlural<keyof Messages & string>
  : never
