import { personOf, type SessionContext } from '#auth/current-session.server.ts'
import { endSession, endSessions, listSessions, type SessionRow } from '#auth/user-sessions.server.ts'
import { listOwnEvents } from '#audit/audit.server.ts'

/** Lists the sessions of the person, the last seen first. */
export function listMySessions(context: SessionContext): Promise<SessionRow[]> {
  return listSessions(context, context.session.viewer)
}

/** Lists what was done to the person, by themselves or others, the latest first. */
export function listMyEvents(context: SessionContext, { before }: { before: number | null }) {
  return listOwnEvents(context, { id: context.session.viewer.id, before })
}

/** Ends one of the person's sessions. @throws {AppError} NOT_FOUND */
export function endMySession(context: SessionContext, { id }: { id: string }): Promise<void> {
  return endSession(context, { person: personOf(context.session), sessionId: id })
}

/** Ends the person's other sessions. @returns how many there were */
export function endMyOtherSessions(context: SessionContext): Promise<number> {
  return endSessions(context, { person: personOf(context.session), exceptId: context.session.id })
}
