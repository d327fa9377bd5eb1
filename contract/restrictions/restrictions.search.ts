import { z } from 'zod'
import { counted } from '#contract/counted.ts'
import { endpoint } from '#contract/endpoint.ts'
import { cleanLine } from '#contract/formats.ts'
import { SEARCH_MIN } from '#contract/search/search.ts'

/** Where a search leads a head whose words fit somebody whom no list shows. */
export const restrictedHint = (count: number) => counted(count, 'eingeschränkte Person', 'eingeschränkte Personen')
export const RESTRICTED_PLACE = 'nur unter Datenschutz, Einschränkungen'

export const restrictedSearchEndpoints = {
  count: endpoint({
    method: 'GET',
    path: '/api/admin/restriction/search',
    access: 'view pupil sensitive',
    query: z.object({ q: z.string().overwrite(cleanLine).min(SEARCH_MIN).max(100) }),
    response: z.object({ count: z.int().min(0) }),
    summary: 'Wie viele eingeschränkte Personen zu einer Suche passen',
  }),
}
