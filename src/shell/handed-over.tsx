import { hashKey, type QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import type { HandedOverTexts } from '#i18n/translator.client.ts'
import { handOverTexts } from '#i18n/translator.ts'
import { dataInHtml } from '#lib/data-in-html.ts'
import { REFUSED_FORM_KEY } from '#lib/form-answer.ts'
import { answersIn, type Answer } from '#lib/handed-over-queries.ts'
import { appInitQuery } from './app-init.queries.ts'

const ID = 'handed-over'

/** What the browser begins with. */
interface HandedOverData {
  i18n: HandedOverTexts
  answers: Answer[]
}

/**
 * The texts and answers that a page was made from, for the browser to begin with. In JSON, of which the texts are written
 * once for all pages; the router's own way, a script that makes objects, takes a twentieth of a page's time.
 */
export function HandedOver() {
  const written = useWritten()
  return (
    <script type="application/json" id={ID} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: written }} />
  )
}

/** Reads, in the browser, what was handed over. */
export function readHandedOver(): HandedOverData {
  return JSON.parse(document.getElementById(ID)?.textContent ?? '') as HandedOverData
}

/** The answers that the router writes itself: what it has in its context too, and what holds a failure, whose kind it keeps. */
export function answersOfRouter(client: QueryClient): Answer[] {
  return answersIn(client, isOfRouter)
}

const useWritten: () => string = createIsomorphicFn()
  .server(() => {
    const { options, state } = useRouter()
    const answers = answersIn(options.context.queryClient, (key) => !isOfRouter(key))
    return `{"i18n":${handOverTexts(state.matches)},"answers":${dataInHtml(answers)}}`
  })
  .client(() => '')

function isOfRouter(key: readonly unknown[]): boolean {
  return [appInitQuery.queryKey, REFUSED_FORM_KEY].some((own) => hashKey(own) === hashKey(key))
}
