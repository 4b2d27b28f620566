import type { UserSection } from '#feature/user-section.ts'
import { keysOfUser } from '#features/api-keys/components/keys-of-user.tsx'

/** The parts that features add to the page of a user. Only that page loads this module. */
export const userSections: Record<string, UserSection> = {
  apiKeys: keysOfUser,
}
