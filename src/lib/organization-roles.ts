/** The roles of people in an organization, those who may most first. */
export const ORGANIZATION_ROLES = ['owner', 'admin', 'member'] as const

export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number]

/** Whether a text is a role in an organization. */
export function isOrganizationRole(text: string): text is OrganizationRole {
  return (ORGANIZATION_ROLES as readonly string[]).includes(text)
}

/** The roles that somebody may give, the least first: nobody but owners makes owners. */
export function rolesGivenBy(role: OrganizationRole): OrganizationRole[] {
  return role === 'owner' ? ['member', 'admin', 'owner'] : ['member', 'admin']
}
