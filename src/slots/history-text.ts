/** The hook for the sentences of the history, to which features add what their entries stand for. */
export { useActText as useHistoryText } from '#bulk/use-act-text.ts'
