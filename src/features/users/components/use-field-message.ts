import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'

type MessageKey = 'reasonRequired' | 'reasonInvalid' | 'reasonTooLong' | 'dayInvalid' | 'dayPast'

/** Gives the sentence for the key of a field's message. */
export function useFieldMessage() {
  const { t } = useTranslation('user')
  return (key: string | undefined) =>
    key && t(`messages.${key as MessageKey}`, { count: appConfig.user.reasonMaxLength })
}
