/** The tables that features declare in their own folders: a part of `src/db/schema.ts`. */
export * from './features/api-keys/api-keys.tables.server.ts'
export * from './features/favourites/favourites.tables.server.ts'
export * from './features/link-checks/link-checks.tables.server.ts'
export * from './features/notifications/notifications.tables.server.ts'
export * from './features/saved-views/saved-views.tables.server.ts'
export * from './features/system/system.tables.server.ts'
export * from './features/webhooks/webhooks.tables.server.ts'
