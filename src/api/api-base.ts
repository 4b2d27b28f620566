/** The path prefix of all API calls. */
export const API_BASE = '/api/v1'
