import { useNavigate } from '@tanstack/react-router'

/** Returns a function that changes parameters of the URL, and so shows the start of the list on this page with another search. */
export function useSetListSearch(): (changed: Record<string, string>) => void {
  const navigate = useNavigate()
  return (changed) =>
    void navigate({
      to: '.',
      search: (search: object) => ({ ...search, after: '', ...changed }),
      replace: changed.searchTerm !== undefined,
      resetScroll: false,
    })
}
