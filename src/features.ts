import type { Feature } from '#feature/feature.ts'
import { account } from '#features/account/feature.ts'
import { apiKeys } from '#features/api-keys/feature.ts'
import { apiReference } from '#features/api-reference/feature.ts'
import { core } from '#features/core/feature.ts'
import { dashboard } from '#features/dashboard/feature.ts'
import { demo } from '#features/demo/feature.ts'
import { favourites } from '#features/favourites/feature.ts'
import { history } from '#features/history/feature.ts'
import { home } from '#features/home/feature.ts'
import { imports } from '#features/imports/feature.ts'
import { inbox } from '#features/inbox/feature.ts'
import { invitation } from '#features/invitation/feature.ts'
import { bulk } from '#features/jobs/feature.ts'
import { kit } from '#features/kit/feature.ts'
import { linkChecks } from '#features/link-checks/feature.ts'
import { login } from '#features/login/feature.ts'
import { activityReport } from '#features/activity-report/feature.ts'
import { notifications } from '#features/notifications/feature.ts'
import { onboarding } from '#features/onboarding/feature.ts'
import { organizations } from '#features/organizations/feature.ts'
import { palette } from '#features/palette/feature.ts'
import { passkeys } from '#features/passkeys/feature.ts'
import { repositories } from '#features/repositories/feature.ts'
import { savedViews } from '#features/saved-views/feature.ts'
import { socialSignIn } from '#features/social-sign-in/feature.ts'
import { standbyReads } from '#features/standby-reads/feature.ts'
import { system } from '#features/system/feature.ts'
import { telemetry } from '#features/telemetry/feature.ts'
import { users } from '#features/users/feature.ts'
import { webhooks } from '#features/webhooks/feature.ts'

/** The list of all features, as data. Every folder can import it, and the product's types are derived from it. */
export const features = [
  core,
  login,
  onboarding,
  home,
  dashboard,
  account,
  users,
  activityReport,
  repositories,
  linkChecks,
  favourites,
  savedViews,
  organizations,
  invitation,
  history,
  passkeys,
  socialSignIn,
  bulk,
  imports,
  apiKeys,
  apiReference,
  webhooks,
  notifications,
  palette,
  system,
  telemetry,
  standbyReads,
  demo,
  inbox,
  kit,
] as const satisfies readonly Feature[]

/** The list of all features with a common type, for code that treats all features alike. */
export const manifests: readonly Feature[] = [...features]

/** The combined type of one field of all features. */
export type CombinedField<Field extends keyof Feature> = UnionToIntersection<FieldOf<(typeof features)[number], Field>>

/** The given names, and the names that features declare in this field of their manifests, if any. */
export type WithDeclaredNames<Names, Field extends keyof Feature> = Names | keyof CombinedField<Field>

type FieldOf<F, Field extends string> = F extends Record<Field, infer Value> ? Value : never
type UnionToIntersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The names of the lists that have a page. */
export type ListName = keyof CombinedField<'lists'>

/** The URL parameters that filter lists by a personal mark of users on rows. */
export type MarkName = keyof CombinedField<'personalMarks'>

/** The actions that the history records. */
export type AuditAction = FieldOf<(typeof features)[number], 'audit'> extends readonly (infer Action)[] ? Action : never
