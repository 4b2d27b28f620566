import type { ReadUserData } from '#feature/user-section.ts'
import { readKeysOfUser } from '#features/api-keys/user-api-keys.server.ts'

/** The functions that read the data of the parts that features add to the page of a user, by the names of the parts. */
export const userDataReaders = {
  apiKeys: readKeysOfUser,
} satisfies Record<string, ReadUserData>
