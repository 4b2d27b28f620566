import type { Viewer } from '#auth/current-session.server.ts'

/** The name of the active organization, above the title of the home page. */
export function ActiveOrganizationName({ viewer: { organization } }: { viewer: Pick<Viewer, 'organization'> }) {
  if (!organization) return null
  return (
    <p className="break-words text-muted">
      <bdi>{organization.name}</bdi>
    </p>
  )
}
