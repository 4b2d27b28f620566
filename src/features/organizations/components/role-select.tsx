import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameOf } from '#lib/names.ts'
import type { OrganizationRole } from '#lib/organization-roles.ts'
import { buttonClasses } from '#ui/button.tsx'
import { HiddenFields } from '#ui/plain-form.tsx'
import { QuietSelect } from '#ui/select-field.tsx'
import type { MemberRow } from '../organizations.schema.ts'
import { Refusal, useFailureToast } from './action-form.tsx'
import { useRoleChoices } from './organization-form.tsx'

interface RoleSelectProps {
  organization: { id: string; role: OrganizationRole }
  member: MemberRow
  onChange: (role: OrganizationRole) => Promise<void>
}

/** The field for a member's role, which saves a new choice at once; without JavaScript, a button saves it. */
export function RoleSelect({ organization, member: { userId, role, ...member }, onChange }: RoleSelectProps) {
  const { t } = useTranslation('organizations')
  const act = useFailureToast()
  const [saving, setSaving] = useState<OrganizationRole>()
  const label = t('changeRoleNamed', { name: nameOf(member) })
  const plain = { intent: 'change-organization-role', id: organization.id, userId }
  return (
    <form method="post" aria-busy={saving !== undefined} className="flex flex-wrap items-center -ms-3">
      <HiddenFields values={plain} />
      <QuietSelect
        name="role"
        label={label}
        value={saving ?? role}
        options={useRoleChoices(organization.role)}
        onChange={(chosen) => {
          setSaving(chosen)
          void act(() => onChange(chosen)).then(() => setSaving(undefined))
        }}
      />
      <noscript>
        <button type="submit" aria-label={label} className={buttonClasses()}>
          {t('changeRole')}
        </button>
      </noscript>
      <Refusal plain={plain} />
    </form>
  )
}
