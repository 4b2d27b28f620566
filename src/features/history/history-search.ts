import type { AuditEntry } from '#audit/audit-entry.ts'
import { isDay } from '#lib/days.ts'
import { localTimeAsUtc } from '#lib/time-zone.ts'
import { isUuid } from '#lib/uuid.ts'
import { textParameter } from '#lib/search-text.ts'

const DAY_MS = 86_400_000

// Separate from history.schema.ts, because every page loads this file and must not load the validation library.
/** The roles of a user in an event: the actor who caused it, or the subject that it is about. */
export const HISTORY_PARTS = ['actor', 'subject'] as const
/** The prefix of the checkboxes' names. Without JavaScript, the form adds each ticked one to the URL, as `actions.NAME`. */
export const ACTION_FIELD_PREFIX = 'actions.'

/** The values of the URL parameter `days`: the number of days up to today. The page redirects to a URL with `from` instead. */
export const QUICK_DAYS = ['1', '7', '30'] as const

/** The filters of the history, from the URL of its page. An empty text does not filter. */
export interface HistorySearch {
  searchTerm: string
  /** Separated by commas. */
  actions: string
  /** The id of a user. */
  person: string
  part: '' | (typeof HISTORY_PARTS)[number]
  /** The first day, YYYY-MM-DD, in the viewer's time zone; `to` is the last day. */
  from: string
  to: string
  /** The id of a bulk job, whose entries are otherwise shown as one. */
  job: string
  /** Sign-ins are hidden by default, because they outnumber all other events. A filter by kind ignores this. */
  signIns: '' | 'shown'
}

/** The filters and the position of the history, from the URL of its page. */
export interface HistoryListSearch extends HistorySearch {
  /** The cursor after which the list begins; empty for its beginning. */
  after: string
  /** The id of the entry whose details are shown; empty for none. */
  entry: string
}

/** The filter of the page without parameters, which hides sign-ins. */
export const DEFAULT_HISTORY_FILTER: HistorySearch = {
  searchTerm: '',
  actions: '',
  person: '',
  part: '',
  from: '',
  to: '',
  job: '',
  signIns: '',
}
/** The filter that matches all entries. */
export const WHOLE_HISTORY: HistorySearch = { ...DEFAULT_HISTORY_FILTER, signIns: 'shown' }

/** Reads the filters from the parameters of a URL; invalid filters become empty. */
export function parseHistorySearch(search: { [Name in keyof HistorySearch]?: unknown }): HistorySearch {
  const person = textParameter(search.person).toLowerCase()
  const job = textParameter(search.job).toLowerCase()
  const actions = textParameter(search.actions) || tickedActions(search)
  return {
    searchTerm: textParameter(search.searchTerm),
    actions: /^[a-z,-]{1,2000}$/.test(actions) ? actions : '',
    person: isUuid(person) ? person : '',
    part: HISTORY_PARTS.find((part) => part === search.part) ?? '',
    from: isDay(textParameter(search.from)) ? textParameter(search.from) : '',
    to: isDay(textParameter(search.to)) ? textParameter(search.to) : '',
    job: isUuid(job) ? job : '',
    signIns: search.signIns === 'shown' ? 'shown' : '',
  }
}

/** Returns the parameters of the page that begins with an entry, and shows its details. */
export function searchForEntry({
  id,
  at,
  action,
  jobId,
}: Pick<AuditEntry, 'id' | 'at' | 'action'> & { jobId: string | null }) {
  // The cursor of an imaginary entry of the same moment with the next id.
  const position = JSON.stringify([at.replace('T', ' ').replace('Z', '+00'), String(id + 1)])
  const after = btoa(position).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  return {
    after,
    entry: String(id),
    ...(jobId !== null && { job: jobId }),
    ...(action === 'signed-in' && { signIns: 'shown' as const }),
  }
}

/**
 * Returns the search to which a URL with parameters of a form redirects: one for each ticked action, or a number of days up to
 * today, which it converts to a first day.
 * @returns undefined if the URL has no such parameter
 */
export function searchToRedirectTo(search: object, timeZone: string): HistorySearch | undefined {
  const days = QUICK_DAYS.find((number) => 'days' in search && search.days === number)
  if (days !== undefined) {
    const today = localTimeAsUtc(new Date(), timeZone).getTime()
    const from = new Date(today - (Number(days) - 1) * DAY_MS).toISOString().slice(0, 10)
    return { ...parseHistorySearch(search), from, to: '' }
  }
  return tickedActions(search) === '' ? undefined : parseHistorySearch(search)
}

function tickedActions(search: object): string {
  const ticked = Object.keys(search).filter((name) => name.startsWith(ACTION_FIELD_PREFIX))
  return ticked.map((name) => name.slice(ACTION_FIELD_PREFIX.length)).join(',')
}
