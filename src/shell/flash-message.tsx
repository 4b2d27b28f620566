import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FORM_RESULT_QUERY_KEY } from '#lib/refused-form.ts'

/** Shows the result of a form that was sent without JavaScript, until the user opens another page. */
export function FlashMessage() {
  const queryClient = useQueryClient()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [first] = useState({ path, text: queryClient.getQueryData<string>(FORM_RESULT_QUERY_KEY) })
  // Remove the message from the cache, so that the frame of the other area does not show the message again.
  useEffect(() => queryClient.removeQueries({ queryKey: FORM_RESULT_QUERY_KEY }), [queryClient])
  if (first.text === undefined || first.path !== path) return null
  return (
    <p role="status" className="mb-4 rounded-control bg-success-surface p-3 text-success">
      {first.text}
    </p>
  )
}
