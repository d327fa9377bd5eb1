import { processorEndpoints } from '#contract/processors/processors.ts'
import { queryFor } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'

export const processorsQuery = queryFor(processorEndpoints.list, {})

/** What is stored by now, because somebody else may have changed it. */
export const loadProcessorAnew = async (id: number) => {
  const { processors } = await queryClient.fetchQuery({ ...processorsQuery, staleTime: 0 })
  return processors.find((one) => one.id === id)
}
