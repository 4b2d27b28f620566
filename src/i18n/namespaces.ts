import type { TFunction } from 'i18next'
import type { CombinedField } from '#features.ts'

/** The types of the texts of all namespaces (the files in `locales/<language>/`), derived from English. */
export type Texts = CombinedField<'texts'>

export type Namespace = keyof Texts

/** A translator that knows all namespaces: `t('login:title')`. */
export type Translate = TFunction<readonly ['common', ...Namespace[]]>
