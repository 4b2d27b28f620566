import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#ui/relative-time.tsx'
import type { PasskeyRow } from '../passkeys.schema.ts'

interface PasskeyListProps {
  passkeys: PasskeyRow[]
  /** The buttons for one passkey. */
  renderActions?: (passkey: PasskeyRow) => ReactNode
}

/** The passkeys of a user, each with its name and the times of its creation and last use. */
export function PasskeyList({ passkeys, renderActions }: PasskeyListProps) {
  const { t } = useTranslation('passkeys')
  return (
    <ul className="divide-y divide-hairline">
      {passkeys.map((passkey) => (
        <li key={passkey.id} className="flex flex-wrap items-center gap-3 py-3">
          <KeyRound aria-hidden="true" className="size-5 text-muted" />
          <div className="min-w-0 flex-1 basis-44">
            <p className="font-medium break-words">
              <bdi>{passkey.name || t('unnamed')}</bdi>
            </p>
            <p className="flex flex-wrap gap-x-3 text-small text-muted">
              <span>
                {t('created')} <RelativeTime isInSentence at={passkey.createdAt} />
              </span>
              <span>
                {passkey.lastUsedAt === null ? (
                  t('neverUsed')
                ) : (
                  <>
                    {t('lastUsed')} <RelativeTime isInSentence at={passkey.lastUsedAt} />
                  </>
                )}
              </span>
            </p>
          </div>
          {renderActions && <div className="flex flex-wrap gap-2">{renderActions(passkey)}</div>}
        </li>
      ))}
    </ul>
  )
}
