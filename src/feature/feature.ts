/** The roles of the product, and those within an organization. */
export type Role = 'admin' | 'user'
type RoleInOrganization = 'owner' | 'admin' | 'member'

/** The roles that are allowed each action on each resource. */
type Permissions<Roles> = Record<string, Record<string, readonly Roles[]>>

interface Notice {
  /** The email has advice of its own instead of the link "this was not me". */
  hasAdvice?: true
  /** All administrators receive it. */
  toAdministrators?: true
  /** Its reader may turn it off. */
  isOptional?: true
  /** An administrator can have caused the event. */
  mayBeByAdministrator?: true
}

interface Table {
  /**
   * The owner of its rows. Rows are deleted with their owner:
   * - `organization`: the one that `organizationId` names; a row without one is shared. Queries name the owner with
   *   `src/db/scope.ts`.
   * - `user`: the user that a column refers to.
   * - `everybody`: no owner; all signed-in users see the rows.
   * - `with`: the owner of a row in another table.
   * - `system`: the product itself, with the reason.
   */
  owner: 'organization' | 'user' | 'everybody' | { with: string } | { system: string }
  /** Maximum number of rows that a user can add in a day, and in total if `most` is given; or the reason for no limit. */
  limit: { most?: number } | string
  /** The rows are lost once their owner is deleted, also if the deletion is undone. */
  isNeverRestored?: true
}

interface List {
  /** The actions that its readers are allowed. */
  permission: string
  /** The parameters of its page's URL for search, filters and order; not the position in the list. */
  parameters: readonly string[]
}

/**
 * A feature as data, for browser and server: `feature.ts` in its folder, and a line in `src/features.ts`. It imports only types and
 * numbers, so that every folder can import the list, and the types of the product are derived from it.
 */
export interface Feature {
  /** Whether `npm run remove` can remove it. A test shows that the rest passes all checks. */
  isOptional?: true
  /** The features that it needs, by their folders. Removing one of them removes it too. */
  needs?: readonly string[]
  /**
   * The parts that other features can add to it, and that are removed with it: files with such a name (`api` for
   * `users.api.server.ts`), the list of these files in `src/slots`, and fields of the other features' manifests.
   */
  extensions?: { files: readonly string[]; fields?: readonly string[] }
  /** The namespaces of its texts, each with its type: `textsOf<typeof texts>()`. */
  texts?: Record<string, object>
  /** Its tables, by their names in the code. */
  tables?: Record<string, Table>
  /** Its lists that have a page, by a name that is stored in the database. */
  lists?: Record<string, List>
  /** Personal marks on rows: maps the URL parameter that filters a list by a mark to the name of the list. */
  marks?: Record<string, string>
  permissions?: Permissions<Role>
  /** The permissions within an organization, by the role of the member. */
  permissionsInOrganizations?: Permissions<RoleInOrganization>
  /** The permissions that an API key can have, by the name of a group, whose label is in `locales/<lang>/api-keys.json`. */
  forPrograms?: Record<string, readonly string[]>
  /**
   * Rate limits that can reject users for a long time, by their names in `locales/<lang>/system.json`: the prefix of their keys, and
   * the number of calls that each allows.
   */
  limits?: Record<string, { key: string; count: number }>
  /** The actions in the history. Each has a sentence in `locales/<lang>/history.json`, a label in `audit.json`. */
  audit?: readonly string[]
  /** The notices: emails about an event of an account. Each has its sentences in `locales/<lang>/mail.json`, under `notices`. */
  notices?: Record<string, Notice>
}

/** Declares the type of a namespace's texts. Loads nothing. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the texts are loaded by their name, and never from here
export function textsOf<Texts extends object>(): Texts {
  return Object.create(null) as Texts
}
