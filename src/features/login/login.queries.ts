import { queryOptions } from '@tanstack/react-query'
import { appConfig } from '#app.config'
import { findCodeRequest } from './login.functions.ts'

/** Returns the query for the state of a code and its mail, which is refetched until the mail was sent or has failed. */
export function codeRequestQuery(email: string) {
  return queryOptions({
    queryKey: ['code-request', email],
    queryFn: async () => ({ state: await findCodeRequest({ data: { email } }), readAt: Date.now() }),
    refetchInterval: ({ state }) => {
      const mailState = state.data?.state?.mailState
      return mailState === 'queued' || mailState === 'delayed' ? appConfig.loginCode.mailStateEveryMs : false
    },
  })
}
