import type { TFunction } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Language } from '#i18n/languages.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import { FAULT_SECONDS, FAULTS, FAULTS_PAGE, type Fault } from '#lib/faults.ts'
import { perLanguage } from '#lib/intl.ts'
import type { RequestContext } from '#request/request-context.server.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceInput } from '#ui/checkbox.tsx'
import { renderPlainPage } from './refusal-page.server.tsx'

const secondsIn = perLanguage(
  (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'short' }),
)
const durationOfFault = (fault: Fault, language: Language) => secondsIn(language).format(FAULT_SECONDS[fault])

/** The script that adds the badge `FaultBadge` again if React removes it, because React clears the body after a failure. */
const KEEP_BADGE_SCRIPT = `{
  const pill = document.getElementById('faults')
  new MutationObserver(() => pill.isConnected || document.body.append(pill)).observe(document.body, { childList: true })
}`

type Translate = TFunction<['kit', 'common']>

const textsIn = (language: Language): Translate => translatorFor(language).getFixedT(language, ['kit', 'common'])

/** The views of the faults for developers. They work without scripts, because a fault can break scripts. */
export const faultViews = {
  page: (language: Language, on: Fault[]) => {
    const t = textsIn(language)
    return renderPlainPage(language, t('faults.title'), <FaultsPage t={t} language={language} on={on} />)
  },
  pill: ({ language, nonce, url }: Pick<RequestContext, 'language' | 'nonce' | 'url'>, on: Fault[]) =>
    renderToStaticMarkup(
      <>
        <FaultBadge t={textsIn(language)} on={on} back={`${url.pathname}${url.search}`} />
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: KEEP_BADGE_SCRIPT }} />
      </>,
    ),
}

function FaultsPage({ t, language, on }: { t: Translate; language: Language; on: Fault[] }) {
  return (
    <main className="mx-auto max-w-[640px] px-6 py-10">
      <h1 className="text-heading font-semibold">{t('faults.title')}</h1>
      <p className="mt-1 text-muted">{t('faults.lead')}</p>
      <form method="post" className="mt-6 rounded-card border border-hairline bg-surface p-5 sm:p-6">
        <fieldset className="-my-2 divide-y divide-hairline">
          <legend className="sr-only">{t('faults.title')}</legend>
          {FAULTS.map((fault) => (
            <ChoiceInput
              key={fault}
              name={fault}
              defaultChecked={on.includes(fault)}
              label={<span className="font-medium">{t(`faults.names.${fault}`)}</span>}
              hint={t(`faults.hints.${fault}`, { time: durationOfFault(fault, language) })}
              className="py-3"
            />
          ))}
        </fieldset>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button type="submit" variant="primary">
            {t('common:save')}
          </Button>
          <Button type="submit" form="none">
            {t('faults.none')}
          </Button>
        </div>
      </form>
      <form id="none" method="post" />
      <p className="mt-6 flex flex-wrap gap-x-6">
        {['/login', '/app', '/manager/users', '/dev/inbox'].map((path) => (
          <a key={path} href={path} dir="ltr" className="inline-flex min-h-11 items-center text-link">
            {path}
          </a>
        ))}
      </p>
    </main>
  )
}

/** The notice on every page while simulated faults are on, outside of the part that React hydrates. */
function FaultBadge({ t, on, back }: { t: Translate; on: Fault[]; back: string }) {
  return (
    <aside
      id="faults"
      aria-label={t('faults.title')}
      className="fixed inset-x-3 bottom-20 z-50 mx-auto flex w-fit max-w-[calc(100vw-1.5rem)] items-center gap-3 rounded-card border border-danger bg-surface py-2 ps-4 pe-2 text-small shadow-lg md:bottom-3"
    >
      <a href={FAULTS_PAGE.path} className="min-w-0 truncate text-danger">
        {t('faults.on', { names: on.map((fault) => t(`faults.names.${fault}`)).join(' · ') })}
      </a>
      <form method="post" action={FAULTS_PAGE.path} className="shrink-0">
        <input type="hidden" name="back" value={back} />
        <Button type="submit">{t('faults.none')}</Button>
      </form>
    </aside>
  )
}
