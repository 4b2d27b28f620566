import type { UiFeature } from '#feature/ui-feature.ts'
import { account } from '#features/account/feature.ui.ts'
import { apiKeys } from '#features/api-keys/feature.ui.ts'
import { dashboard } from '#features/dashboard/feature.ui.ts'
import { history } from '#features/history/feature.ui.ts'
import { home } from '#features/home/feature.ui.ts'
import { bulk } from '#features/jobs/feature.ui.ts'
import { organizations } from '#features/organizations/feature.ui.ts'
import { repositories } from '#features/repositories/feature.ui.ts'
import { system } from '#features/system/feature.ui.ts'
import { users } from '#features/users/feature.ui.ts'
import { webhooks } from '#features/webhooks/feature.ui.ts'

// The features, in the order of their links in the navigation.
const features = [
  home,
  dashboard,
  repositories,
  users,
  history,
  bulk,
  apiKeys,
  webhooks,
  organizations,
  system,
  account,
] as const satisfies readonly UiFeature[]

type Link = (typeof features)[number]['navigation'][number]
type LinkOf<Area> = Extract<Link, { area: Area }>

/** The link to the page with the whole history; undefined if no feature has this page. */
export const historyPage = features.flatMap<Link>(({ navigation }) => navigation).find((link) => 'showsHistory' in link)

/** The links of a frame, in order. */
export function navigationLinksOf<Area extends Link['area']>(area: Area): LinkOf<Area>[] {
  return features
    .flatMap<Link>(({ navigation }) => navigation)
    .filter((link): link is LinkOf<Area> => link.area === area)
}

type AuditGroup = Extract<(typeof features)[number], { auditGroup: object }>['auditGroup']

/** The filters of the history for the actions of one feature. */
export const auditGroups = features.flatMap<AuditGroup>((feature) =>
  'auditGroup' in feature ? feature.auditGroup : [],
)

const systemEntries = features.flatMap<string>((feature) => ('systemEntries' in feature ? feature.systemEntries : []))

/** Whether an entry of the history is about the system as a whole. @public features that an app can remove use it */
export function isAboutSystem(action: string): boolean {
  return systemEntries.some((name) => action.startsWith(`${name}-`))
}

/** Whether the subject of a history entry is a row of a feature, for example a repository, and not a user. */
export function isAboutRow(action: string): boolean {
  return auditGroups.some(({ name, isAboutThings }) => isAboutThings && action.startsWith(`${name}-`))
}
