const ORGANIZATION_DIALOGS = ['', 'invite', 'leave', 'delete'] as const
const MEMBER_DIALOG = /^remove\.([0-9a-f-]{36})$/

/** The open dialog in the URL of an organization's page: one about the organization, or a member's removal; empty for none. */
export type OrganizationDialog = (typeof ORGANIZATION_DIALOGS)[number] | `remove.${string}`

/** Parses the dialog in a URL; unknown values mean no dialog. */
export function parseOrganizationDialog(given: unknown): OrganizationDialog {
  const known = ORGANIZATION_DIALOGS.find((dialog) => dialog === given)
  return known ?? (typeof given === 'string' && MEMBER_DIALOG.test(given) ? (given as OrganizationDialog) : '')
}

/** Returns the ID of the member to remove; undefined for a dialog about the organization. */
export function memberToRemove(dialog: OrganizationDialog): string | undefined {
  return MEMBER_DIALOG.exec(dialog)?.[1]
}
