import { queryOptions } from '@tanstack/react-query'
import { appConfig } from '#app.config'
import { getLoginRequest } from './login.functions.ts'

/** The query for the state of the mail and the code; watched until the mail has left or failed. */
export function codeRequestQuery(email: string) {
  return queryOptions({
    queryKey: ['code-request', email],
    queryFn: async () => ({ state: await getLoginRequest({ data: { email } }), readAt: Date.now() }),
    refetchInterval: ({ state }) => {
      const mailState = state.data?.state?.mailState
      return mailState === 'queued' || mailState === 'delayed' ? appConfig.loginCode.mailStateEveryMs : false
    },
  })
}
