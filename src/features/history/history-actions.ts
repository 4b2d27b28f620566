import type { HistoryAction } from '#audit/audit-actions.ts'
import { features } from '#features.ts'

/** All kinds of things that can happen. */
export const HISTORY_ACTIONS: HistoryAction[] = features.flatMap((feature) => ('audit' in feature ? feature.audit : []))
