import { useRouteContext } from '@tanstack/react-router'
import { Button } from '#ui/button.tsx'
import { HiddenFields } from '#ui/plain-form.tsx'

interface SwitchNoticeProps {
  text: string
  /** The label of the button. */
  label: string
  /** The ID of the organization that the button switches to; empty for shared rows. */
  organizationId: string
  /** Whether the notice confirms a switch that was just made; otherwise the button stays on the page. */
  isDone?: boolean
}

/** A notice about an organization, with a button that switches to one. Always a plain form, like the switcher in the header. */
export function SwitchNotice({ text, label, organizationId, isDone = false }: SwitchNoticeProps) {
  return (
    <form
      method="post"
      className={`flex flex-wrap items-center justify-between gap-3 rounded-control p-3 ${isDone ? 'bg-success-surface text-success' : 'mb-4 bg-info-surface text-info'}`}
    >
      <HiddenFields values={{ intent: 'switch-organization', organizationId, ...(!isDone && { stays: 'true' }) }} />
      <p role={isDone ? 'status' : undefined} className="min-w-0 flex-[1_1_12rem] break-words">
        {text}
      </p>
      <Button type="submit">{label}</Button>
    </form>
  )
}

/** A notice on the page of a row that the viewer sees as a member of another organization than the active one. Administrators see
 * the rows of all organizations, so they get no notice about one that they are not in. */
export function OwnerNotice({ ownerId, ...notice }: { ownerId: string } & Pick<SwitchNoticeProps, 'text' | 'label'>) {
  const { organization: active, organizations, permissions } = useRouteContext({ from: '/app' }).viewer
  const isMember = !permissions.includes('apps:manager') || organizations?.some(({ id }) => id === ownerId)
  if (ownerId === active?.id || !isMember) return null
  return <SwitchNotice organizationId={ownerId} {...notice} />
}
