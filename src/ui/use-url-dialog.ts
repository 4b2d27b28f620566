import { useNavigate, useRouter } from '@tanstack/react-router'
import { useFormEntry } from './use-form-entry.ts'

/** The options of `navigate` for the history entry. */
type EntryOptions = { replace: true; state?: true } | { state: { openedFrom: string } }

/**
 * Controls a dialog whose state is in the search parameters of its page. Opening the dialog adds an entry to the browser's
 * history; leaving it, saved or not, removes the entry.
 * @param closed the parameters without the dialog
 */
export function useUrlDialog<Search extends object>(closed: Search) {
  const { history } = useRouter()
  // Do not use the `navigate` of a route: after leaving the route's page, its "." would lead back to that page.
  const navigate = useNavigate()
  const { isOpenedFrom, back, finish } = useFormEntry()
  const show = (changed: Search, entry: EntryOptions) =>
    navigate({ to: '.', search: (current: object) => ({ ...current, ...changed }), resetScroll: false, ...entry })
  const showClosed = () => show(closed, { replace: true })
  const leave = () => (isOpenedFrom(history.location.pathname) ? back() : showClosed())
  return {
    open: (search: Search) => show(search, { state: { openedFrom: history.location.pathname } }),
    /** Changes what the open dialog shows, in the same entry of the browser's history. */
    change: (search: Search) => show(search, { replace: true, state: true }),
    close: () => void leave(),
    /** Works like `close`; resolves when the page is shown without the dialog. */
    leave,
    /** Closes the dialog after saving, so that Back does not reopen it, or opens another page in its place with `replace`. */
    finish: (replace = showClosed) => finish(replace),
  }
}
