import { queryOptions } from '@tanstack/react-query'
import { getHome } from './home.functions.ts'

/** The query for the lists of the home page. It is invalidated together with the repositories. */
export const homeQuery = queryOptions({ queryKey: ['repositories', 'home'], queryFn: () => getHome() })
