import type { SQL } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { IN_APP_NOTICES, type InAppNotice, type NoticeKind } from '#mail/notice-kinds.ts'
import type { NoticeValues } from '#mail/notice-mail.server.ts'

/** A notice that users find in the app. */
export interface NewInAppNotice {
  kind: InAppNotice | NoticeKind
  /** The condition for the recipients, on columns of the table `user`. */
  to: SQL | undefined
  /** The path of the page that the notice leads to. */
  path: string
  values?: NoticeValues
}

/** The notices that no longer need their reader: those of a kind whose values contain the given ones. */
export type SettledInAppNotice = Omit<NewInAppNotice, 'path'>

/** The functions by which a feature stores notices for their recipients. */
export interface InAppNoticeStore {
  store: (db: Database, notice: NewInAppNotice) => Promise<void>
  settle: (db: Database, notice: SettledInAppNotice) => Promise<void>
}

let stores: InAppNoticeStore[] = []

/** Registers the features that store notices. Called at server setup, because this folder must not import features. */
export function registerInAppNotices(features: { inAppNotices?: InAppNoticeStore }[]): void {
  stores = features.flatMap(({ inAppNotices }) => inAppNotices ?? [])
}

/**
 * Shows a notice to users in the app, in the transaction of the event. Does nothing if its kind is only mailed, or if no feature
 * shows notices.
 */
export async function addInAppNotice(db: Database, notice: NewInAppNotice): Promise<void> {
  if (!IN_APP_NOTICES.has(notice.kind)) return
  for (const { store } of stores) await store(db, notice)
}

/** Marks notices in the app as read in the transaction of the event that settles them, such as the answer to an invitation. */
export async function settleInAppNotice(db: Database, notice: SettledInAppNotice): Promise<void> {
  for (const { settle } of stores) await settle(db, notice)
}
