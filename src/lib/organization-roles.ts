/** The roles in an organization, the most powerful first. */
export const ORGANIZATION_ROLES = ['owner', 'admin', 'member'] as const

export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number]

/** Whether a text is a role in an organization. */
export function isOrganizationRole(text: string): text is OrganizationRole {
  return (ORGANIZATION_ROLES as readonly string[]).includes(text)
}

/** Returns the roles that a role can grant, the least powerful first; only owners grant the owner role. */
export function rolesGrantableBy(role: OrganizationRole): OrganizationRole[] {
  return role === 'owner' ? ['member', 'admin', 'owner'] : ['member', 'admin']
}
