import { describeApi } from '#api/description.server.ts'
import { apiOperations, apiParts } from '#slots/api.server.ts'

/** The OpenAPI description of the app's API. The origin is an example, because only a running server knows its own. */
export const description = describeApi(apiOperations, 'https://app.example.com', apiParts)
