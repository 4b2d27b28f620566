import { queryOptions } from '@tanstack/react-query'
import { listOperations } from './api-reference.functions.ts'

/** The query for the operations of /api/v1. */
export const operationsQuery = queryOptions({ queryKey: ['api-reference'], queryFn: () => listOperations() })
