import type { Feature } from '#feature/feature.ts'

/** Single sign-on with the OpenID Connect provider of an organization. */
export const sso = {
  isOptional: true,
} as const satisfies Feature
