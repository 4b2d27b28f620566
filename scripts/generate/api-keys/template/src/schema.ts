// Generated from the description of the API by `npm run generate -- client`.
/** The path of the API. */
export const BASE = '/api/v1'

/** The operations, by path and method. */
export interface paths {
  '/notes': {
    /**
     * List notes
     *
     * Newest first.
     */
    get: {
      parameters: {
        query?: {
          after?: string
        }
      }
      responses: {
        200: {
          content: {
            'application/json': components['schemas']['NoteList']
          }
        }
        401: {
          content: {
            'application/problem+json': components['schemas']['Problem']
          }
        }
      }
    }
    post: {
      parameters: {}
      requestBody: {
        content: {
          'application/json': components['schemas']['NewNote']
        }
      }
      responses: {
        201: {
          content: {
            'application/json': components['schemas']['Note']
          }
        }
      }
    }
  }
  '/notes/{id}': {
    patch: {
      parameters: {
        path: {
          id: string
        }
        header?: {
          'If-Match'?: string
        }
      }
      requestBody: {
        content: {
          'application/json': components['schemas']['NewNote']
        }
      }
      responses: {
        200: {
          content: {
            'application/json': components['schemas']['Note']
          }
        }
      }
    }
    /** Delete a note */
    delete: {
      parameters: {
        path: {
          id: string
        }
      }
      responses: {
        204: { content?: never }
      }
    }
  }
  '/notes/{id}/replies': {
    get: {
      parameters: {
        path: {
          id: string
        }
        header?: {
          'If-None-Match'?: string
        }
      }
      responses: {
        200: {
          content: {
            'application/json': components['schemas']['NoteList']
          }
        }
      }
    }
  }
}

/** The messages of webhooks, by type. */
export interface webhooks {
  'note.created': components['schemas']['NoteMessage']
}

/** The named schemas of requests and responses. */
export interface components {
  schemas: {
    Problem: {
      type: 'about:blank'
      title: string
      status: number
      detail?: string
      code: 'NOT_FOUND' | 'TAKEN'
      errors?: Array<{
        field: string
        code: string
      }>
    }
    NewNote: {
      /** Ends a comment: * / */
      text: string
      tags?: Array<string>
    }
    Note: components['schemas']['NewNote'] & {
      id: string
      pinned?: boolean
    }
    NoteList: {
      data: Array<components['schemas']['Note']>
      next: string | null
    }
    NoteMessage: {
      type: 'note.created'
      data: Record<string, number | null>
      anything?: unknown
      fields?: Record<string, unknown>
    }
  }
}
