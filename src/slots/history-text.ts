/** The hook for the sentences of the history, to which features add what their entries stand for. */
export { useEntryFormatter as useHistoryFormatter } from '#bulk/use-entry-formatter.ts'
