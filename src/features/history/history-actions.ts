import type { HistoryAction } from '#audit/audit-actions.ts'
import { features } from '#features.ts'

/** All actions that the history can contain. */
export const HISTORY_ACTIONS: HistoryAction[] = features.flatMap((feature) => ('audit' in feature ? feature.audit : []))
