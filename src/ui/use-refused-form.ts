import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { REFUSED_FORM_QUERY_KEY, type RefusedForm } from '#lib/refused-form.ts'

/**
 * Returns the form that was sent without JavaScript and refused, if this page is the response to it and the form has one of these
 * intents. Only the first use returns it, so the same form starts empty when it is opened again.
 */
export function useRefusedForm(...intents: string[]): RefusedForm | undefined {
  const queryClient = useQueryClient()
  const [refused] = useState(() => {
    const form = queryClient.getQueryData<RefusedForm>(REFUSED_FORM_QUERY_KEY)
    return form && intents.includes(form.intent) ? form : undefined
  })
  useEffect(() => {
    if (refused) queryClient.removeQueries({ queryKey: REFUSED_FORM_QUERY_KEY })
  }, [queryClient, refused])
  return refused
}
