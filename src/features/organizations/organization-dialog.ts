const OF_ORGANIZATION = ['', 'invite', 'leave', 'delete'] as const
const OF_MEMBER = /^remove\.([0-9a-f-]{36})$/

/** The open dialog in the URL of an organization's page: about the organization, or the removal of a member; empty for none. */
export type OrganizationDialog = (typeof OF_ORGANIZATION)[number] | `remove.${string}`

/** Parses the dialog in a URL; unknown values mean no dialog. */
export function organizationDialog(text: string | undefined): OrganizationDialog {
  const known = OF_ORGANIZATION.find((dialog) => dialog === text)
  return known ?? (text !== undefined && OF_MEMBER.test(text) ? (text as OrganizationDialog) : '')
}

/** Returns the ID of the member to remove; undefined for a dialog about the organization. */
export function removedMember(dialog: OrganizationDialog): string | undefined {
  return OF_MEMBER.exec(dialog)?.[1]
}
