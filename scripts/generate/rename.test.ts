import { expect, test } from 'vitest'
import { namesFor } from './names.ts'
import { rename } from './rename.ts'

const studies = namesFor('case-studies')

test.each([
  ["import { repository, user } from '#db/schema.ts'", "import { caseStudy, user } from '#db/schema.ts'"],
  [
    "import * as repositories from './repositories.server.ts'",
    "import * as caseStudies from './case-studies.server.ts'",
  ],
  [
    "import type repositories from '../locales/en/repositories.json'",
    "import type caseStudies from '../locales/en/caseStudies.json'",
  ],
  ["uniqueViolation('repository_name_unique', 'name')", "uniqueViolation('case_study_name_unique', 'name')"],
  ["export const repository = pgTable('repository', {", "export const caseStudy = pgTable('case_study', {"],
  ['sql`folded(${repository.name})`', 'sql`folded(${caseStudy.name})`'],
  ['insert into repository (name) values', 'insert into case_study (name) values'],
  ['[sql`repository`, may]', '[sql`case_study`, may]'],
  ["requirePermission('repository:read')", "requirePermission('caseStudy:read')"],
  ["{ action: 'repository-created' }", "{ action: 'case-study-created' }"],
  ["await countChange(context, 'repository')", "await countChange(context, 'caseStudy')"],
  ["callFunction(visitor, 'repositories.listRepositories')", "callFunction(visitor, 'case-studies.listCaseStudies')"],
  ["name.startsWith('repositories.')", "name.startsWith('case-studies.')"],
  ["staticData: { namespaces: ['repositories'] }", "staticData: { namespaces: ['caseStudies'] }"],
  ["t('repositories:title')", "t('caseStudies:title')"],
  ["createFileRoute('/app/repositories/$id')", "createFileRoute('/app/case-studies/$id')"],
  [String.raw`toHaveURL(/\/manager\/repositories$/)`, String.raw`toHaveURL(/\/manager\/case-studies$/)`],
  ['of: SEARCHABLE_REPOSITORIES,', 'of: SEARCHABLE_CASE_STUDIES,'],
  [
    'function RepositoryForm({ initial }: RepositoryFormProps)',
    'function CaseStudyForm({ initial }: CaseStudyFormProps)',
  ],
  ['/** Repositories, by name. */', '/** Case studies, by name. */'],
  ['/** The fields of a repository. */', '/** The fields of a case study. */'],
  ["{ name: 'New repository' }", "{ name: 'New case study' }"],
  ['"title": "Repositories",', '"title": "Case studies",'],
  ["list('repositories, no match', '/app')", "list('case studies, no match', '/app')"],
  ['src/routes/-repositories-search.ts', 'src/routes/-case-studies-search.ts'],
  ['src/features/repositories/pages/repository-page.tsx', 'src/features/case-studies/pages/case-study-page.tsx'],
])('%s becomes %s', (from, to) => {
  expect(rename(from, studies)).toBe(to)
})

test.each([
  ['invoices', 'an invoice, An invoice, anInvoice()'],
  ['user-stories', 'a user story, A user story, aUserStory()'],
  ['updates', 'an update, An update, anUpdate()'],
])('%s have the article that they want', (plural, expected) => {
  expect(rename('a repository, A repository, aRepository()', namesFor(plural))).toBe(expected)
})
