import { isDay } from '#lib/days.ts'
import { isUuid } from '#lib/uuid.ts'
import { textParameter } from '#lib/search-text.ts'

// Apart from the schema, for the URL of the list is read on every page: it must not bring the validation library along.
/** Whether a person did it, or it was done to them. */
export const HISTORY_PARTS = ['actor', 'subject'] as const
/** Before the name of an action: the parameter of its box, as a form without JavaScript sends it. */
export const TICKED_ACTION = 'actions.'
export const EXPORT_FORMATS = ['csv', 'jsonl'] as const

/** The filters of the history, as the URL of its page has them: texts, each empty for all. */
export interface HistorySearch {
  searchTerm: string
  /** Separated by commas. */
  actions: string
  /** The id of a person. */
  person: string
  part: '' | (typeof HISTORY_PARTS)[number]
  /** The first and the last day, YYYY-MM-DD, where the viewer is. */
  from: string
  to: string
}

/** The history from an entry on, as the URL of its page has it. */
export interface HistoryListSearch extends HistorySearch {
  /** The cursor behind which the list begins; empty for its beginning. */
  after: string
}

/** The filter that lets everything through. */
export const WHOLE_HISTORY: HistorySearch = { searchTerm: '', actions: '', person: '', part: '', from: '', to: '' }

/** Reads the filters from the parameters of a URL; what makes no sense is left out. */
export function historySearch(search: { [Name in keyof HistorySearch]?: unknown }): HistorySearch {
  const person = textParameter(search.person).toLowerCase()
  const actions = textParameter(search.actions) || tickedActions(search)
  return {
    searchTerm: textParameter(search.searchTerm),
    actions: /^[a-z,-]{1,2000}$/.test(actions) ? actions : '',
    person: isUuid(person) ? person : '',
    part: HISTORY_PARTS.find((part) => part === search.part) ?? '',
    from: isDay(textParameter(search.from)) ? textParameter(search.from) : '',
    to: isDay(textParameter(search.to)) ? textParameter(search.to) : '',
  }
}

function tickedActions(search: object): string {
  const ticked = Object.keys(search).filter((name) => name.startsWith(TICKED_ACTION))
  return ticked.map((name) => name.slice(TICKED_ACTION.length)).join(',')
}
