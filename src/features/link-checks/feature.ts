import type { Feature } from '#feature/feature.ts'

/** Checks once a day whether the links of repositories respond. */
export const linkChecks = {
  isOptional: true,
  tables: {
    repositoryLink: { owner: { with: 'repository' }, limit: 'one for each repository' },
  },
} as const satisfies Feature
