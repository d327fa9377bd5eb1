import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { PREVIEW_ROWS, type PreviewKind, type PreviewQuery } from '#contract/retentions/retentions.lists.ts'
import { peopleRetentionEndpoints } from '#contract/retentions/retentions.preview.ts'
import { retentionEndpoints } from '#contract/retentions/retentions.ts'
import { useMay } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { dueLines, heldLines, joinFigures } from './preview-rows.ts'

export type PreviewList = PreviewQuery['list'][number]

interface Chosen {
  kind: PreviewKind | undefined
}

/** The first lines of each list. */
const queryOf = ({ kind }: Chosen, per_page: number) => ({ ...(kind && { kind }), page: 1, per_page })

/**
 * The lines of the preview: the first ones of each list at once, the others when somebody asks for more. Every filter
 * begins with the first ones.
 */
export function usePreviewLines(chosen: Chosen) {
  const may = useMay()
  const name = chosen.kind
  const [asked, setAsked] = useState<{
    name: PreviewKind | undefined
    pages: Partial<Record<PreviewList, number>>
    isAll: boolean
  }>()
  const { pages, isAll } = asked && asked.name === name ? asked : { pages: {}, isAll: false }
  const further = Object.entries(pages).flatMap(([list, count]) =>
    Array.from({ length: count - 1 }, (_, index) => ({
      ...(chosen.kind && { kind: chosen.kind }),
      list,
      page: index + 2,
      per_page: PREVIEW_ROWS,
    })),
  )
  const queries = isAll ? [queryOf(chosen, 0)] : [queryOf(chosen, PREVIEW_ROWS), ...further]
  const options = { keepPrevious: true }
  const mayApplications = may('manage pupil application')
  const mayPeople = may(['manage pupil', 'manage employee'])
  const applications = useQueries({
    queries: queries.map((query) => ({
      ...queryFor(retentionEndpoints.preview, { query: query as never }, options),
      enabled: mayApplications,
    })),
  })
  const people = useQueries({
    queries: queries.map((query) => ({
      ...queryFor(peopleRetentionEndpoints.preview, { query: query as never }, options),
      enabled: mayPeople,
    })),
  })
  const [firstApplications, firstPeople] = [applications[0]?.data, people[0]?.data]
  const isLoaded = (!mayApplications || firstApplications !== undefined) && (!mayPeople || firstPeople !== undefined)
  const linesOf = <L>(read: (index: number) => L[]) => queries.flatMap((_query, index) => read(index))
  return {
    preview: isLoaded
      ? {
          ...joinFigures(firstApplications, firstPeople),
          due: linesOf((index) => dueLines(applications[index]?.data, people[index]?.data)),
          held: linesOf((index) => heldLines(applications[index]?.data, people[index]?.data)),
          sicknotes: firstPeople?.sicknotes ?? [],
        }
      : undefined,
    isLoading: [...applications, ...people].some(({ isFetching }) => isFetching),
    showMore: (list: PreviewList) => setAsked({ name, isAll, pages: { ...pages, [list]: (pages[list] ?? 1) + 1 } }),
    /** For paper. */
    showAll: () => setAsked({ name, pages: {}, isAll: true }),
  }
}
export type PreviewLines = ReturnType<typeof usePreviewLines>
export type LoadedPreview = NonNullable<PreviewLines['preview']>
