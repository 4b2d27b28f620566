import type { ComponentType } from 'react'
import { ReferenceLink } from '#features/api-reference/components/reference-link.tsx'

/** The links that features add to the page with the API keys of a user. */
export const apiKeyLinks: Record<string, ComponentType> = {
  reference: ReferenceLink,
}
