import { queryOptions } from '@tanstack/react-query'
import { getFigures } from './dashboard.functions.ts'

export const figuresQuery = queryOptions({ queryKey: ['dashboard', 'figures'], queryFn: () => getFigures() })
