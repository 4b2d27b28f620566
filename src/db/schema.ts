/** All tables, by subject. */
export * from './tables/administrators.ts'
export * from './tables/audit.ts'
export * from './tables/codes.ts'
export * from './tables/figures.ts'
export * from './tables/people.ts'
export * from './tables/repositories.ts'
