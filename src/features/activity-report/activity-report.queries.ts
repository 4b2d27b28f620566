import { queryOptions } from '@tanstack/react-query'
import { findNoticeLink } from './activity-report.functions.ts'

/** Returns the query for the state of a notice link. */
export function noticeLinkQuery(token: string) {
  return queryOptions({ queryKey: ['notice-link', token], queryFn: () => findNoticeLink({ data: { token } }) })
}
