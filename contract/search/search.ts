import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { cleanLine, Id, QueryId, Several } from '#contract/formats.ts'
import { PupilRow } from '#contract/pupils/pupils.ts'

/** The groups of hits in the search over everything, in their order. */
export const SEARCH_GROUPS = ['pupils', 'guardians', 'phones', 'classes', 'employees', 'registrations'] as const
export type SearchGroup = (typeof SEARCH_GROUPS)[number]

export const SEARCH_GROUP_LABELS: Record<SearchGroup, string> = {
  pupils: 'Schülerinnen und Schüler',
  guardians: 'Sorgeberechtigte',
  phones: 'Telefonnummern',
  classes: 'Klassen',
  employees: 'Mitarbeitende',
  registrations: 'Bewerbungen',
}

/** Most hits of each group. */
export const SEARCH_HITS_MAX = 5
/** Shortest text that is searched for. */
export const SEARCH_MIN = 2

const SearchedChild = PupilRow.pick({
  id: true,
  firstname: true,
  lastname: true,
  lastname_prefix: true,
  schoolclass: true,
})
export type SearchedChild = z.output<typeof SearchedChild>

export const SearchHit = z.object({
  group: z.enum(SEARCH_GROUPS),
  /** The id of the page that opens: for guardians and phone numbers that of the child. */
  id: Id,
  /** The text that was found, and the text that distinguishes it from others. */
  text: z.string(),
  hint: z.string().nullable(),
  /** The child behind the hit while it attends the school: an absence can be reported for it. */
  child: SearchedChild.optional(),
})
export type SearchHit = z.output<typeof SearchHit>

export const SearchReply = z.object({
  hits: z.array(SearchHit),
  /** Groups with more hits than are shown. */
  more: z.array(z.enum(SEARCH_GROUPS)),
  /** Nothing is spelled as it was typed: the hits differ from it by one letter of a word. */
  is_alike: z.boolean(),
})
export type SearchReply = z.output<typeof SearchReply>

/** Everybody who finds anything at all; the server decides for each group. */
export const SEARCHERS = [
  'view pupil',
  'view attached pupil',
  'view schoolclasses',
  'view attached schoolclasses',
  'manage pupil application',
  'manage employee',
] as const

/** Most children that the search offers before anything is typed. */
export const RECENT_MAX = 5

export const searchEndpoints = {
  recent: endpoint({
    method: 'GET',
    path: '/api/admin/search/recent',
    access: ['view pupil', 'view attached pupil'],
    query: z.object({ ids: Several(QueryId).refine((ids) => ids.length <= RECENT_MAX) }),
    response: z.array(SearchHit),
    summary:
      'Kinder, deren Seiten dieser Browser zuletzt gezeigt hat, in dieser Reihenfolge; andere als sichtbare fehlen',
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/admin/search',
    access: SEARCHERS,
    query: z.object({ q: z.string().overwrite(cleanLine).min(SEARCH_MIN).max(100) }),
    response: SearchReply,
    summary: 'Suche über alles, was man sehen darf; je Gruppe höchstens fünf Treffer',
  }),
}
