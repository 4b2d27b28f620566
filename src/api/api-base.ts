/** The path that all calls of programs begin with. */
export const API_BASE = '/api/v1'
