/** The roles of the product, and those within an organization. */
export type Role = 'admin' | 'user'
type RoleInOrganization = 'owner' | 'admin' | 'member'

/** For a resource and what is done to it, the roles that may. */
type Permissions<Roles> = Record<string, Record<string, readonly Roles[]>>

interface Notice {
  /** Nobody can say of it that it was not them; it has advice of its own in place of that. */
  hasAdvice?: true
  /** All administrators are told. */
  toAdministrators?: true
  /** Its reader may turn it off. */
  isOptional?: true
  /** An administrator may have done what it tells. */
  mayBeByAdministrator?: true
}

interface Table {
  /**
   * The owner of its rows, with whom they are deleted:
   * - `organization`: the one that `organizationId` names; a row without one is everybody's. Queries say whose rows they
   *   are about by `src/db/scope.ts`.
   * - `user`: a person, by a column that refers to them.
   * - `everybody`: nobody in particular; all who are signed in see them.
   * - `with`: the owner of a row in another table.
   * - `system`: the product itself, with the reason.
   */
  owner: 'organization' | 'user' | 'everybody' | { with: string } | { system: string }
  /** How many rows people may add: by person and day, and at once where `most` is given; or the reason for no limit. */
  limit: { most?: number } | string
}

interface List {
  /** What its readers may do. */
  permission: string
  /** The parameters of its page's URL that say what it shows: search, filters, order. Not the place in it. */
  parameters: readonly string[]
}

/**
 * A feature as data, for browser and server: `feature.ts` in its folder, a line in `src/features.ts`. It imports types and numbers
 * alone, so that every folder may read the list, and the types of the product follow from it.
 */
export interface Feature {
  /** `npm run remove` takes it out; a test shows that the rest passes its checks. */
  isOptional?: true
  /** The namespaces of its texts, each with its type: `textsOf<typeof texts>()`. */
  texts?: Record<string, object>
  /** Its tables, by their names in the code. */
  tables?: Record<string, Table>
  /** Its lists that are a page, by a name that is kept in the database. */
  lists?: Record<string, List>
  /** What people mark rows with, each for themselves: by the parameter that narrows a list to these, the name of that list. */
  marks?: Record<string, string>
  permissions?: Permissions<Role>
  /** What is allowed within one organization, by the role there. */
  permissionsInOrganizations?: Permissions<RoleInOrganization>
  /** The permissions that keys for programs can be given, by the name of a group, which `locales/<lang>/keys.json` has. */
  forPrograms?: Record<string, readonly string[]>
  /**
   * Limits that refuse people for long, by the names that `locales/<lang>/system.json` has: how the keys of their counts begin, and
   * how often each lets somebody through.
   */
  limits?: Record<string, { key: string; count: number }>
  /** What the history keeps of it. Each has a sentence in `locales/<lang>/history.json`. */
  audit?: readonly string[]
  /** The mails that tell what happened to an account. Each has its sentences in `locales/<lang>/mail.json`, under `notices`. */
  notices?: Record<string, Notice>
}

/** Says of what type the texts of a namespace are. Nothing is loaded. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the texts are loaded by their name, and never from here
export function textsOf<Texts extends object>(): Texts {
  return Object.create(null) as Texts
}
