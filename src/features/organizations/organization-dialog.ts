import type { MemberDialog } from './components/member-list.tsx'

const OF_ORGANIZATION = ['', 'invite', 'rename', 'leave', 'delete'] as const
const OF_MEMBER = /^(role|remove)\.([0-9a-f-]{36})$/

/** The dialog of an organization's page, as its URL names it: one of its own, or one about a member. */
export type OrganizationDialog = (typeof OF_ORGANIZATION)[number] | `${MemberDialog['kind']}.${string}`

/** Reads the dialog from a URL: none for anything unknown. */
export function organizationDialog(text: string | undefined): OrganizationDialog {
  const known = OF_ORGANIZATION.find((dialog) => dialog === text)
  return known ?? (text !== undefined && OF_MEMBER.test(text) ? (text as OrganizationDialog) : '')
}

/** The member that a dialog is about; undefined for one about the organization. */
export function aboutMember(dialog: OrganizationDialog): MemberDialog | undefined {
  const [, kind, userId] = OF_MEMBER.exec(dialog) ?? []
  return kind && userId ? { kind: kind as MemberDialog['kind'], userId } : undefined
}
