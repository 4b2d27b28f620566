import { useTranslation } from 'react-i18next'
import type { OrganizationRole } from '#lib/organization-roles.ts'
import { Badge } from '#ui/badge.tsx'

/** Shows a member's role in an organization. */
export function RoleBadge({ role }: { role: OrganizationRole }) {
  const { t } = useTranslation('organizations')
  return <Badge tone={role === 'member' ? 'neutral' : 'accent'}>{t(`memberRoles.${role}`)}</Badge>
}
