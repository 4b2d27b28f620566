import type { Feature } from '#feature/feature.ts'

/** Whether the links of repositories answer, asked once a day. */
export const linkChecks = {
  isOptional: true,
  tables: {
    repositoryLink: { owner: { with: 'repository' }, limit: 'one for each repository' },
  },
} as const satisfies Feature
