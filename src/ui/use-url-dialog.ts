import { useRouter } from '@tanstack/react-router'
import { useFormEntry } from './use-form-entry.ts'

/** The options of `navigate` that say what becomes of the history's entry. */
export type EntryOptions = { replace: true } | { state: { openedFrom: string } }

/**
 * A dialog that the search parameters of its page hold open: opening it adds an entry to the browser's history, and
 * leaving it, saved or not, takes the entry away.
 * @param closed the parameters without the dialog
 * @param show puts parameters into the URL
 */
export function useUrlDialog<Search>(closed: Search, show: (search: Search, entry: EntryOptions) => Promise<void>) {
  const { history } = useRouter()
  const { isOpenedFrom, back, finish } = useFormEntry()
  const showClosed = () => show(closed, { replace: true })
  const leave = () => (isOpenedFrom(history.location.pathname) ? back() : showClosed())
  return {
    open: (search: Search) => show(search, { state: { openedFrom: history.location.pathname } }),
    close: () => void leave(),
    /** As `close`; done when the page stands without it. */
    leave,
    /** After saving: closes it for good, or leads to another page that `replace` shows in its place. */
    finish: (replace = showClosed) => finish(replace),
  }
}
