import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FORM_RESULT_KEY } from '#lib/form-answer.ts'

/** Says on the page that a form without JavaScript led to what was done, until another page is shown. */
export function FormResult() {
  const queryClient = useQueryClient()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [first] = useState({ path, text: queryClient.getQueryData<string>(FORM_RESULT_KEY) })
  // The other area has a frame of its own, which would say it again.
  useEffect(() => queryClient.removeQueries({ queryKey: FORM_RESULT_KEY }), [queryClient])
  if (first.text === undefined || first.path !== path) return null
  return (
    <p role="status" className="mb-4 rounded-control bg-success-surface p-3 text-success">
      {first.text}
    </p>
  )
}
