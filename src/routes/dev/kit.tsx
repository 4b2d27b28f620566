import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { useEffect } from 'react'
import { listCountries } from '#features/kit/kit.functions.ts'
import { KitPage } from '#features/kit/pages/kit-page.tsx'
import { appConfig } from '#app.config'
import { searchFieldName, REFUSED_FORM_QUERY_KEY, type RefusedForm } from '#lib/refused-form.ts'
import { FlashMessage } from '#shell/flash-message.tsx'
import { pageTitle } from '#shell/page-title.ts'
import { useChosenTheme } from '#shell/theme.tsx'
import { requireLocalMode } from '../-local-mode-only.ts'

export const Route = createFileRoute('/dev/kit')({
  staticData: { namespaces: ['kit', 'history'] },
  validateSearch: ({ theme, lng = '' }: { theme?: string; lng?: string } & SearchSchemaInput) => ({
    theme: appConfig.themes.find((name) => name === theme) ?? '',
    lng,
  }),
  beforeLoad: requireLocalMode,
  loader: async ({ context: { queryClient } }) => {
    const refused = queryClient.getQueryData<RefusedForm>(REFUSED_FORM_QUERY_KEY)
    const searched = refused?.fields[searchFieldName('country')] ?? ''
    return {
      now: Date.now(),
      searched,
      countries: await listCountries({ data: { searchTerm: searched, cursor: null } }),
    }
  },
  head: ({ match }) => pageTitle(match, (t) => t('kit:title')),
  component: KitRoute,
})

function KitRoute() {
  const wanted = Route.useSearch().theme
  const loaded = Route.useLoaderData()
  const { theme, chooseTheme } = useChosenTheme()
  // Applies the theme of the URL, like `lng` applies the language.
  useEffect(() => {
    if (wanted !== '') chooseTheme(wanted)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each URL, not whenever the theme is chosen
  }, [wanted])
  return <KitPage theme={wanted === '' ? theme : wanted} result={<FlashMessage />} {...loaded} />
}
