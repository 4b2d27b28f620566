import * as z from 'zod/mini'
import { listResponseSchema, pageParameters, toListResponse } from '#api/list.ts'
import { responseSchemas } from '#api/named-schemas.ts'
import { operation, type ApiOperation } from '#api/operation.ts'
import { runSearch } from '#service/limit-searches.server.ts'
import { HISTORY_ACTIONS } from './history-actions.ts'
import { DEFAULT_HISTORY_FILTER, WHOLE_HISTORY } from './history-search.ts'
import { historyFilter } from './history.schema.ts'
import { listEventsAfter } from './history-feed.api.server.ts'
import { listHistory } from './history.server.ts'

const { shape } = historyFilter
z.globalRegistry.add(shape.person, {
  pattern: '^$|^[0-9a-fA-F-]{36}$',
  examples: ['0193e5a0-0000-4000-8000-0000000000ff'],
})
// Unlike pages, the API refuses unknown actions, because a program might mistake the empty result for an empty history.
const actionsParameter = shape.actions.check(
  z.refine((names) => names === '' || names.split(',').every((name) => HISTORY_ACTIONS.some((one) => one === name)), {
    error: 'validation.choice',
  }),
)
z.globalRegistry.add(actionsParameter, { examples: ['user-created,user-deleted'] })
z.globalRegistry.add(shape.timeZone, { examples: ['UTC', 'Africa/Nairobi'] })
for (const day of [shape.from, shape.to]) z.globalRegistry.add(day, { examples: ['2026-01-31'] })
const changesSchema = z.nullable(z.record(z.string(), z.optional(z.nullable(z.string()))))
const entryResponse = z
  .object({
    id: z.int(),
    at: z.iso.datetime(),
    action: z.enum(HISTORY_ACTIONS),
    actorId: z.nullable(z.guid()),
    actorName: z.nullable(z.string()),
    subjectId: z.nullable(z.guid()),
    subjectName: z.nullable(z.string()),
    before: changesSchema,
    after: changesSchema,
    reason: z.nullable(z.string()),
    ipAddress: z.nullable(z.string()),
    device: z.nullable(z.object({ browser: z.string(), system: z.string() })),
  })
  .register(responseSchemas, { id: 'HistoryEntry' })

const position = z.string().check(z.regex(/^\d{1,18}$/))
z.globalRegistry.add(position, {
  description: 'The cursor from an earlier response. Without it, the list begins with the oldest event.',
})
const events = z
  .object({ data: z.array(entryResponse), next: z.nullable(z.string()), cursor: z.string() })
  .register(responseSchemas, { id: 'EventList' })

/** The API operations that list the history: newest first for readers, and oldest first for programs that catch up. */
export const historyOperations: ApiOperation[] = [
  operation('GET /history', 'audit:read', {
    id: 'listHistory',
    summary: 'List history entries, newest first',
    description:
      'Separate `actions` with commas; each is a value of `action`. `from` and `to` are dates (YYYY-MM-DD) in `timeZone`.',
    query: z.strictObject({
      searchTerm: z._default(shape.searchTerm, DEFAULT_HISTORY_FILTER.searchTerm),
      actions: z._default(actionsParameter, DEFAULT_HISTORY_FILTER.actions),
      person: z._default(shape.person, ''),
      part: z._default(shape.part, ''),
      from: z._default(shape.from, DEFAULT_HISTORY_FILTER.from),
      to: z._default(shape.to, DEFAULT_HISTORY_FILTER.to),
      timeZone: z._default(shape.timeZone, 'UTC'),
      ...pageParameters,
    }),
    response: listResponseSchema('HistoryList', entryResponse),
    handle: async (context, { query: { after = null, ...query } }) =>
      toListResponse(
        await runSearch(context, query.searchTerm, (context) =>
          listHistory(context, { ...WHOLE_HISTORY, ...query, cursor: after }),
        ),
      ),
  }),
  operation('GET /events', 'audit:read', {
    id: 'listEvents',
    summary: 'List the events after a cursor, oldest first',
    description:
      'For programs that keep up with all changes: store `cursor` with your data after each response, and send it as `after` the next time. The `id` of an event is also a cursor. Events have a fixed order, that of `id`, and are never inserted before a cursor, so no event is missed, even if many are recorded at once. An event appears once all earlier changes are committed, usually within milliseconds. `next` is null when you have caught up. With filters, a page can be empty although `next` is not null. Events are kept for as long as the history.',
    query: z.strictObject({
      actions: z._default(actionsParameter, ''),
      person: z._default(shape.person, ''),
      part: z._default(shape.part, ''),
      limit: pageParameters.limit,
      after: z._default(position, '0'),
    }),
    response: events,
    handle: async (context, { query }) => {
      const { rows, position, hasMore } = await listEventsAfter(context, query)
      return { data: rows, next: hasMore ? position : null, cursor: position }
    },
  }),
]
