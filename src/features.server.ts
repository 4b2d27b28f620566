import type { ServerFeature } from '#feature/server-feature.ts'
import { account } from '#features/account/feature.server.ts'
import { apiKeys } from '#features/api-keys/feature.server.ts'
import { core } from '#features/core/feature.server.ts'
import { favourites } from '#features/favourites/feature.server.ts'
import { imports } from '#features/imports/feature.server.ts'
import { bulk } from '#features/jobs/feature.server.ts'
import { kit } from '#features/kit/feature.server.ts'
import { linkChecks } from '#features/link-checks/feature.server.ts'
import { login } from '#features/login/feature.server.ts'
import { notifications } from '#features/notifications/feature.server.ts'
import { activityReport } from '#features/activity-report/feature.server.ts'
import { onboarding } from '#features/onboarding/feature.server.ts'
import { organizations } from '#features/organizations/feature.server.ts'
import { passkeys } from '#features/passkeys/feature.server.ts'
import { repositories } from '#features/repositories/feature.server.ts'
import { savedViews } from '#features/saved-views/feature.server.ts'
import { socialSignIn } from '#features/social-sign-in/feature.server.ts'
import { standbyReads } from '#features/standby-reads/feature.server.ts'
import { system } from '#features/system/feature.server.ts'
import { users } from '#features/users/feature.server.ts'
import { webhooks } from '#features/webhooks/feature.server.ts'

/** The features' parts on the server. */
export const serverFeatures: ServerFeature[] = [
  core,
  login,
  onboarding,
  account,
  users,
  activityReport,
  repositories,
  linkChecks,
  favourites,
  organizations,
  passkeys,
  savedViews,
  socialSignIn,
  bulk,
  imports,
  apiKeys,
  webhooks,
  notifications,
  standbyReads,
  system,
  kit,
]
