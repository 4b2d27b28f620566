import { sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { purgeHistory } from '#audit/purge-history.server.ts'
import { codeRequest, knownBrowser, noticeLink, session, throttle, verification } from '#db/schema.ts'
import { sessionEndpoints } from '#auth/session-endpoints.server.ts'
import { signInEndpoints } from '#auth/sign-in.server.ts'
import { environment } from '#env/environment.server.ts'
import type { ServerFeature } from '#feature/server-feature.ts'
import { codeMailTask } from '#queue/send-code-mail.server.ts'
import { noticeTask } from '#queue/send-notice.server.ts'

/** The part of the product that all features depend on: sessions, codes, notices, the history. It cannot be removed. */
export const core: ServerFeature = {
  authEndpoints: [...signInEndpoints, ...sessionEndpoints],
  tasks: [codeMailTask, noticeTask],
  hourly: [(db) => purgeHistory(db, environment().history)],
  expires: [
    { table: session, isOver: sql`expires_at < now()` },
    {
      table: noticeLink,
      isOver: sql`created_at < now() - make_interval(days => ${appConfig.notices.linkDays})`,
    },
    { table: verification, isOver: sql`expires_at < now()` },
    {
      table: codeRequest,
      isOver: sql`created_at < now() - make_interval(mins => ${appConfig.loginCode.lifetimeMinutes}) - interval '1 day'`,
    },
    { table: throttle, isOver: sql`ends_at < now()` },
    {
      table: knownBrowser,
      isOver: sql`last_sign_in_at < now() - make_interval(days => ${appConfig.knownBrowserDays})`,
    },
  ],
}
