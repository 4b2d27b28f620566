/** The roles of the product, and those within an organization. */
export type Role = 'admin' | 'user'
type RoleInOrganization = 'owner' | 'admin' | 'member'

/** The roles that are allowed each action on each resource. */
type Permissions<Roles> = Record<string, Record<string, readonly Roles[]>>

interface Notice {
  /** The email contains specific advice instead of the link "this was not me". */
  hasAdvice?: true
  /** All administrators receive the notice. */
  toAdministrators?: true
  /** Users can turn the notice off. */
  isOptional?: true
  /** An administrator can have caused the event. */
  mayBeByAdministrator?: true
  /** Users also find the notice in the app, with the icon of this meaning. */
  shownInApp?: 'invitation' | 'done' | 'problem' | 'security'
  /** Users only find the notice in the app, so it has no texts for an email. */
  isNotMailed?: true
}

interface Table {
  /**
   * The owner of the table's rows. Rows are deleted with their owner:
   * - `organization`: the organization in `organizationId`; if that is null, the row is shared. Queries add the condition on the
   *   owner with `src/db/scope.ts`.
   * - `user`: the user that a column refers to.
   * - `everybody`: no owner; all signed-in users see the rows.
   * - `with`: the owner of a row in another table.
   * - `system`: the product itself, with the reason.
   */
  owner: 'organization' | 'user' | 'everybody' | { with: string } | { system: string }
  /** Maximum number of rows that a user can add in a day, and in total if `most` is given; or the reason for no limit. */
  limit: { most?: number } | string
  /** The rows are deleted with their owner and not restored, even if the deletion of the owner is undone. */
  isNeverRestored?: true
}

interface List {
  /** The permission that is required to see the list. */
  permission: string
  /** The parameters of the list's URL for search, filters and order; not the position in the list. */
  parameters: readonly string[]
}

/**
 * A feature as data, for browser and server: `feature.ts` in the feature's folder, and a line in `src/features.ts`. It imports
 * only types and numbers, so that every folder can import the list of features. The product's types are derived from the list.
 */
export interface Feature {
  /** Whether `npm run remove` can remove the feature. A test shows that the remaining product passes all checks. */
  isOptional?: true
  /** The folders of the features on which this feature depends. Removing one of them also removes this feature. */
  needs?: readonly string[]
  /**
   * The parts that other features add to this feature, and that are removed with it. `files` names kinds of files: `api` stands
   * for files such as `users.api.server.ts`, and for their list in `src/slots`. `fields` names fields of other manifests.
   */
  extensions?: { files: readonly string[]; fields?: readonly string[] }
  /** The feature's i18n namespaces, each with the type of its texts: `textsOf<typeof texts>()`. */
  texts?: Record<string, object>
  /** The feature's tables, by their names in the code. */
  tables?: Record<string, Table>
  /** The feature's lists that have a page, by a name that is stored in the database. */
  lists?: Record<string, List>
  /** Personal marks on rows: maps the URL parameter that filters a list by a mark to the name of the list. */
  personalMarks?: Record<string, string>
  permissions?: Permissions<Role>
  /** The permissions within an organization, by the role of the member. */
  permissionsInOrganizations?: Permissions<RoleInOrganization>
  /** The permissions that an API key can have, by subject. The label of each subject is in `locales/<lang>/api-keys.json`. */
  forPrograms?: Record<string, readonly string[]>
  /**
   * Rate limits that can reject users for a long time, by their names in `locales/<lang>/system.json`: the prefix of the rate
   * limit's keys, and the number of calls that it allows.
   */
  limits?: Record<string, { key: string; count: number }>
  /**
   * The events about the feature's rows that other services can receive. An event has the name of an action in `audit`, with a dot
   * before the last word, and a label in `locales/<lang>/history.json`.
   */
  sentEvents?: readonly `${string}.${string}`[]
  /** The actions in the history. Each action has a sentence in `locales/<lang>/history.json` and a label in `audit.json`. */
  audit?: readonly string[]
  /**
   * The notices about events of an account: emails, with texts in `locales/<lang>/mail.json`, under `notices`; and in the app,
   * if `shownInApp` is set.
   */
  notices?: Record<string, Notice>
}

/** Declares the type of a namespace's texts. Loads nothing. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the texts are loaded by their name, and never from here
export function textsOf<Texts extends object>(): Texts {
  return Object.create(null) as Texts
}
