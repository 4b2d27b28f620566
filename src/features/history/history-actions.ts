import { features, type AuditAction } from '#features.ts'

/** All actions that the history can contain. */
export const HISTORY_ACTIONS: AuditAction[] = features.flatMap((feature) => ('audit' in feature ? feature.audit : []))
