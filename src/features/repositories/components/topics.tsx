import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { titleIfLong } from '#ui/truncated-text.tsx'
import { DescriptionEntry } from '#ui/section.tsx'
import { ListLink } from '#ui/list-link.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { RepositoryRow } from '../repositories.schema.ts'
import { parseTopics } from '../topics.ts'

/** The maximum number of topics shown for each repository in a list. */
const MAX_TOPICS_IN_ROW = 3

type RowTopics = Pick<RepositoryRow, 'language' | 'topics'>

/** The first topics of a repository, as the second line of its cell in a list. */
export function FirstTopics({ topics }: Pick<RepositoryRow, 'topics'>) {
  const first = parseTopics(topics).slice(0, MAX_TOPICS_IN_ROW).join(' · ')
  return (
    first !== '' && (
      <small title={titleIfLong(first)} className="cut">
        {first}
      </small>
    )
  )
}

interface LanguageAndTopicsProps {
  detail: RowTopics
  area: 'app' | 'manager'
}

/** The language and topics of a repository, each with a link to the list of repositories with that language or topic. */
export function LanguageAndTopics({ detail: { language, topics }, area }: LanguageAndTopicsProps) {
  const { t } = useTranslation(['discovery', 'repositories'])
  return (
    <>
      {language !== null && (
        <DescriptionEntry name={t('repositories:language')}>
          <Link to={`/${area}/repositories`} search={{ language }} className="text-link">
            <bdi>{language}</bdi>
          </Link>
        </DescriptionEntry>
      )}
      {topics !== null && (
        <DescriptionEntry name={t('repositories:topics')}>
          <ul className="flex flex-wrap gap-2">
            {parseTopics(topics).map((topic) => (
              <li key={topic} className="max-w-full">
                <Link
                  to={`/${area}/repositories`}
                  search={{ topic }}
                  className="badge in-accent max-w-full break-words whitespace-normal hover:underline pointer-coarse:px-3 pointer-coarse:py-2"
                >
                  {topic}
                </Link>
              </li>
            ))}
          </ul>
        </DescriptionEntry>
      )}
    </>
  )
}

/** The form field for the topics of a repository. */
export function TopicsField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  const { t } = useTranslation(['discovery', 'repositories'])
  return (
    <TextField
      {...field}
      isOptional
      label={t('repositories:topics')}
      hint={t('topicsHint', { max: appConfig.repository.maxTopics })}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
    />
  )
}

/** The topic that filters a list, with a link that removes the filter. Without JavaScript, a search submits the topic too. */
export function TopicFilter({ topic }: { topic: string }) {
  const { t } = useTranslation('discovery')
  if (topic === '') return null
  return (
    <div className="chip" data-on>
      <input type="hidden" name="topic" value={topic} />
      <ListLink changed={{ topic: '' }} title={t('removeTopic', { topic })} aria-label={t('removeTopic', { topic })}>
        <bdi className="truncate">{topic}</bdi>
        <X aria-hidden="true" className="size-4 shrink-0" />
      </ListLink>
    </div>
  )
}
