import { useQuery } from '@tanstack/react-query'
import { accountEndpoints, type BaseData } from '#contract/account/account.ts'
import { berlinToday } from '#contract/dates.ts'
import type { Permission } from '#contract/permissions.ts'
import { SchoolLabels } from '#contract/schools/schools.facts.ts'
import { accessChange, onAccessDoubt } from './access-change.ts'
import { call, readCookie, setLoadedSchool } from './client.ts'
import { onSessionEnded } from './errors.ts'
import { queryKey } from './queries.ts'
import { queryClient } from './query-client.ts'
import { shownDay } from './shown-day.ts'

const key = queryKey(accountEndpoints.basedata)

/** Spec §4: after any failure base data is false; without the cookie nobody is logged in, and no request is sent. */
const fetchBaseData = async (): Promise<BaseData | false> => {
  const baseData = readCookie('signed_in') ? await call(accountEndpoints.basedata).catch(() => false as const) : false
  setLoadedSchool(baseData ? baseData.school?.id : undefined)
  return baseData
}

const options = {
  queryKey: key,
  queryFn: fetchBaseData,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
}

/** Loads base data unless it is loaded (false counts as loaded); a call during loading gets the same result. */
export const loadBaseData = () => queryClient.ensureQueryData(options)

const forgetReplies = () => queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== key[0] })

/** After a login: base data is loaded again, everything else is dropped. */
export const reloadBaseData = () => {
  forgetReplies()
  return queryClient.fetchQuery({ ...options, staleTime: 0 })
}

/** Resets the client's state to no user; base data is not requested again (spec §4: resetting can skip reloading). */
export const forgetUser = () => {
  forgetReplies()
  queryClient.setQueryData(key, false)
  setLoadedSchool(undefined)
}

onSessionEnded(forgetUser)

onAccessDoubt(async () => {
  const before = queryClient.getQueryData<BaseData | false>(key)
  const now = before && (await call(accountEndpoints.basedata).catch(() => undefined))
  return before && now ? accessChange(before, now) : undefined
})

/** Base data, or false while nobody is logged in; the router has loaded it before any page shows. */
export const useBaseData = (): BaseData | false => useQuery(options).data ?? false

/** Base data of the signed-in user, for pages behind the auth guard. */
export const useSignedIn = (): BaseData | undefined => useBaseData() || undefined

const USUAL_LABELS = SchoolLabels.parse({})

/** The active school's words for pupils, guardians and class teachers (domain §1.1, SCHOOL_LABELS). */
export const useLabels = (): SchoolLabels => useSignedIn()?.school?.SCHOOL_LABELS ?? USUAL_LABELS

/** The day in Berlin by the server's clock (a demo may have another day); for pages behind the auth guard. */
export const useToday = () => {
  const { data, dataUpdatedAt } = useQuery(options)
  const now = Date.now()
  return data ? shownDay({ today: data.today, loadedAt: dataUpdatedAt }, now) : berlinToday(new Date(now))
}

/** Spec §6: true only if the permission (one of a list) is in base data. */
export const useMay = () => {
  const baseData = useBaseData()
  return (permission: Permission | readonly Permission[]) =>
    baseData !== false && [permission].flat().some((one) => baseData.permissions.includes(one as Permission))
}
