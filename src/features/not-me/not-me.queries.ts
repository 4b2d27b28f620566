import { queryOptions } from '@tanstack/react-query'
import { findNoticeLink } from './not-me.functions.ts'

/** The query for what the link of a notice can do. */
export function noticeLinkQuery(token: string) {
  return queryOptions({ queryKey: ['notice-link', token], queryFn: () => findNoticeLink({ data: { token } }) })
}
