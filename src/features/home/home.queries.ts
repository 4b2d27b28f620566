import { queryOptions } from '@tanstack/react-query'
import { getHome } from './home.functions.ts'

/** The query for the lists of the home page: what is told of repositories is told of it. */
export const homeQuery = queryOptions({ queryKey: ['repositories', 'home'], queryFn: () => getHome() })
