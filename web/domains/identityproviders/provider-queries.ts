import { useQuery } from '@tanstack/react-query'
import { identityProviderEndpoints, type Provider } from '#contract/identityproviders/identityproviders.ts'
import { schoolEndpoints } from '#contract/schools/schools.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'

export const providersQuery = queryFor(identityProviderEndpoints.list, {}, { quiet: true })

/** Loads what is stored now, because somebody else may have changed it. */
export const loadProviderAnew = async (id: number): Promise<Provider | undefined> => {
  const providers = await queryClient.fetchQuery({ ...providersQuery, staleTime: 0 })
  return providers.find((one) => one.id === id)
}

/** All schools of the installation; without an active school only those of the own account are known. */
export const useSchoolChoices = () => {
  const baseData = useSignedIn()
  const { data } = useQuery({
    ...queryFor(schoolEndpoints.list, {}, { quiet: true }),
    enabled: Boolean(baseData?.school),
  })
  const known = data ?? baseData?.attachedSchools.map(({ id, short }) => ({ id, name: short })) ?? []
  return known.map(({ id, name }) => ({ value: String(id), label: name }))
}
export type SchoolChoices = ReturnType<typeof useSchoolChoices>

/** The names of schools; a school that the viewer does not know keeps its number. */
export const schoolNames = (schools: SchoolChoices, ids: readonly number[]) =>
  ids.map((id) => schools.find(({ value }) => value === String(id))?.label ?? `Schule ${id}`)
