import type { ComponentType } from 'react'
import type { SessionContext } from '#auth/current-session.server.ts'
import type { CombinedField } from '#features.ts'

/** Reads the data of a user that a feature shows to administrators, with the namespaces of its texts; null without data. */
export type ReadUserData = (
  context: SessionContext,
  user: { id: string; role: string },
) => Promise<{ texts: (keyof CombinedField<'texts'>)[]; value: unknown } | null>

interface UserSectionProps {
  id: string
  /** The data that `ReadUserData` returned, or null. */
  read: unknown
}

/** Components that a feature adds to the page of a user. */
export interface UserSection {
  Section: ComponentType<UserSectionProps>
  /** An additional note in the confirmation before all sessions of the user are ended. */
  EndingNote: ComponentType<UserSectionProps>
}
