export const STATUSES = ['draft', 'final'] as const
