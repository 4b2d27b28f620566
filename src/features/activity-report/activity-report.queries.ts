import { queryOptions } from '@tanstack/react-query'
import { findNoticeLink } from './activity-report.functions.ts'

/** The query for the options that a notice link offers. */
export function noticeLinkQuery(token: string) {
  return queryOptions({ queryKey: ['notice-link', token], queryFn: () => findNoticeLink({ data: { token } }) })
}
