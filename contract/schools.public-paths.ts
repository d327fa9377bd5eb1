// Without zod: parents' pages call this before the rules are loaded (architecture §8).

export const PUBLIC_SCHOOL_LIST = { method: 'GET', path: '/api/public/schools' } as const
