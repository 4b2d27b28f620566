import type { TFunction } from 'i18next'
import type { Declared } from '#features.ts'

/** The texts of all namespaces, the files in `locales/<language>/`, by what English says. */
export type Texts = Declared<'texts'>

export type Namespace = keyof Texts

/** A translator that knows all namespaces: `t('login:title')`. */
export type Translate = TFunction<readonly ['common', ...Namespace[]]>
